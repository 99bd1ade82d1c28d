import { useQuery } from "@tanstack/react-query";
import { type CSSProperties } from "react";
import type { MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { Fact, Panel } from "#dashboard/parts/panel.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { healthQuery } from "./queries.ts";
import { HealthState, issuesOf, toneOfHealth, useWords } from "./states.tsx";

/** The score, what it lost and why, and what the judgement rests on. */
export function HealthPanel({ wid, id }: { wid: number; id: number }) {
  const { data, error, refetch } = useQuery(healthQuery(wid, id));
  return (
    <Panel title="Health" aside={data && <HealthState health={data} />}>
      {data ? (
        <Health health={data} />
      ) : (
        <Waiting what="health" rows={3} error={error} onRetry={refetch} />
      )}
    </Panel>
  );
}

function Health({ health }: { health: MailboxHealth }) {
  const { rates, imap } = health;
  const issues = issuesOf(health);
  const lost = issues.filter(({ points }) => points > 0);
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-4">
        <p className="figure">
          {health.score === null ? (
            <b>–</b>
          ) : (
            <>
              <b>{health.score}</b> <span className="text-12 text-text-3">of 100</span>
            </>
          )}
        </p>
        <span
          className="meter flex-1"
          role="img"
          aria-label={`${health.score === null ? "No score yet" : `${health.score} of 100`}${lost.map(({ points, code }) => `, minus ${points} for ${code.replaceAll("_", " ")}`).join("")}`}
        >
          <i
            className={toneOfHealth(health.status)}
            style={{ "--v": health.score ?? 0 } as CSSProperties}
          />
          {lost.map(({ code, points }) => (
            <i key={code} className="gone" style={{ "--v": points } as CSSProperties} />
          ))}
        </span>
      </div>
      {issues.length > 0 ? (
        <ul className="grid gap-2">
          {issues.map(({ code, points, message, fix }) => (
            <li key={code} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-2 text-13">
              <b className="text-right">{points > 0 ? `−${points}` : ""}</b>
              <span>
                {message}
                {fix && <span className="block text-text-2">{fix}</span>}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-text-2">
          {health.score === null
            ? "No health score yet. Its DNS records have not been checked."
            : "No problems found."}
        </p>
      )}
      <dl className="facts">
        <Fact name="Today">{useWords(health)}</Fact>
        <Fact name="Sent, 7 days">{count(rates.sent_7d)}</Fact>
        <Fact name="Bounced">{percent(rates.bounce_rate)}</Fact>
        <Fact name="Complaints">{percent(rates.complaint_rate, 2)}</Fact>
        <Fact name="Replied">{percent(rates.reply_rate)}</Fact>
        <Fact name="Warmup in spam">{percent(rates.spam_placement)}</Fact>
        <Fact name="Last read">
          {imap === null
            ? "send only"
            : imap.last_sync_at
              ? distance(imap.last_sync_at)
              : "not yet"}
        </Fact>
      </dl>
    </div>
  );
}
