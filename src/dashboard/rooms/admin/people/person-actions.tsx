import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import type { EndedSessions } from "#modules/accounts/contract/sessions.ts";
import type { Employee } from "#modules/operations/contract/admin.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { counted } from "#dashboard/lib/format.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { impersonate } from "#dashboard/rooms/admin/queries.ts";

/** What an admin can do to somebody else's account. */
export function PersonActions({ person, onRemove }: { person: Employee; onRemove: () => void }) {
  const reset = useMutation({
    mutationFn: (person: Employee) => api.delete(`/admin/users/${person.id}/factors`),
    onSuccess: () => toast("Second factors reset."),
    onError: (cause) => toast(sentenceOf(cause)),
  });
  const signOut = useMutation({
    mutationFn: (person: Employee) =>
      api.delete<z.output<typeof EndedSessions>>(`/admin/users/${person.id}/sessions`),
    onSuccess: ({ ended }) => toast(`${counted(ended, "session")} ended.`),
    onError: (cause) => toast(sentenceOf(cause)),
  });
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button
        size="small"
        aria-label={`Act as ${person.name}`}
        onClick={() => void impersonate(person.id)}
      >
        Act as
      </Button>
      <Button
        size="small"
        aria-label={`Sign ${person.name} out everywhere`}
        onClick={() =>
          void ask({
            title: `Sign ${person.name} out everywhere?`,
            text: "For a lost device. They sign in again with their password and second factor.",
            yes: "Sign out",
          }).then((yes) => yes && signOut.mutate(person))
        }
      >
        Sign out
      </Button>
      <Button
        size="small"
        aria-label={`Reset the second factors of ${person.name}`}
        onClick={() =>
          void ask({
            title: `Reset the second factors of ${person.name}?`,
            text: "For a lost phone. They are signed out, get an email, and sign in with their password alone until they set a new factor.",
            yes: "Reset factors",
          }).then((yes) => yes && reset.mutate(person))
        }
      >
        Reset factors
      </Button>
      <Button
        size="small"
        look="danger"
        onClick={() =>
          void ask({
            title: `Remove ${person.name}?`,
            text: "They are signed out immediately. Their work is kept.",
            yes: "Remove",
          }).then((yes) => yes && onRemove())
        }
      >
        Remove
      </Button>
    </span>
  );
}
