import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import type { SendingDay } from "#modules/campaigns/contract/sending-day.ts";
import type { Sending } from "#modules/campaigns/contract/campaigns.ts";
import { dayQuery, sendingQuery } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { distance, fully, when } from "#dashboard/lib/time.ts";
import { useNow } from "#dashboard/lib/timers.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Failure, ListSkeleton } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { summaryOf } from "#dashboard/shell/sending-summary.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { DayTape } from "./day-tape.tsx";
import { BlockedToday } from "./blocked-today.tsx";

/** Whether emails are being sent, when the next one is due, and what blocks each campaign. */
export function TodayPanel() {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(sendingQuery(wid));
  const { data: day, isPending } = useQuery(dayQuery(wid));
  const now = useNow(30_000);
  if (error && !data) {
    return (
      <Failure
        what={t("The sending status could not be loaded.")}
        error={error}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data || isPending) {
    return (
      <Panel title={t("Today")} flush>
        <ListSkeleton label={t("Loading today's sending")} rows={1} />
      </Panel>
    );
  }
  const { isSending, line } = summaryOf(data);
  return (
    <Panel
      title={t("Today")}
      flush
      aside={
        <>
          {isSending ? (
            <Status tone="ok">{t("Sending")}</Status>
          ) : (
            <Status shape="pause">{t("Not sending")}</Status>
          )}
          {day && (
            <span className="text-12 text-text-2 wide:ml-auto">
              <DaySums day={day} />
            </span>
          )}
        </>
      }
      footer={
        <>
          <span className="key">
            <i />
            {t("Sent")}
          </span>
          <span className="key">
            <i className="plan" />
            {t("Planned")}
          </span>
          <span className="key">
            <i className="off" />
            {t("Outside sending hours")}
          </span>
          <span className="wide:ml-auto">{day?.timezone}</span>
        </>
      }
    >
      <div className="grid gap-3 p-4">
        <p className="text-15">
          {isSending ? (
            <Next sending={data} />
          ) : (
            <>
              {line}{" "}
              {data.next_send_at && (
                <>
                  <Say
                    id={"Next email <0/> or later."}
                    parts={{ 0: <b>{when(data.next_send_at)}</b> }}
                  />
                </>
              )}
            </>
          )}
        </p>
        {day ? <DayTape day={day} now={now} /> : <div className="tape-bone" aria-hidden="true" />}
        {data.campaigns.length > (isSending ? 0 : 1) && (
          <ul className="grid gap-2 text-13">
            {data.campaigns.map(({ id, name, sending_status, timezone }) => (
              <li key={id} className="flex flex-wrap items-baseline gap-x-3">
                <Link
                  to="/w/$wid/campaigns/$id"
                  params={{ wid: String(wid), id: String(id) }}
                  className="inline-grid min-h-(--hit) content-center font-medium text-text!"
                >
                  {name}
                </Link>
                <span className="text-text-2">{fromServer(sending_status.message)}</span>
                {sending_status.next_send_at && (
                  <span
                    className="text-text-3 wide:ml-auto"
                    title={`${fully(sending_status.next_send_at)}\n${fully(sending_status.next_send_at, timezone)}`}
                  >
                    {t("next {when}", { when: when(sending_status.next_send_at) })}
                  </span>
                )}
              </li>
            ))}
          </ul>
        )}
        {day && <BlockedToday blocked={day.held} />}
      </div>
    </Panel>
  );
}

function Next({ sending }: { sending: Sending }) {
  const now = useNow(10_000);
  const at = sending.next_send_at;
  if (!at) return <>{t("Emails are sent when leads are due.")}</>;
  const soon = new Date(at).getTime() <= now + 30_000;
  return (
    <>
      {soon ? (
        <Say id={"Next email <0>now</0>."} parts={{ 0: <b /> }} />
      ) : (
        <Say
          id={"Next email <0/>, {distance}."}
          values={{ distance: distance(at, now) }}
          parts={{ 0: <b>{when(at)}</b> }}
        />
      )}
    </>
  );
}

function DaySums({ day }: { day: SendingDay }) {
  const parts = {
    0: <b className="text-text">{count(day.sent)}</b>,
    1: <b className="text-text">{count(day.planned)}</b>,
  };
  return day.limit > 0 ? (
    <Say
      id={"<0/> sent, <1/> planned, limit {limit}"}
      values={{ limit: count(day.limit) }}
      parts={parts}
    />
  ) : (
    <Say id={"<0/> sent, <1/> planned"} parts={parts} />
  );
}
