import type { CreateRuleBody, FollowUpRule } from "#modules/campaigns/contract/follow-ups.ts";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import type { z } from "zod";
import { t } from "#dashboard/words/words.ts";

export type RuleBody = z.input<typeof CreateRuleBody>;
export type When = RuleBody["when"];
export type Action = RuleBody["then"][number];

export const WHEN_NAMES: Readonly<Record<When["type"], string>> = {
  reply: t("a reply is"),
  clicked: t("a link is clicked"),
  opened: t("emails are opened"),
  no_reply: t("there is no reply"),
  field: t("a custom field is"),
};

export const ACTION_NAMES: Readonly<Record<Action["type"], string>> = {
  move: t("move to a campaign"),
  start_follow_up: t("start a campaign in the same thread"),
  stop: t("end the sequence"),
  tag: t("add tags"),
  set_status: t("set the status of the thread"),
  assign: t("assign the thread"),
  task: t("create a task"),
  webhook: t("send a webhook"),
};

/** What a cause begins with. */
export function newWhen(type: When["type"], steps: readonly Step[]): When {
  switch (type) {
    case "reply":
      return { type, categories: ["interested"] };
    case "clicked":
      return { type, url: null };
    case "opened":
      return { type, times: 2 };
    case "no_reply":
      return { type, step_id: steps.findLast((step) => step.type === "email")?.id ?? 0, days: 3 };
    case "field":
      return { type, field: "", equals: "" };
  }
}

/** What an action begins with. */
export function newAction(type: Action["type"]): Action {
  switch (type) {
    case "move":
    case "start_follow_up":
      return { type, campaign_id: 0 };
    case "tag":
      return { type, tags: [] };
    case "set_status":
      return { type, status: "interested" };
    case "assign":
      return { type, user_id: 0 };
    case "task":
      return {
        type,
        kind: "call",
        text: t("Call {firstName}", { firstName: "{{ first_name }}" }),
        due_in_days: 0,
        assigned_to: null,
      };
    case "stop":
    case "webhook":
      return { type };
  }
}

export const ruleDraftOf = (rule: FollowUpRule): RuleBody => ({
  when: rule.when as When,
  then: rule.then as Action[],
});
