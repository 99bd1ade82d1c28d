import { infiniteQueryOptions } from "@tanstack/react-query";
import { useState } from "react";
import type { UnclearSend } from "#modules/campaigns/contract/unclear-sends.ts";
import { api } from "#dashboard/api/client.ts";
import { paced } from "#dashboard/api/paced.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import type { Page } from "#dashboard/api/workspace.ts";
import { moment, when } from "#dashboard/lib/time.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { ask } from "./ask.tsx";
import { Button } from "./button.tsx";
import { toast } from "./toast.tsx";

const keyOf = (wid: number, campaignId: number) => ["w", wid, "unclear", campaignId] as const;

/** A campaign's mails of which nobody knows whether they arrived; of one lead, where it is named. */
export const unclearQuery = (wid: number, campaignId: number, leadId: number | null = null) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(wid, campaignId), leadId],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<UnclearSend>>(`/workspaces/${wid}/campaigns/${campaignId}/unclear`, {
        query: { limit: 50, cursor: pageParam, ...(leadId !== null && { lead_id: leadId }) },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
    refetchInterval: (query) => paced(30_000, query),
  });

/** The progress of sending an email of unknown delivery again, in a few words. */
function stateOf({ again, refusal }: UnclearSend): string {
  if (again?.state === "waiting" && again.waits_for) return fromServer(again.waits_for);
  if (again?.state === "waiting") {
    const at = again.not_before;
    return at && Date.parse(at) > Date.now()
      ? t("Will be sent again {at} or later.", { at: when(at) })
      : t("Will be sent again as soon as its mailbox is free.");
  }
  if (again?.state === "on_its_way") return t("Sending again.");
  if (refusal) return fromServer(refusal);
  if (again?.state === "refused")
    return t("Sent again and rejected: {response}", { response: again.response });
  if (again?.state === "unclear") return t("Sent again; delivery is unknown.");
  return t("The receiving server did not confirm it. It may have arrived.");
}

/** What is known of an email of unknown delivery, and the button that sends it again after a confirmation. */
export function UnclearNote({
  wid,
  send,
  mayResend,
}: {
  wid: number;
  send: UnclearSend;
  mayResend: boolean;
}) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const isUnderWay = send.again?.state === "waiting" || send.again?.state === "on_its_way";
  const press = async (): Promise<void> => {
    const sure = await ask({
      title: t("Send “{subject}” to {email} again?", { subject: send.subject, email: send.email }),
      text: t(
        "The receiving server did not confirm it ({at}). If it did arrive, {email} gets it twice. If a reply or the Sent folder shows that it arrived, it is not sent again.",
        { at: moment(send.at), email: send.email },
      ),
      yes: t("Send again"),
      no: t("Cancel"),
      danger: false,
    });
    if (!sure) return;
    setBusy(true);
    setFailure(null);
    try {
      const path = `/workspaces/${wid}/campaigns/${send.campaign_id}/sends/${send.id}/again`;
      const { again } = await api.post<UnclearSend>(path, { times: send.again?.times ?? 0 });
      toast(
        again?.waits_for
          ? t("Will be sent again. {reason}", { reason: fromServer(again.waits_for) })
          : t("Sending to {email} again.", { email: send.email }),
      );
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
      await queryClient.invalidateQueries({ queryKey: keyOf(wid, send.campaign_id) });
    }
  };
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-12">
      <span className="text-text-2">{stateOf(send)}</span>
      {mayResend && !isUnderWay && send.refusal === null && (
        <Button busy={busy} onClick={() => void press()}>
          {t("Send again")}
        </Button>
      )}
      {failure !== null && (
        <span className="text-bad" role="alert">
          {sentenceOf(failure)}
        </span>
      )}
    </div>
  );
}
