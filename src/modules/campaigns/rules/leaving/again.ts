import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { LAST_LOOK_MS } from "#modules/mailboxes/rules/sent-folder.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { SendState } from "#modules/delivery/rules/states.ts";
import type { Rule } from "./rule.ts";
import { NOT_SUPPRESSED, WORKSPACE_RULES } from "./rules.ts";

/** What is known of a mail that somebody wants to send again. */
export type AgainFacts = {
  readonly now: UnixMs;
  /** When it may leave again; null while nobody asked for it. */
  readonly dueAt: UnixMs | null;
  readonly state: SendState;
  readonly evidence: string | null;
  readonly campaignStatus: string;
  /** The client is paused as a whole. */
  readonly isPaused: boolean;
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
  smtp: "the receiving server accepted it",
  journal: "the journal of the mail service shows that the receiving server accepted it",
  api: "the provider's API accepted it",
  draft: "the provider shows that its draft was sent",
  reply: "the lead replied to it",
  dsn: "a delivery report came back",
  hit: "it was opened or clicked",
  sent_folder: "it is in the Sent folder of the mailbox",
};

const PAUSED = { workspace: { isPaused: true, isListBehind: false } };

/** Over a mail `s`: the words that were handed over are kept. */
export const HAS_COPY = `EXISTS (SELECT 1 FROM messages c WHERE c.workspace_id = s.workspace_id
  AND c.send_id = s.id AND c.direction = 'outbound' AND c.message_id = s.message_id)`;

/**
 * The rules of a mail that somebody asked to send again, since nobody knows whether it arrived. They
 * differ from those of a first try: a campaign or a sequence that is over sends it nevertheless. What
 * ends it also refuses who asks; the weightiest first.
 */
export const AGAIN_RULES: Readonly<Record<string, Rule<AgainFacts, "refused">>> = {
  settled: {
    asks: "leave",
    sql: "s.state = 'unknown'",
    blocks: ({ state }) => state !== "unknown",
    sentence({ state, evidence }) {
      if (state === "sent") {
        return `This email was sent after all: ${PROOFS[evidence ?? ""] ?? "the receiving server accepted it"}.`;
      }
      return state === "queued" || state === "leased" || state === "sending"
        ? "This email is already being sent."
        : `This email is ${state}. Only an email with unknown delivery can be sent again.`;
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
    sentence: () => "The address of the lead accepts no email.",
    ends: "refused",
  },
  answered: {
    asks: "leave",
    sql: "e.status <> 'replied'",
    blocks: ({ enrolment }) => enrolment === "replied",
    sentence: () => "The lead has replied.",
    ends: "refused",
  },
  suppressed: {
    asks: "leave",
    sql: NOT_SUPPRESSED,
    blocks: ({ suppressed }) => suppressed,
    sentence: () => "The address of the lead or its domain is suppressed.",
    ends: "refused",
  },
  skipped: {
    asks: "leave",
    sql: "e.status <> 'skipped'",
    blocks: ({ enrolment }) => enrolment === "skipped",
    sentence: () => "The lead was removed from the campaign.",
    ends: "refused",
  },
  address: {
    asks: "leave",
    sql: "x.email = s.to_email",
    blocks: ({ email, toEmail }) => email !== toEmail,
    sentence: () => "The address of the lead has changed since this email.",
    ends: "refused",
  },
  assigned: {
    asks: "leave",
    sql: `EXISTS (SELECT 1 FROM campaign_mailboxes a
      WHERE a.campaign_id = s.campaign_id AND a.mailbox_id = s.mailbox_id)`,
    blocks: ({ hasMailbox }) => !hasMailbox,
    sentence: () =>
      "The mailbox that sent it is no longer assigned to the campaign. Assign it again first.",
    ends: "refused",
  },
  copy: {
    asks: "plan",
    sql: HAS_COPY,
    blocks: ({ hasCopy }) => !hasCopy,
    sentence: () => "The text of this email is no longer stored.",
    ends: "refused",
  },
  client_paused: {
    asks: "leave",
    sql: WORKSPACE_RULES.client_paused.sql,
    blocks: ({ isPaused }) => isPaused,
    sentence: () => WORKSPACE_RULES.client_paused.sentence(PAUSED),
  },
  campaign: {
    asks: "leave",
    sql: "k.status IN ('active', 'completed')",
    blocks: ({ campaignStatus }) => campaignStatus !== "active" && campaignStatus !== "completed",
    sentence: () => "The campaign is paused. The email is sent when it is active again.",
  },
  schedule: {
    asks: "hour",
    blocks: ({ scheduleOver }) => scheduleOver,
    sentence: () =>
      "The schedule of the campaign has ended. Extend its end date to send the email.",
  },
  paused: {
    asks: "leave",
    sql: "e.status <> 'paused'",
    blocks: ({ enrolment }) => enrolment === "paused",
    sentence: () => "The lead is paused in this campaign. The email is sent when it is resumed.",
  },
  mailbox: {
    asks: "leave",
    sql: "m.status = 'active'",
    blocks: ({ mailboxStatus }) => mailboxStatus !== "active",
    sentence: () => "Its mailbox is not sending. The email is sent when it is active again.",
  },
  sent_folder: {
    asks: "plan",
    blocks: ({ dueAt, now }) => dueAt !== null && dueAt > now,
    until: ({ dueAt }) => dueAt,
    sentence: () => "The Sent folder is checked first.",
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
