import type { EnrolmentStatus, SKIP_REASONS } from "#modules/campaigns/rules/states.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/**
 * The rules that decide when a lead's next mail leaves, in the order in which they are asked; of
 * several that end at the same time the first is named, and a wait of the lead's own last. `ready`:
 * none holds it up.
 */
export const EXPLAIN_RULES = [
  "finished",
  "client_paused",
  "suppressions_behind",
  "campaign",
  "move_behind",
  "no_step",
  "task",
  "unsubscribed",
  "bounced",
  "suppressed",
  "install_suppressed",
  "invalid",
  "risky",
  "company_answered",
  "contacted",
  "missing_variable",
  "template_error",
  "in_flight",
  "unknown",
  "no_mailbox",
  "mailbox",
  "sandbox",
  "esp_match",
  "paused",
  "held",
  "quota_reached",
  "first_contact",
  "domain_limit",
  "provider_hold",
  "provider_limit",
  "campaign_day_limit",
  "new_lead_limit",
  "mailbox_day_limit",
  "retry",
  "delay",
  "mailbox_gap",
  "queue",
  "schedule",
  "ready",
] as const;
export type ExplainRule = (typeof EXPLAIN_RULES)[number];
export type RuleCode = Exclude<ExplainRule, "ready">;

/** What becomes of a lead's place in the campaign where a rule ends it. */
export type LeadEnd = {
  readonly status: Extract<EnrolmentStatus, "skipped" | "bounced" | "unsubscribed" | "completed">;
  readonly reason: (typeof SKIP_REASONS)[number] | null;
};

/** A rule over facts `F`. */
export type Rule<F, Ends = LeadEnd> = {
  readonly blocks: (facts: F) => boolean;
  /** Of one that blocks: when it ends by itself; null, and where it says nothing: only a change helps. */
  readonly until?: (facts: F) => UnixMs | null;
  /** One sentence for a person, whether it blocks or not. */
  readonly sentence: (facts: F) => string;
  /** What comes of a mail that is due while it blocks; nothing, where it waits. */
  readonly ends?: Ends;
} & (Planned | Leaving | Clocked);

/** The claim asks it before it takes a mail, another try of one included; or who writes the mail, once it is claimed. */
type Planned = {
  readonly asks: "plan" | "words";
  /** As below; it lets those ask who look at many leads at once. */
  readonly sql?: string;
};

/** The claim asks it, its write does in SQL, and so does the last gate once more. */
type Leaving = {
  readonly asks: "leave";
  /**
   * It lets the mail pass, over rows `k` of the campaign, `e` of the lead's place in it, `x` of the
   * lead, `m` of the mailbox, and `s` of a mail that is sent again.
   */
  readonly sql: string;
};

/**
 * As those that leave, but SQL knows no clocks, no keyed hashes and nothing of the install: claim and
 * gate ask it of the rows that they have.
 */
type Clocked = { readonly asks: "hour" | "install" | "pace"; readonly sql?: undefined };
