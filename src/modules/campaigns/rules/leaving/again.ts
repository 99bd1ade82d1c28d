import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { LAST_LOOK_MS } from "#modules/mailboxes/rules/sent-folder.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { SendState } from "#modules/delivery/rules/states.ts";
import type { Rule } from "./rule.ts";
import { NOT_SUPPRESSED } from "./rules.ts";

/** What is known of a mail that somebody wants to send again. */
export type AgainFacts = {
  readonly now: UnixMs;
  /** When it may leave again; null while nobody asked for it. */
  readonly dueAt: UnixMs | null;
  readonly state: SendState;
  readonly evidence: string | null;
  readonly campaignStatus: string;
  /** No sending hours are left in its schedule. */
  readonly scheduleOver: boolean;
  readonly enrolment: EnrolmentStatus;
  /** Its mailbox still belongs to the campaign. */
  readonly hasMailbox: boolean;
  readonly mailboxStatus: string | null;
  /** The lead's address now; null where the lead is gone. */
  readonly email: string | null;
  readonly toEmail: string;
  readonly unsubscribed: boolean;
  readonly bounced: boolean;
  readonly suppressed: boolean;
  /** The words that were handed over are still kept. */
  readonly hasCopy: boolean;
};

const PROOFS: Readonly<Record<string, string>> = {
  smtp: "its server has taken it",
  journal: "the journal of the mail service knows that its server has taken it",
  reply: "the lead has answered it",
  dsn: "a report about it came back",
  hit: "it was opened, or a link in it was followed",
  sent_folder: "it lies in the mailbox's Sent folder",
};

/** Over a mail `s`: the words that were handed over are kept. */
export const HAS_COPY = `EXISTS (SELECT 1 FROM messages c WHERE c.workspace_id = s.workspace_id
  AND c.send_id = s.id AND c.direction = 'outbound' AND c.message_id = s.message_id)`;

/**
 * The rules of a mail that somebody asked to send again, since nobody knows whether it arrived. They
 * differ from those of a first try: a campaign or a sequence that is over sends it all the same. What
 * ends it also refuses who asks; the weightiest first.
 */
export const AGAIN_RULES: Readonly<Record<string, Rule<AgainFacts, "refused">>> = {
  settled: {
    asks: "leave",
    sql: "s.state = 'unknown'",
    blocks: ({ state }) => state !== "unknown",
    sentence({ state, evidence }) {
      if (state === "sent") {
        return `This mail was sent after all: ${PROOFS[evidence ?? ""] ?? "its server has taken it"}.`;
      }
      return state === "queued" || state === "leased" || state === "sending"
        ? "This mail is on its way; it leaves by itself."
        : `This mail is ${state}: only one of which nobody knows whether it arrived can be sent again.`;
    },
    ends: "refused",
  },
  lead: {
    asks: "leave",
    sql: "x.id IS NOT NULL",
    blocks: ({ email }) => email === null,
    sentence: () => "The lead was deleted.",
    ends: "refused",
  },
  unsubscribed: {
    asks: "leave",
    sql: "x.unsubscribed_at IS NULL AND e.status <> 'unsubscribed'",
    blocks: ({ unsubscribed, enrolment }) => unsubscribed || enrolment === "unsubscribed",
    sentence: () => "The lead has unsubscribed.",
    ends: "refused",
  },
  bounced: {
    asks: "leave",
    sql: "x.bounced_at IS NULL AND e.status <> 'bounced'",
    blocks: ({ bounced, enrolment }) => bounced || enrolment === "bounced",
    sentence: () => "The lead's address does not take mail.",
    ends: "refused",
  },
  answered: {
    asks: "leave",
    sql: "e.status <> 'replied'",
    blocks: ({ enrolment }) => enrolment === "replied",
    sentence: () => "The lead has answered meanwhile.",
    ends: "refused",
  },
  suppressed: {
    asks: "leave",
    sql: NOT_SUPPRESSED,
    blocks: ({ suppressed }) => suppressed,
    sentence: () => "The lead's address, or its domain, is suppressed.",
    ends: "refused",
  },
  skipped: {
    asks: "leave",
    sql: "e.status <> 'skipped'",
    blocks: ({ enrolment }) => enrolment === "skipped",
    sentence: () => "The lead was taken out of the campaign's sequence.",
    ends: "refused",
  },
  address: {
    asks: "leave",
    sql: "x.email = s.to_email",
    blocks: ({ email, toEmail }) => email !== toEmail,
    sentence: () => "The lead has another address since; this mail went to the earlier one.",
    ends: "refused",
  },
  assigned: {
    asks: "leave",
    sql: `EXISTS (SELECT 1 FROM campaign_mailboxes a
      WHERE a.campaign_id = s.campaign_id AND a.mailbox_id = s.mailbox_id)`,
    blocks: ({ hasMailbox }) => !hasMailbox,
    sentence: () =>
      "The mailbox that sent it does not belong to the campaign any more; assign it again first.",
    ends: "refused",
  },
  copy: {
    asks: "plan",
    sql: HAS_COPY,
    blocks: ({ hasCopy }) => !hasCopy,
    sentence: () => "The words of this mail are not kept any more.",
    ends: "refused",
  },
  campaign: {
    asks: "leave",
    sql: "k.status IN ('active', 'completed')",
    blocks: ({ campaignStatus }) => campaignStatus !== "active" && campaignStatus !== "completed",
    sentence: () => "The campaign is paused; the mail leaves once it is active again.",
  },
  schedule: {
    asks: "hour",
    blocks: ({ scheduleOver }) => scheduleOver,
    sentence: () => "The campaign's schedule has ended; give it a later end, and the mail leaves.",
  },
  paused: {
    asks: "leave",
    sql: "e.status <> 'paused'",
    blocks: ({ enrolment }) => enrolment === "paused",
    sentence: () => "The lead is paused here; the mail leaves once it goes on.",
  },
  mailbox: {
    asks: "leave",
    sql: "m.status = 'active'",
    blocks: ({ mailboxStatus }) => mailboxStatus !== "active",
    sentence: () =>
      "Its mailbox does not send at the moment; the mail leaves once it is active again.",
  },
  sent_folder: {
    asks: "plan",
    blocks: ({ dueAt, now }) => dueAt !== null && dueAt > now,
    until: ({ dueAt }) => dueAt,
    sentence: () => "It is looked for in the Sent folder first.",
  },
};

const firstOf = (facts: AgainFacts, ends: boolean): string | null =>
  Object.values(AGAIN_RULES)
    .find((rule) => (rule.ends !== undefined) === ends && rule.blocks(facts))
    ?.sentence(facts) ?? null;

/** Why a mail cannot be sent again, in one sentence; null: it can. */
export const againRefusal = (facts: AgainFacts): string | null => firstOf(facts, true);

/** What holds a mail up that is to be sent again, in one sentence; null: nothing but its turn. */
export const againWaits = (facts: AgainFacts): string | null => firstOf(facts, false);

/** The Sent folder is read every few minutes: the last look has been taken by then. */
const AFTER_LAST_LOOK_MS = 2 * MINUTE_MS;

/**
 * When a mail may be sent again whose outcome became unclear then: once its Sent folder was looked
 * through for the last time, for what lies there was sent.
 */
export const againDueAt = (unclearSince: UnixMs, now: UnixMs): UnixMs => {
  const looked = later(unclearSince, LAST_LOOK_MS + AFTER_LAST_LOOK_MS);
  return looked > now ? looked : now;
};
