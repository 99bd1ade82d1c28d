import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { WarmupStatus } from "#modules/warmup/contract/warmup.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { when } from "#dashboard/lib/time.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { BarChart } from "#dashboard/parts/bar-chart.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Meter } from "#dashboard/parts/meter.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { healthQuery, warmupQuery } from "./queries.ts";
import { WarmupStateMark } from "./states.tsx";

/** The ramp, where the mails arrived, and the switches. */
export function WarmupPanel({ wid, id, email }: { wid: number; id: number; email: string }) {
  const { may } = useWorkspace();
  const status = useQuery(warmupQuery(wid, email)).data?.data.find(
    ({ mailbox_id }) => mailbox_id === id,
  );
  // Below the health panel: what loads later must not push down what loads first.
  const isBelow = !useQuery(healthQuery(wid, id)).isPending;
  if (!status || !isBelow) return null;
  const isOn = status.state !== "not_started";
  return (
    <Panel
      title="Warmup"
      flush
      aside={
        <>
          <WarmupStateMark state={status.state} />
          {isOn && <span className="text-12 text-text-3">day {status.day}</span>}
          {may("mailboxes.edit") && <Switches wid={wid} status={status} />}
        </>
      }
      footer={
        isOn && (
          <>
            <span className="key">
              <i />
              Sent
            </span>
            <span className="key">
              <i className="line" />
              Plan: start at {status.settings.start_volume} per day, add{" "}
              {status.settings.daily_increment} each day, up to {status.settings.daily_limit}
            </span>
            <span className="wide:ml-auto">
              {count(status.sent_today)} of {count(status.target_today)} today,{" "}
              {count(status.received_today)} received, {count(status.replied_today)} replied
            </span>
          </>
        )
      }
    >
      {isOn ? <Ramp status={status} /> : <NotStarted />}
    </Panel>
  );
}

function NotStarted() {
  return (
    <p className="p-4 text-text-2">
      Your mailboxes send emails to each other and reply, a few more each day. This builds a good
      reputation before campaigns start. Warmup emails do not appear in threads or statistics.
    </p>
  );
}

function Ramp({ status }: { status: WarmupStatus }) {
  return (
    <>
      {(status.warnings.length > 0 || status.state_reason) && (
        <div className="grid gap-2 p-4 pb-0">
          {status.state_reason && (
            <Note tone="warn" title={status.state_reason}>
              {status.quarantined_until &&
                `Resumes automatically ${when(status.quarantined_until)}.`}
            </Note>
          )}
          {status.warnings.map(({ code, message }) => (
            <Note key={code} tone="info" title={message} />
          ))}
        </div>
      )}
      {status.history.length > 0 && (
        <BarChart
          bars={status.history.map(({ day, sent, target }) => ({
            date: day,
            value: sent,
            before: target ?? 0,
          }))}
          unit="sent"
          lineIs="planned"
          label={`Warmup emails per day in ${status.history.length} days. Use the arrow keys to move between days.`}
        />
      )}
      {status.inbox_rate_7d !== null && (
        <div className="px-4 pb-2">
          <Meter
            label={`Warmup emails of the last 7 days: ${percent(status.inbox_rate_7d)} in an inbox, ${percent(status.spam_rate_7d)} in spam`}
            parts={[
              { value: 100 * status.inbox_rate_7d, tone: "ok" },
              { value: 100 * (status.spam_rate_7d ?? 0), tone: "bad" },
            ]}
          />
        </div>
      )}
      <p className="px-4 pb-4 text-13 text-text-2">
        {status.inbox_rate_7d === null
          ? "Inbox placement is available after the first day."
          : `Last 7 days: ${percent(status.inbox_rate_7d)} inbox, ${percent(status.spam_rate_7d)} spam.`}{" "}
        {status.ready
          ? "Ready for campaigns."
          : "Ready for campaigns after 14 days with a score of 80 or more."}
      </p>
    </>
  );
}

function Switches({ wid, status }: { wid: number; status: WarmupStatus }) {
  const queries = useQueryClient();
  const act = useMutation({
    mutationFn: (what: "start" | "pause" | "reset") => {
      const at = `/workspaces/${wid}/warmup/${status.mailbox_id}`;
      return what === "reset" ? api.delete<unknown>(at) : api.post<unknown>(`${at}/${what}`);
    },
    onError: (error) => toast(sentenceOf(error)),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: ["w", wid, "warmup"] }),
        queries.invalidateQueries({ queryKey: ["w", wid, "mailboxes", "list"] }),
      ]),
  });
  const isRunning = status.state !== "not_started" && status.state !== "paused";
  return (
    <span className="ml-auto flex gap-2">
      {isRunning ? (
        <Button size="small" busy={act.isPending} onClick={() => act.mutate("pause")}>
          Pause warmup
        </Button>
      ) : (
        <Button size="small" busy={act.isPending} onClick={() => act.mutate("start")}>
          {status.state === "paused" ? "Resume warmup" : "Start warmup"}
        </Button>
      )}
      {status.state !== "not_started" && (
        <Button
          size="small"
          look="ghost"
          onClick={() =>
            void ask({
              title: `Reset the warmup of ${status.email}?`,
              text: `The progress of ${status.day} days is lost. A new warmup starts at ${status.settings.start_volume} emails per day.`,
              yes: "Stop and reset",
            }).then((yes) => yes && act.mutate("reset"))
          }
        >
          Reset
        </Button>
      )}
    </span>
  );
}
