import { NOUNS_OF_QUOTA, type Quotas, QUOTAS, quotaState } from "#modules/accounts/rules/quota.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { HOUR_MS } from "#platform/rules/time.ts";
import { daysOfWork, type KeptFigures } from "./figures.ts";

/** What may be wrong with a workspace, what weighs most first. */
export const WARNING_CODES = [
  "bounce_protect",
  "campaign_stopped",
  "quota_reached",
  "mailboxes_reconnect",
  "mailboxes_failing",
  "mailboxes_quarantined",
  "replies_waiting",
  "no_leads",
  "domains_lacking",
  "leads_running_out",
  "quota_near",
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

/** Something that asks for a person. `critical`: emails do not leave, or somebody waits for an answer. */
export type Warning = {
  readonly code: WarningCode;
  readonly severity: "critical" | "warning";
  readonly count: number;
  readonly message: string;
};

/** A reply that nobody answered for so long is warned of. */
export const REPLY_WAITS_MS = 24 * HOUR_MS;
/** Leads for fewer days of work than this are warned of. */
export const DAYS_OF_WORK_LOW = 3;

/** Everything that asks for a person in a workspace, in the order of `WARNING_CODES`. */
export function warningsOf(
  figures: KeptFigures,
  used: Readonly<Record<(typeof QUOTAS)[number], number>>,
  quotas: Quotas,
  now: UnixMs,
): Warning[] {
  const found: Warning[] = [];
  const add = (code: WarningCode, severity: Warning["severity"], count: number, text: string) => {
    if (count > 0) found.push({ code, severity, count, message: text });
  };
  const { mailboxes, oldestUnansweredAt: oldest, activeCampaigns } = figures;
  const { pausedByRates, stopped } = figures;
  add(
    "bounce_protect",
    "critical",
    pausedByRates,
    pausedByRates === 1
      ? "1 campaign paused by too many bounces or complaints."
      : `${pausedByRates} campaigns paused by too many bounces or complaints.`,
  );
  add(
    "campaign_stopped",
    "critical",
    stopped,
    stopped === 1
      ? "1 campaign stopped: no mailbox is left, providers block them, or a backup was restored."
      : `${stopped} campaigns stopped: no mailbox is left, providers block them, or a backup was restored.`,
  );
  for (const name of QUOTAS) {
    const limit = quotas[name];
    if (limit === null || quotaState(limit, used[name]) !== "reached") continue;
    const text = `Quota reached: ${used[name]} of ${limit} ${NOUNS_OF_QUOTA[name]}.`;
    add("quota_reached", name === "mails_month" ? "critical" : "warning", 1, text);
  }
  const lost = mailboxes.reconnect_required ?? 0;
  add(
    "mailboxes_reconnect",
    "critical",
    lost,
    lost === 1 ? "1 mailbox needs to be reconnected." : `${lost} mailboxes need to be reconnected.`,
  );
  const failing = (mailboxes.connection_error ?? 0) + (mailboxes.sending_error ?? 0);
  add(
    "mailboxes_failing",
    "critical",
    failing,
    failing === 1
      ? "1 mailbox cannot send or be read."
      : `${failing} mailboxes cannot send or be read.`,
  );
  const { quarantined } = figures;
  add(
    "mailboxes_quarantined",
    "critical",
    quarantined,
    quarantined === 1
      ? "1 mailbox sends nothing for now: too many bounces, complaints or emails in spam."
      : `${quarantined} mailboxes send nothing for now: too many bounces, complaints or emails in spam.`,
  );
  const waits = oldest === null ? 0 : now - oldest;
  if (waits > REPLY_WAITS_MS) {
    const hours = Math.floor(waits / HOUR_MS);
    add("replies_waiting", "critical", 1, `A reply has waited for an answer for ${hours} hours.`);
  }
  const days = daysOfWork(figures);
  if (activeCampaigns > 0 && figures.leadsLeft === 0) {
    add("no_leads", "warning", 1, "No lead of an active campaign is waiting for an email.");
  } else if (activeCampaigns > 0 && days !== null && days < DAYS_OF_WORK_LOW) {
    add("leads_running_out", "warning", 1, `Leads are left for ${days} days of sending.`);
  }
  const lacking = figures.domainsLacking;
  add(
    "domains_lacking",
    "warning",
    lacking,
    lacking === 1
      ? "1 sending domain lacks DNS records."
      : `${lacking} sending domains lack DNS records.`,
  );
  for (const name of QUOTAS) {
    const limit = quotas[name];
    if (limit === null || quotaState(limit, used[name]) !== "near") continue;
    const text = `Over 80 % of the quota: ${used[name]} of ${limit} ${NOUNS_OF_QUOTA[name]}.`;
    add("quota_near", "warning", 1, text);
  }
  return found.toSorted((a, b) => weightOf(a) - weightOf(b));
}

const weightOf = ({ code }: Warning): number => WARNING_CODES.indexOf(code);

/** How much a workspace needs somebody: critical warnings first, then how many there are. */
export const urgencyOf = (warnings: readonly Warning[]): number =>
  warnings.reduce((sum, { severity }) => sum + (severity === "critical" ? 100 : 1), 0);
