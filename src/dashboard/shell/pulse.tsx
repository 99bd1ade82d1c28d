import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { usePath } from "#dashboard/routing/use-place.ts";
import { sendingQuery, countsQuery } from "#dashboard/api/workspace.ts";
import { count, lower } from "#dashboard/lib/format.ts";
import { when } from "#dashboard/lib/time.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { t } from "#dashboard/words/words.ts";
import { firstSteps, isNew } from "./first-steps.ts";
import { roomOfPath } from "./rooms.ts";
import { summaryOf } from "./sending-summary.ts";
import { useWorkspace } from "./use-workspace.ts";

/** The next setup step before the first email; nothing once one was sent, and for who may not take it. */
function useNextStep() {
  const { wid, may } = useWorkspace();
  const stats = useQuery(countsQuery(wid)).data;
  const next = stats && isNew(stats) && firstSteps(stats).find(({ done }) => !done);
  return next && may("campaigns.edit") ? next : null;
}

/** What is next, for a phone, which has no sidebar. The overview shows all steps, and its own room offers it. */
export function NextStep() {
  const { wid } = useWorkspace();
  const next = useNextStep();
  const room = roomOfPath(usePath())?.to;
  if (!next || room === "/w/$wid" || room === next.to) return null;
  return (
    <Link className="next-step" to={next.to} params={{ wid: String(wid) }} search={next.search}>
      <Status tone="accent" shape="half">
        <b className="link">{t("Next: {name}", { name: lower(next.name) })}</b>
      </Status>
    </Link>
  );
}

/** The foot of the sidebar: whether emails are being sent, and when the next one is due. */
export function SendingNow() {
  const { wid } = useWorkspace();
  const sending = useQuery(sendingQuery(wid)).data;
  const next = useNextStep();
  // Before the first email this shows the next setup step in every room.
  if (next) {
    return (
      <Link className="pulse" to={next.to} params={{ wid: String(wid) }} search={next.search}>
        <Status tone="accent" shape="half">
          <b className="text-text">{t("Next: {name}", { name: lower(next.name) })}</b>
        </Status>
        <span className="line-clamp-3">{next.says}</span>
      </Link>
    );
  }
  if (!sending) return <div className="pulse" />;
  const { isSending, line } = summaryOf(sending);
  return (
    <Link className="pulse" to="/w/$wid" params={{ wid: String(wid) }}>
      {isSending ? (
        <Status tone="ok">
          <b className="text-text">{t("Sending")}</b>
        </Status>
      ) : (
        <Status shape="pause">
          <b className="text-text">{t("Not sending")}</b>
        </Status>
      )}
      <span className="line-clamp-3">
        {isSending && sending.next_send_at
          ? t("{n} active, next email {when}", {
              n: count(sending.campaigns.length),
              when: when(sending.next_send_at),
            })
          : sending.next_send_at
            ? t("{line} Next email {when}.", { line, when: when(sending.next_send_at) })
            : line}
      </span>
    </Link>
  );
}
