import type { CampaignStatus } from "#platform/rules/choices.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import type { Held } from "./forecast/held-by.ts";
import type { Outset } from "./forecast/first-mails.ts";
import { TURN_RULES } from "./leaving/rules.ts";
import { exactly } from "./sending/explain.ts";
import type { PauseReason, SendingStatusCode } from "./states.ts";

/** What can stop a campaign as a whole. */
export type StandingFacts = {
  readonly status: CampaignStatus;
  readonly pausedReason: PauseReason | null;
  readonly steps: number;
  readonly mailboxes: readonly {
    readonly status: MailboxStatus;
    /** It holds its mail because its replies can't be read. */
    readonly repliesUnread?: boolean;
  }[];
  readonly hasOpenLeads: boolean;
  readonly hasPausedLeads: boolean;
  /** A mail that waits since its step cannot be rendered; null for none. */
  readonly broken: { readonly step: number; readonly detail: string } | null;
};

export type SendingVerdict = {
  readonly code: SendingStatusCode;
  /** One sentence that tells a person what holds it up and what to do. */
  readonly message: string;
  /** The earliest moment at which something may leave; null when none is foreseen. */
  readonly nextSendAt: UnixMs | null;
};

const verdict = (
  code: SendingStatusCode,
  message: string,
  nextSendAt: UnixMs | null = null,
): SendingVerdict => ({ code, message, nextSendAt });

/** What to do about a pause. */
const PAUSED: Readonly<Record<Exclude<PauseReason, "bounce_rate" | "complaint_rate">, string>> = {
  manual: "The campaign is paused. Start it to continue.",
  no_mailboxes: "Paused: the campaign has no mailbox left. Assign one, then start it.",
  provider_block:
    "Paused: the providers block all its mailboxes. Fix or replace one, then start it.",
  restored:
    "Paused: the database was restored from a backup. Check what was sent since then, then start it.",
};

/** What stops a campaign as a whole, whichever lead is in line; null: it depends on the turns of its leads. */
export const campaignStop = (facts: StandingFacts): SendingVerdict | null =>
  byStatus(facts) ?? bySetup(facts);

function byStatus({ status, pausedReason }: StandingFacts): SendingVerdict | null {
  switch (status) {
    case "draft":
      return verdict("campaign_draft", "The campaign is not started yet.");
    case "completed":
      return verdict("campaign_completed", "All leads have finished the campaign.");
    case "paused":
      if (pausedReason === "bounce_rate" || pausedReason === "complaint_rate") {
        const what = pausedReason === "bounce_rate" ? "bounces" : "complaints";
        return verdict(
          "bounce_protect",
          `Paused: too many ${what}. Clean the list, then start it.`,
        );
      }
      return verdict("campaign_paused", PAUSED[pausedReason ?? "manual"]);
    case "active":
      return null;
  }
}

function bySetup(facts: StandingFacts): SendingVerdict | null {
  if (facts.steps === 0)
    return verdict("no_steps", "Add a step. The campaign has nothing to send.");
  if (facts.mailboxes.length === 0) {
    return verdict("no_mailboxes", "Assign a mailbox. The campaign has none.");
  }
  if (!facts.mailboxes.some((m) => m.status === "active")) {
    const unread = facts.mailboxes.some((m) => m.repliesUnread);
    return verdict(
      "all_mailboxes_unhealthy",
      unread
        ? "None of its mailboxes can send, because replies cannot be read (IMAP). Sending resumes automatically once they can."
        : "None of its mailboxes can send. Test their connections.",
    );
  }
  if (facts.broken) {
    const { step, detail } = facts.broken;
    return verdict("template_error", `Step ${step} has a template error (${detail}). Fix it.`);
  }
  if (facts.hasOpenLeads) return null;
  return facts.hasPausedLeads
    ? verdict("waiting_for_leads", "All remaining leads are paused.")
    : NOBODY;
}

const NOBODY = verdict("waiting_for_leads", "Add leads. No lead is waiting for an email.");

/**
 * Why a campaign that nothing stops as a whole sends, or does not: the rule that holds the lead which
 * stands for all, and the first mail that is foreseen. `inFlight`: one is on its way.
 */
export function turnVerdict(
  { firstAt, hasLine, held }: Outset,
  inFlight: boolean,
  now: UnixMs,
): SendingVerdict {
  const sending = (at: UnixMs | null) =>
    verdict("healthy", "Sending.", at !== null && at < now ? now : at);
  if (!hasLine) return inFlight ? sending(now) : NOBODY;
  if (firstAt !== null && firstAt <= now) return sending(firstAt);
  if (held === null) return sending(firstAt);
  const { code, says } = codeOf(held);
  if (inFlight && code === "waiting_for_followup_delay") return sending(now);
  const message = typeof says === "string" ? says : says(held.facts);
  return verdict(code, message, firstAt === null ? null : exactly(held.until, firstAt));
}

/** What a campaign says whose leads are held so. */
const codeOf = ({ rule }: Held): (typeof TURN_RULES)[Held["rule"]]["status"] =>
  TURN_RULES[rule].status;

/** The code of what keeps mails back that were due; hours and gaps where nothing else does. */
export function heldCode(held: Held | null): SendingStatusCode {
  const code = held === null ? "healthy" : codeOf(held).code;
  return code === "healthy" ? "out_of_schedule" : code;
}
