import type { EnrolmentStatus, SKIP_REASONS } from "#modules/campaigns/rules/states.ts";
import type { UnixMs } from "#platform/rules/ids.ts";

/**
 * The rules that decide when a lead's next mail leaves, in the order in which they are asked; of
 * several that end at the same time the first is named. `ready`: none holds it up.
 */
export const EXPLAIN_RULES = [
  "finished",
  "campaign",
  "no_step",
  "unsubscribed",
  "bounced",
  "suppressed",
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
  "esp_match",
  "paused",
  "held",
  "domain_limit",
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

/**
 * A rule over facts `F`. Who asks it:
 * - `plan`: the claim, before it takes a mail, another try of one included.
 * - `words`: whoever writes the mail, once it is claimed.
 * - `leave`: the claim, its write, and once more the last gate. The write and the gate ask `sql`;
 *   null where SQL can't tell, and they ask `blocks` over the rows that they have.
 * The forecast, `explain` and a campaign's status ask every rule.
 */
export type Rule<F, Ends = LeadEnd> = {
  readonly blocks: (facts: F) => boolean;
  /** Of one that blocks: when it ends by itself; null, and where it says nothing: only a change helps. */
  readonly until?: (facts: F) => UnixMs | null;
  /** One sentence for a person, whether it blocks or not. */
  readonly sentence: (facts: F) => string;
  /** What comes of a mail that is due while it blocks; nothing, where it waits. */
  readonly ends?: Ends;
} & (
  | {
      readonly asks: "plan" | "words";
      /** As with `leave`; it lets readers of many leads ask at once. */
      readonly sql?: string;
    }
  | {
      readonly asks: "leave";
      /**
       * It lets the mail pass, over rows `k` of the campaign, `e` of the lead's place in it, `x` of the
       * lead, `m` of the mailbox, and `s` of a mail that is sent again.
       */
      readonly sql: string | null;
    }
);
