import { nextOpening, type Schedule } from "#platform/rules/schedule.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { mailProviderOf } from "#platform/rules/dns/mail-provider.ts";

/**
 * How long a campaign that prefers the match lets a first mail wait, from when it could leave, for a
 * mailbox of the recipient's provider that is merely in its gap: a gap and its jitter as they come.
 */
export const PREFER_WAIT_MS = 15 * MINUTE_MS;

/**
 * The providers that campaigns match: between them goes most business mail, and each trusts its
 * own. Everybody else is written to from any mailbox.
 */
export type MatchedProvider = "google" | "microsoft";

/** SMTP hosts, whose names differ from those of the MX hosts. */
const SMTP_DOMAINS: readonly (readonly [domain: string, provider: MatchedProvider])[] = [
  ["gmail.com", "google"],
  ["office365.com", "microsoft"],
  ["outlook.com", "microsoft"],
  ["live.com", "microsoft"],
];

/**
 * Whose mailbox this is, by its SMTP host; null for any other, or if the name is not conclusive.
 */
export function senderProvider(smtpHost: string): MatchedProvider | null {
  const host = smtpHost.toLowerCase();
  const known = SMTP_DOMAINS.find(([name]) => host === name || host.endsWith(`.${name}`));
  return known ? known[1] : recipientProvider(mailProviderOf([host]));
}

/** Whose mailbox a lead has, by the provider that validation found. */
export function recipientProvider(found: string | null): MatchedProvider | null {
  if (found === "google") return "google";
  return found === "microsoft365" || found === "outlook" ? "microsoft" : null;
}

/** How strictly a campaign writes to a provider's people from a mailbox of the same provider. */
export type EspMatch = "off" | "prefer" | "strict";

/** Whether a mailbox may write a first mail to this recipient: any may, unless the match is strict. */
export const mayServe = (
  match: EspMatch,
  recipient: MatchedProvider | null,
  mailbox: MatchedProvider | null,
): boolean => match !== "strict" || recipient === null || recipient === mailbox;

/**
 * Until when a first mail that is due waits for a mailbox of its recipient's provider, where the
 * match is preferred: a short time from its first sending hour on, so that nobody waits for long.
 */
export const preferUntil = (schedule: Schedule, dueAt: UnixMs): UnixMs =>
  later(nextOpening(schedule, dueAt) ?? dueAt, PREFER_WAIT_MS);
