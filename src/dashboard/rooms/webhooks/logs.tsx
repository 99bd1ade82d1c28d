import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useSearch } from "#dashboard/routing/use-place.ts";
import { Fragment, useEffect, useRef, useState } from "react";
import type { RedeliverAnswer, Webhook, WebhookLog } from "#modules/events/contract/webhooks.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button, ShowEarlier } from "#dashboard/parts/button.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { TableHead } from "#dashboard/parts/table-head.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { Exchange } from "./exchange.tsx";
import { LogFilters } from "./log-filters.tsx";
import { logsQuery, webhookQuery } from "./queries.ts";
import { ATTEMPT_TERMS, ATTEMPT_WORDS, chosenOf } from "./words.ts";

/** Soon after events are delivered on request there are attempts to show. */
const LOOKS_MS = [3_000, 12_000];
export const lookForAttempts = (look: () => unknown): void => {
  for (const wait of LOOKS_MS) setTimeout(look, wait);
};

/** Attempts, by event and outcome, with what was sent and what the receiver answered. */
export function Logs({ wid, webhook }: { wid: number; webhook: Webhook }) {
  const search = chosenOf(useSearch({ from: "/w/$wid/webhooks/$webhookId" }));
  const list = useInfiniteQuery(logsQuery(wid, webhook.id, search));
  const { data, error, refetch } = list;
  const rows = (data?.pages ?? []).flatMap((page) => page.data);
  useNewAttempt(wid, webhook.id, rows[0]?.id);
  return (
    <Panel title={t("Deliveries")} flush footer={list.hasNextPage && <ShowEarlier list={list} />}>
      <LogFilters webhook={webhook} search={search} />
      {!data ? (
        <Waiting what={t("deliveries")} rows={4} error={error} onRetry={refetch} inset />
      ) : rows.length === 0 && (search.event || search.outcome) ? (
        <div className="p-4">
          <Empty title={t("No matching deliveries")}>
            {t("Change the filters to see others.")}
          </Empty>
        </div>
      ) : rows.length === 0 ? (
        <div className="p-4">
          <Empty picture="webhook" title={t("No deliveries yet")}>
            {t("Events are delivered within seconds. Send a test to check your endpoint now.")}
          </Empty>
        </div>
      ) : (
        <table className="tbl as-list">
          <TableHead
            columns={[
              t("Event"),
              t("Result"),
              [t("Attempt"), "num"],
              [t("Duration"), "num"],
              [t("Time"), "num"],
            ]}
          />
          <tbody>
            {rows.map((log) => (
              <Attempt key={log.id} wid={wid} webhookId={webhook.id} log={log} />
            ))}
          </tbody>
        </table>
      )}
    </Panel>
  );
}

/** A new attempt may have turned the webhook off. */
function useNewAttempt(wid: number, id: number, newest: number | undefined): void {
  const queries = useQueryClient();
  const known = useRef(newest);
  useEffect(() => {
    const before = known.current;
    known.current = newest;
    if (newest === undefined || newest === before) return;
    const { queryKey } = webhookQuery(wid, id);
    void queries.invalidateQueries({ queryKey, exact: true }, { cancelRefetch: false });
  }, [queries, wid, id, newest]);
}

function Attempt({ wid, webhookId, log }: { wid: number; webhookId: number; log: WebhookLog }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Fragment>
      <tr className="max-wide:items-center">
        <td>
          <button
            type="button"
            className="link text-left"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {log.event}
          </button>
          {log.delivery_id === null && <span className="tag ml-2">{t("test")}</span>}
        </td>
        <td>
          <Outcome log={log} />
        </td>
        <td className="num">{log.attempt}</td>
        <td className="num">
          {log.duration_ms === null ? "" : t("{ms} ms", { ms: count(log.duration_ms) })}
        </td>
        <td className="num text-text-3">
          <LocalTime at={log.created_at} />
        </td>
      </tr>
      {isOpen && (
        <tr>
          <td colSpan={5} className="full">
            <More wid={wid} webhookId={webhookId} log={log} />
          </td>
        </tr>
      )}
    </Fragment>
  );
}

function Outcome({ log }: { log: WebhookLog }) {
  if (log.error === null && log.status_code === null) {
    return <Status shape="half">{t("In progress")}</Status>;
  }
  if (log.error === null) return <Status tone="ok">{log.status_code}</Status>;
  return (
    <Status tone="bad" shape="octagon">
      {log.status_code ?? ATTEMPT_TERMS[log.error]}
    </Status>
  );
}

function More({ wid, webhookId, log }: { wid: number; webhookId: number; log: WebhookLog }) {
  const { may } = useWorkspace();
  const queries = useQueryClient();
  const refresh = () => queries.invalidateQueries({ queryKey: ["w", wid, "webhooks", webhookId] });
  const again = useMutation({
    mutationFn: () =>
      api.post<RedeliverAnswer>(
        `/workspaces/${wid}/webhooks/${webhookId}/logs/${log.id}/redeliver`,
      ),
    onSuccess: () => {
      toast(t("Delivering again with the same ID."));
      lookForAttempts(refresh);
    },
    onError: (error) => toast(sentenceOf(error)),
    onSettled: refresh,
  });
  return (
    <div className="grid justify-items-start gap-2 py-2">
      {log.error && <p>{ATTEMPT_WORDS[log.error]}.</p>}
      <Exchange log={log} />
      {log.delivery_id !== null && may("webhooks.edit") && (
        <Button busy={again.isPending} onClick={() => again.mutate()}>
          {t("Deliver again")}
        </Button>
      )}
    </div>
  );
}
