import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { EndedSessions, Session } from "#modules/accounts/contract/sessions.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { counted } from "#dashboard/lib/format.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { sessionsQuery } from "./queries.ts";

const METHODS: Readonly<Record<Session["method"], string>> = {
  password: "Password",
  "password+totp": "Password and code",
  "password+recovery_code": "Password and recovery code",
  "password+passkey": "Password and passkey",
  passkey: "Passkey",
  sso: "Single sign-on",
  "sso+mfa": "Single sign-on, two factors",
  "sso+totp": "Single sign-on and code",
  "sso+recovery_code": "Single sign-on and recovery code",
  "sso+passkey": "Single sign-on and passkey",
};

/** Where the person is signed in. */
export function SessionsPanel() {
  const queries = useQueryClient();
  const { data, error, refetch } = useQuery(sessionsQuery);
  const settle = {
    onError: (cause: unknown) => toast(sentenceOf(cause)),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  };
  const end = useMutation({
    mutationFn: (id: string) => api.delete(`/auth/sessions/${encodeURIComponent(id)}`),
    onSuccess: () => toast("Session ended."),
    ...settle,
  });
  const endOthers = useMutation({
    mutationFn: () => api.delete<z.output<typeof EndedSessions>>("/auth/sessions"),
    onSuccess: ({ ended }) => toast(`${counted(ended, "session")} ended.`),
    ...settle,
  });
  const sessions = data?.data ?? [];
  return (
    <Panel
      title="Sessions"
      aside={
        sessions.length > 1 && (
          <Button
            className="ml-auto"
            onClick={() =>
              void ask({
                title: "End all other sessions?",
                text: "You stay signed in here. All other browsers have to sign in again.",
                yes: "End sessions",
              }).then((yes) => yes && endOthers.mutate())
            }
          >
            End all others
          </Button>
        )
      }
      flush
    >
      {!data ? (
        <Waiting what="sessions" rows={2} error={error} onRetry={refetch} inset />
      ) : (
        <table className="tbl as-list">
          <TableHead
            columns={["Device", "Network", "Signed in with", "Last used", ["Actions", "unseen"]]}
          />
          <tbody>
            {sessions.map((session) => (
              <tr key={session.id}>
                <td className="font-medium">{session.device || "Unknown device"}</td>
                <td className="mono text-text-2">{session.network || "unknown"}</td>
                <td className="text-text-2">{METHODS[session.method]}</td>
                <td className="text-text-3">
                  {session.is_current ? "This session" : <LocalTime at={session.last_used_at} />}
                </td>
                <td className="full text-right">
                  {!session.is_current && (
                    <Button
                      size="small"
                      look="danger"
                      aria-label={`End the session of ${session.device || "an unknown device"}`}
                      onClick={() => end.mutate(session.id)}
                    >
                      End
                    </Button>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}
