import type { ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { TaskKind } from "#modules/campaigns/rules/tasks.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import type { CampaignId, StepId, UserId } from "#platform/rules/ids.ts";

/** What a rule waits for. */
export type RuleWhen =
  | { readonly type: "reply"; readonly categories: readonly ReplyCategory[] }
  /** `url` null: any link. */
  | { readonly type: "clicked"; readonly url: string | null }
  | { readonly type: "opened"; readonly times: number }
  | { readonly type: "no_reply"; readonly step_id: StepId; readonly days: number }
  | { readonly type: "field"; readonly field: string; readonly equals: string };

/** Statuses that a rule can set: the others have effects that only a person should cause. */
export const RULE_STATUSES = [
  "open",
  "interested",
  "information_requested",
  "won",
  "lost",
  "not_interested",
  "wrong_person",
  "closed",
] as const satisfies readonly ThreadStatus[];
export type RuleStatus = (typeof RULE_STATUSES)[number];

/** What a rule does. */
export type RuleAction =
  | { readonly type: "move"; readonly campaign_id: CampaignId }
  | { readonly type: "start_follow_up"; readonly campaign_id: CampaignId }
  | { readonly type: "stop" }
  | { readonly type: "tag"; readonly tags: readonly string[] }
  | { readonly type: "set_status"; readonly status: RuleStatus }
  | { readonly type: "assign"; readonly user_id: UserId }
  | {
      readonly type: "task";
      readonly kind: TaskKind;
      readonly text: string;
      readonly due_in_days: number;
      readonly assigned_to: UserId | null;
    }
  | { readonly type: "webhook" };

export const WHEN_TYPES = ["reply", "clicked", "opened", "no_reply", "field"] as const;

/** A stopped rule lost what it needs: its target was deleted, or its step. */
export const RULE_STATES = ["active", "paused", "stopped"] as const;
export const STOP_REASONS = ["campaign_deleted", "step_deleted"] as const;
export const RUN_STATES = ["waiting", "done", "skipped"] as const;

type Start = Extract<RuleAction, { readonly campaign_id: CampaignId }>;

/** The campaign that a rule sends leads to; null: none. */
export const campaignStart = (then: readonly RuleAction[]): Start | null =>
  then.find((action): action is Start => "campaign_id" in action) ?? null;

type Known = { readonly when: RuleWhen; readonly then: readonly RuleAction[] };

/** Whether one event can be the cause of both. */
function canCoincide(a: RuleWhen, b: RuleWhen): boolean {
  if (a.type === "reply" && b.type === "reply")
    return a.categories.some((category) => b.categories.includes(category));
  if (a.type === "clicked" && b.type === "clicked")
    return a.url === null || b.url === null || a.url === b.url;
  if (a.type === "opened" && b.type === "opened") return a.times === b.times;
  if (a.type === "no_reply" && b.type === "no_reply")
    return a.step_id === b.step_id && a.days === b.days;
  if (a.type === "field" && b.type === "field") return a.field !== b.field || a.equals === b.equals;
  return false;
}

/** The first of these rules that would start another campaign for the same cause. */
export const clashOf = <R extends Known>(rule: Known, others: readonly R[]): R | null => {
  const to = campaignStart(rule.then);
  if (to === null) return null;
  return (
    others.find((other) => {
      const theirs = campaignStart(other.then);
      return (
        theirs !== null &&
        theirs.campaign_id !== to.campaign_id &&
        canCoincide(rule.when, other.when)
      );
    }) ?? null
  );
};

/** Campaigns on the way from one to another by rules, both included; null where none leads there. */
export function wayTo(
  from: CampaignId,
  to: CampaignId,
  edges: readonly { readonly from: CampaignId; readonly to: CampaignId }[],
): CampaignId[] | null {
  const leads = Map.groupBy(edges, (edge) => edge.from);
  const before = new Map<CampaignId, CampaignId | null>([[from, null]]);
  const queue = [from];
  for (let at = queue.shift(); at !== undefined; at = queue.shift()) {
    if (at === to) {
      const way: CampaignId[] = [];
      for (let one: CampaignId | null = to; one !== null; one = before.get(one) ?? null)
        way.unshift(one);
      return way;
    }
    for (const { to: next } of leads.get(at) ?? []) {
      if (before.has(next)) continue;
      before.set(next, at);
      queue.push(next);
    }
  }
  return null;
}
