import { infiniteQueryOptions, useInfiniteQuery } from "@tanstack/react-query";
import type { LeadActivity } from "#modules/leads/contract/activity.ts";
import { api } from "#dashboard/api/client.ts";
import type { Page } from "#dashboard/api/workspace.ts";
import { Glyph, type GlyphShape } from "#dashboard/parts/glyph.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { UnclearNote, unclearQuery } from "#dashboard/parts/send-again.tsx";
import { ShowEarlier } from "#dashboard/parts/button.tsx";
import { LocalTime } from "#dashboard/parts/time.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { detailOf } from "#dashboard/rooms/leads/words.ts";

const activityQuery = (wid: number, id: number) =>
  infiniteQueryOptions({
    queryKey: ["w", wid, "leads", id, "activity"],
    queryFn: ({ pageParam, signal }) =>
      api.get<Page<LeadActivity>>(`/workspaces/${wid}/leads/${id}/activity`, {
        query: { limit: 50, cursor: pageParam },
        signal,
      }),
    initialPageParam: "",
    getNextPageParam: (last) => last.pagination.next_cursor,
  });

type Type = LeadActivity["type"];
const SHAPES: Partial<Record<Type, readonly [GlyphShape, string]>> = {
  sent: ["disc", "info"],
  answered: ["disc", "info"],
  opened: ["half", "info"],
  clicked: ["half", "info"],
  replied: ["star", "accent"],
  meeting_booked: ["tick", "ok"],
  bounced: ["octagon", "bad"],
  send_failed: ["octagon", "bad"],
  send_unclear: ["half", "warn"],
  suppressed: ["octagon", "bad"],
  unsubscribed: ["pause", "warn"],
  validated: ["tick", ""],
  rule: ["star", "info"],
  task: ["ring", "info"],
  task_done: ["tick", "ok"],
};

const NAMES: Readonly<Record<Type, string>> = {
  created: t("Created"),
  validated: t("Validated"),
  suppressed: t("Suppressed"),
  enrolled: t("Enrolled"),
  enrolment_ended: t("Enrolment ended"),
  sent: t("Sent"),
  send_failed: t("Send failed"),
  send_unclear: t("Sent, delivery unknown"),
  opened: t("Opened"),
  clicked: t("Clicked"),
  bounced: t("Bounced"),
  unsubscribed: t("Unsubscribed"),
  meeting_booked: t("Meeting booked"),
  replied: t("Replied"),
  auto_replied: t("Auto replied"),
  answered: t("Answered"),
  rule: t("Follow-up rule"),
  task: t("Task"),
  task_done: t("Task done"),
  task_skipped: t("Task skipped"),
  task_ended: t("Task ended"),
};

/** What is known of a mail whose outcome is unclear, and its other try. */
function Unclear({ wid, leadId, item }: { wid: number; leadId: number; item: LeadActivity }) {
  const { may } = useWorkspace();
  const { data } = useInfiniteQuery(unclearQuery(wid, item.campaign_id ?? 0, leadId));
  const sends = (data?.pages ?? []).flatMap((page) => page.data);
  const send = sends.find(({ id }) => item.id === `${item.type}:${id}`);
  return send ? <UnclearNote wid={wid} send={send} mayResend={may("campaigns.resend")} /> : null;
}

/** What happened to a lead, newest first. */
export function Activity({ wid, leadId }: { wid: number; leadId: number }) {
  const list = useInfiniteQuery(activityQuery(wid, leadId));
  const { data, error, refetch } = list;
  const items = (data?.pages ?? []).flatMap((page) => page.data);
  return (
    <Panel title={t("Activity")} flush>
      {!data ? (
        <Waiting what={t("activity")} rows={5} error={error} onRetry={refetch} inset />
      ) : (
        <ol className="happened">
          {items.map((item) => {
            const [shape, tone] = SHAPES[item.type] ?? ["ring", ""];
            return (
              <li key={item.id}>
                <span className={`st ${tone}`}>
                  <Glyph shape={shape} />
                </span>
                <div className="min-w-0">
                  <b>{NAMES[item.type]}</b>
                  {item.step !== null && (
                    <span className="text-text-2"> {t("step {step}", { step: item.step })}</span>
                  )}
                  {item.campaign_name && (
                    <span className="text-text-2">, {item.campaign_name}</span>
                  )}
                  {(item.subject || item.detail) && (
                    <p className="truncate text-12 text-text-3" title={item.detail}>
                      {[item.subject, detailOf(item)].filter(Boolean).join(" · ")}
                    </p>
                  )}
                  {item.type === "send_unclear" && (
                    <Unclear wid={wid} leadId={leadId} item={item} />
                  )}
                </div>
                <span className="text-12 text-text-3">
                  <LocalTime at={item.at} />
                </span>
              </li>
            );
          })}
        </ol>
      )}
      {list.hasNextPage && (
        <footer>
          <ShowEarlier list={list} />
        </footer>
      )}
    </Panel>
  );
}
