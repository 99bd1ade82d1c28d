import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import type { EndedSessions, Session } from "#modules/accounts/contract/sessions.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { sessionsQuery } from "./queries.ts";

const METHODS: Readonly<Record<Session["method"], string>> = {
  password: t("Password"),
  "password+totp": t("Password and code"),
  "password+recovery_code": t("Password and recovery code"),
  "password+passkey": t("Password and passkey"),
  passkey: t("Passkey"),
  sso: t("Single sign-on"),
  "sso+mfa": t("Single sign-on, two factors"),
  "sso+totp": t("Single sign-on and code"),
  "sso+recovery_code": t("Single sign-on and recovery code"),
  "sso+passkey": t("Single sign-on and passkey"),
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
    onSuccess: () => toast(t("Session ended.")),
    ...settle,
  });
  const endOthers = useMutation({
    mutationFn: () => api.delete<z.output<typeof EndedSessions>>("/auth/sessions"),
    onSuccess: ({ ended }) =>
      toast(t("{ended, plural, one {# session} other {# sessions}} ended.", { ended })),
    ...settle,
  });
  const sessions = data?.data ?? [];
  return (
    <Panel
      title={t("Sessions")}
      aside={
        sessions.length > 1 && (
          <Button
            className="ml-auto"
            onClick={() =>
              void ask({
                title: t("End all other sessions?"),
                text: t("You stay signed in here. All other browsers have to sign in again."),
                yes: t("End sessions"),
              }).then((yes) => yes && endOthers.mutate())
            }
          >
            {t("End all others")}
          </Button>
        )
      }
      flush
    >
      {!data ? (
        <Waiting what={t("sessions")} rows={3} error={error} onRetry={refetch} inset />
      ) : (
        <table className="tbl as-list">
          <TableHead
            columns={[
              t("Device"),
              t("Network"),
              t("Signed in with"),
              t("Last used"),
              [t("Actions"), "unseen"],
            ]}
          />
          <tbody>
            {sessions.map((session) => (
              <tr key={session.id}>
                <td className="font-medium">{session.device || t("Unknown device")}</td>
                <td className="mono text-text-2">{session.network || t("unknown")}</td>
                <td className="text-text-2">{METHODS[session.method]}</td>
                <td className="text-text-3">
                  {session.is_current ? t("This session") : <LocalTime at={session.last_used_at} />}
                </td>
                <td className="full text-right">
                  {!session.is_current && (
                    <Button
                      size="small"
                      look="danger"
                      aria-label={
                        session.device
                          ? t("End the session of {device}", { device: session.device })
                          : t("End the session of an unknown device")
                      }
                      onClick={() => end.mutate(session.id)}
                    >
                      {t("End")}
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
