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
import { UNITS } from "#dashboard/lib/units.ts";
import { fromServer, t } from "#dashboard/words/words.ts";
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
      title={t("Warmup")}
      flush
      aside={
        <>
          <WarmupStateMark state={status.state} />
          {isOn && (
            <span className="text-12 text-text-3">{t("day {day}", { day: status.day })}</span>
          )}
          {may("mailboxes.edit") && <Switches wid={wid} status={status} />}
        </>
      }
      footer={
        isOn && (
          <>
            <span className="key">
              <i />
              {t("Sent")}
            </span>
            <span className="key">
              <i className="line" />
              {t("Plan: start at {start} per day, add {increment} each day, up to {limit}", {
                start: status.settings.start_volume,
                increment: status.settings.daily_increment,
                limit: status.settings.daily_limit,
              })}
            </span>
            <span className="wide:ml-auto">
              {t("{sent} of {target} today, {received} received, {replied} replied", {
                sent: count(status.sent_today),
                target: count(status.target_today),
                received: count(status.received_today),
                replied: count(status.replied_today),
              })}
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
      {t(
        "Your mailboxes send emails to each other and reply, a few more each day. This builds a good reputation before campaigns start. Warmup emails do not appear in threads or statistics.",
      )}
    </p>
  );
}

function Ramp({ status }: { status: WarmupStatus }) {
  return (
    <>
      {(status.warnings.length > 0 || status.state_reason) && (
        <div className="grid gap-2 p-4 pb-0">
          {status.state_reason && (
            <Note tone="warn" title={fromServer(status.state_reason)}>
              {status.quarantined_until &&
                t("Resumes automatically {when}.", {
                  when: when(status.quarantined_until),
                })}
            </Note>
          )}
          {status.warnings.map(({ code, message }) => (
            <Note key={code} tone="info" title={fromServer(message)} />
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
          unit={UNITS.sent}
          lineIs={(n) => t("{n} planned", { n: count(n) })}
          label={t(
            "Warmup emails per day in {days} days. Use the arrow keys to move between days.",
            { days: status.history.length },
          )}
        />
      )}
      {status.inbox_rate_7d !== null && (
        <div className="px-4 pb-2">
          <Meter
            label={t("Warmup emails of the last 7 days: {inbox} in an inbox, {spam} in spam", {
              inbox: percent(status.inbox_rate_7d),
              spam: percent(status.spam_rate_7d),
            })}
            parts={[
              { value: 100 * status.inbox_rate_7d, tone: "ok" },
              { value: 100 * (status.spam_rate_7d ?? 0), tone: "bad" },
            ]}
          />
        </div>
      )}
      <p className="px-4 pb-4 text-13 text-text-2">
        {status.inbox_rate_7d === null
          ? t("Inbox placement is available after the first day.")
          : t("Last 7 days: {inbox} inbox, {spam} spam.", {
              inbox: percent(status.inbox_rate_7d),
              spam: percent(status.spam_rate_7d),
            })}{" "}
        {status.ready
          ? t("Ready for campaigns.")
          : t("Ready for campaigns after 14 days with a score of 80 or more.")}
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
          {t("Pause warmup")}
        </Button>
      ) : (
        <Button size="small" busy={act.isPending} onClick={() => act.mutate("start")}>
          {status.state === "paused" ? t("Resume warmup") : t("Start warmup")}
        </Button>
      )}
      {status.state !== "not_started" && (
        <Button
          size="small"
          look="ghost"
          onClick={() =>
            void ask({
              title: t("Reset the warmup of {email}?", { email: status.email }),
              text: t(
                "The progress of {days} days is lost. A new warmup starts at {start} emails per day.",
                { days: status.day, start: status.settings.start_volume },
              ),
              yes: t("Stop and reset"),
            }).then((yes) => yes && act.mutate("reset"))
          }
        >
          {t("Reset")}
        </Button>
      )}
    </span>
  );
}
