import { useMutation } from "@tanstack/react-query";
import type { z } from "zod";
import type { EndedSessions } from "#modules/accounts/contract/sessions.ts";
import type { Employee } from "#modules/operations/contract/admin.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { impersonate } from "#dashboard/rooms/admin/queries.ts";
import { t } from "#dashboard/words/words.ts";

/** What an admin can do to somebody else's account. */
export function PersonActions({ person, onRemove }: { person: Employee; onRemove: () => void }) {
  const reset = useMutation({
    mutationFn: (person: Employee) => api.delete(`/admin/users/${person.id}/factors`),
    onSuccess: () => toast(t("Second factors reset.")),
    onError: (cause) => toast(sentenceOf(cause)),
  });
  const signOut = useMutation({
    mutationFn: (person: Employee) =>
      api.delete<z.output<typeof EndedSessions>>(`/admin/users/${person.id}/sessions`),
    onSuccess: ({ ended }) =>
      toast(t("{ended, plural, one {# session} other {# sessions}} ended.", { ended })),
    onError: (cause) => toast(sentenceOf(cause)),
  });
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      <Button
        size="small"
        aria-label={t("Act as {name}", { name: person.name })}
        onClick={() => void impersonate(person.id)}
      >
        {t("Act as")}
      </Button>
      <Button
        size="small"
        aria-label={t("Sign {name} out everywhere", { name: person.name })}
        onClick={() =>
          void ask({
            title: t("Sign {name} out everywhere?", { name: person.name }),
            text: t("For a lost device. They sign in again with their password and second factor."),
            yes: t("Sign out"),
          }).then((yes) => yes && signOut.mutate(person))
        }
      >
        {t("Sign out")}
      </Button>
      <Button
        size="small"
        aria-label={t("Reset the second factors of {name}", { name: person.name })}
        onClick={() =>
          void ask({
            title: t("Reset the second factors of {name}?", { name: person.name }),
            text: t(
              "For a lost phone. They are signed out, get an email, and sign in with their password alone until they set a new factor.",
            ),
            yes: t("Reset factors"),
          }).then((yes) => yes && reset.mutate(person))
        }
      >
        {t("Reset factors")}
      </Button>
      <Button
        size="small"
        look="danger"
        onClick={() =>
          void ask({
            title: t("Remove {name}?", { name: person.name }),
            text: t("They are signed out immediately. Their work is kept."),
            yes: t("Remove"),
          }).then((yes) => yes && onRemove())
        }
      >
        {t("Remove")}
      </Button>
    </span>
  );
}
