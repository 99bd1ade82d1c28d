import { useQuery } from "@tanstack/react-query";
import { type CSSProperties } from "react";
import type { MailboxHealth } from "#modules/health/contract/mailbox-health.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { distance } from "#dashboard/lib/time.ts";
import { Meter } from "#dashboard/parts/meter.tsx";
import { Fact, Panel } from "#dashboard/parts/panel.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { healthQuery } from "./queries.ts";
import { HealthState, issuesOf, toneOfHealth, useWords } from "./states.tsx";

/** What costs points, by the codes of issues. */
const CAUSES: Readonly<Record<string, string>> = {
  bounce_rate: t("bounce rate"),
  complaint_rate: t("complaint rate"),
  spam_placement: t("spam placement"),
  blocklisted: t("blocklisted"),
  mx_fail: t("mx fail"),
  spf_fail: t("spf fail"),
  dkim_fail: t("dkim fail"),
  dmarc_fail: t("dmarc fail"),
};
const causeOf = (code: string): string => CAUSES[code] ?? code.replaceAll("_", " ");

/** The score, what it lost and why, and what the judgement rests on. */
export function HealthPanel({ wid, id }: { wid: number; id: number }) {
  const { data, error, refetch } = useQuery(healthQuery(wid, id));
  return (
    <Panel title={t("Health")} aside={data && <HealthState health={data} />}>
      {data ? (
        <Health health={data} />
      ) : (
        <Waiting what={t("health")} rows={3} error={error} onRetry={refetch} />
      )}
    </Panel>
  );
}

/** What of the day's limit is used, and what lowers it. */
function Today({ health: { usage } }: { health: MailboxHealth }) {
  const { sent_today: sent, effective_limit: limit, daily_limit: own } = usage;
  const whole = Math.max(own, sent, 1);
  const left = Math.max(0, limit - sent);
  const cut = Math.max(0, own - Math.max(limit, sent));
  const said = { sent: count(sent), left: count(left), limit: count(limit) };
  return (
    <div className="grid gap-1">
      <Meter
        label={
          cut > 0
            ? t("Today: {sent} sent, {left} left of {limit}, {cut} less than its own limit", {
                ...said,
                cut: count(cut),
              })
            : t("Today: {sent} sent, {left} left of {limit}", said)
        }
        parts={[
          { value: (100 * sent) / whole },
          { value: (100 * left) / whole, tone: "plan" },
          { value: (100 * cut) / whole, tone: "gone" },
        ]}
      />
      <p className="flex flex-wrap gap-x-4 text-12 text-text-2">
        <span className="key">
          <i />
          {t("{sent} sent today", { sent: count(sent) })}
        </span>
        <span className="key">
          <i className="plan" />
          {t("{left} left", { left: count(left) })}
        </span>
        {cut > 0 && <span>{t("{cut} of its limit not used yet", { cut: count(cut) })}</span>}
      </p>
    </div>
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
              <b>{health.score}</b> <span className="text-12 text-text-3">{t("of 100")}</span>
            </>
          )}
        </p>
        <span
          className="meter flex-1"
          role="img"
          aria-label={[
            health.score === null
              ? t("No score yet")
              : t("{score} of 100", { score: health.score }),
            ...lost.map(({ points, code }) =>
              t("minus {points} for {cause}", { points, cause: causeOf(code) }),
            ),
          ].join(", ")}
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
      <Today health={health} />
      {issues.length > 0 ? (
        <ul className="grid gap-2">
          {issues.map(({ code, points, message, fix }) => (
            <li key={code} className="grid grid-cols-[2.5rem_minmax(0,1fr)] gap-2 text-13">
              <b className="text-right">{points > 0 ? `−${points}` : ""}</b>
              <span>
                {fromServer(message)}
                {fix && <span className="block text-text-2">{fromServer(fix)}</span>}
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="text-text-2">
          {health.score === null
            ? t("No health score yet. Its DNS records have not been checked.")
            : t("No problems found.")}
        </p>
      )}
      <dl className="facts">
        <Fact name={t("Today")}>{useWords(health)}</Fact>
        <Fact name={t("Sent, 7 days")}>{count(rates.sent_7d)}</Fact>
        <Fact name={t("Bounced")}>{percent(rates.bounce_rate)}</Fact>
        <Fact name={t("Complaints")}>{percent(rates.complaint_rate, 2)}</Fact>
        <Fact name={t("Replied")}>{percent(rates.reply_rate)}</Fact>
        <Fact name={t("Warmup in spam")}>{percent(rates.spam_placement)}</Fact>
        <Fact name={t("Last read")}>
          {imap === null
            ? t("send only")
            : imap.last_sync_at
              ? distance(imap.last_sync_at)
              : t("not yet")}
        </Fact>
      </dl>
    </div>
  );
}
