import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { Pacing } from "#modules/campaigns/contract/pacing.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Scroll } from "#dashboard/parts/scroll.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { pacingQuery } from "./queries.ts";

const STATES: Readonly<
  Record<
    Pacing["status"],
    { readonly tone: "ok" | "warn" | "bad" | "plain"; readonly says: string }
  >
> = {
  open: { tone: "ok", says: t("No limit") },
  growing: { tone: "ok", says: t("Growing") },
  limit_reached: { tone: "plain", says: t("Limit reached") },
  held: { tone: "bad", says: t("Waiting") },
  halved: { tone: "warn", says: t("Half") },
  throttled: { tone: "warn", says: t("Half") },
  paused: { tone: "bad", says: t("Paused") },
};
const CAN_RESUME: readonly Pacing["status"][] = ["held", "halved", "throttled", "paused"];

/** How much of today's mail each provider of recipients gets from the mailbox's domain, and why. */
export function PacingPanel({ wid, email }: { wid: number; email: string }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const domain = email.split("@")[1] ?? "";
  const query = pacingQuery(wid, domain);
  const { data } = useQuery(query);
  const resume = useMutation({
    mutationFn: ({ recipients }: Pacing) =>
      api.post<Pacing>(`/workspaces/${wid}/pacing/resume`, { domain, recipients }),
    onError: (error) => toast(sentenceOf(error)),
    onSuccess: ({ name }) =>
      toast(t("{domain} writes to {provider} again.", { domain, provider: name })),
    onSettled: () => queries.invalidateQueries({ queryKey: query.queryKey }),
  });
  if (!data || (!data.enabled && data.data.length === 0)) return null;
  return (
    <Panel
      title={t("Recipient providers")}
      flush
      footer={
        data.enabled
          ? t(
              "Campaign emails of all mailboxes at {domain}, by who takes the recipient's email. Days are in UTC.",
              { domain },
            )
          : t("Pacing is turned off in Settings, Sending.")
      }
    >
      {data.data.length === 0 ? (
        <p className="px-4 py-3 text-text-2">
          {t("No campaign email has been sent to a known provider yet.")}
        </p>
      ) : (
        <Scroll label={t("Recipient providers")}>
          <table className="tbl">
            <TableHead
              columns={[t("Provider"), [t("Sent today"), "num"], t("Status"), [t("Why"), "wide"]]}
            />
            <tbody>
              {data.data.map((pace) => (
                <tr key={pace.recipients}>
                  <td>
                    <b className="font-medium">{pace.name}</b>
                    <span className="block text-12 text-text-2 wide:hidden">
                      {fromServer(pace.reason)}
                    </span>
                  </td>
                  <td className="num">
                    {pace.limit === null
                      ? count(pace.sent_today)
                      : t("{used} of {limit}", {
                          used: count(pace.sent_today),
                          limit: count(pace.limit),
                        })}
                  </td>
                  <td>
                    <Status tone={STATES[pace.status].tone}>{STATES[pace.status].says}</Status>
                    {pace.until !== null && (
                      <span className="block text-12 whitespace-nowrap text-text-3">
                        {distance(pace.until)}
                      </span>
                    )}
                    {may("mailboxes.edit") && CAN_RESUME.includes(pace.status) && (
                      <Button
                        size="small"
                        className="mt-1"
                        busy={resume.isPending}
                        onClick={() => resume.mutate(pace)}
                        aria-label={t("Resume {name}", { name: pace.name })}
                      >
                        {t("Resume")}
                      </Button>
                    )}
                  </td>
                  <td className="text-text-2 max-wide:hidden">
                    {fromServer(pace.reason)}
                    {pace.refusal !== null && CAN_RESUME.includes(pace.status) && (
                      <span className="block text-12 text-text-3">{pace.refusal}</span>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroll>
      )}
    </Panel>
  );
}
