import type { CampaignId, StepId } from "#platform/rules/ids.ts";
import type { RuleAction, RuleWhen } from "./rule.ts";

/** What ids are called. */
export type RuleNames = {
  readonly campaign: (id: CampaignId) => string;
  /** Position of a step; null: it is gone. */
  readonly step: (id: StepId) => number | null;
};

/** A rule as people read it: "When a reply is interested: add the tag Hot." */
export const ruleSentence = (
  rule: { readonly when: RuleWhen; readonly then: readonly RuleAction[] },
  names: RuleNames,
): string =>
  `When ${whenWords(rule.when, names)}: ${rule.then.map((one) => actionWords(one, names)).join(", ")}.`;

function whenWords(when: RuleWhen, names: RuleNames): string {
  switch (when.type) {
    case "reply":
      return `a reply is ${listed(when.categories.map((one) => one.replaceAll("_", " ")))}`;
    case "clicked":
      return when.url === null ? "a link is clicked" : `the link ${when.url} is clicked`;
    case "opened":
      return when.times === 1 ? "an email is opened" : `emails are opened ${when.times} times`;
    case "no_reply": {
      const position = names.step(when.step_id);
      const step = position === null ? "a deleted step" : `step ${position}`;
      return `there is no reply ${when.days === 1 ? "1 day" : `${when.days} days`} after ${step}`;
    }
    case "field":
      return `the field ${when.field} is “${when.equals}”`;
  }
}

function actionWords(action: RuleAction, names: RuleNames): string {
  switch (action.type) {
    case "move":
      return `move to “${names.campaign(action.campaign_id)}”`;
    case "start_follow_up":
      return `start “${names.campaign(action.campaign_id)}” in the same thread`;
    case "stop":
      return "end the sequence";
    case "tag":
      return `add the ${action.tags.length === 1 ? "tag" : "tags"} ${listed(action.tags, "and")}`;
    case "set_status":
      return `set the status to ${action.status.replaceAll("_", " ")}`;
    case "assign":
      return "assign the thread";
    case "task":
      return `create a task (${action.kind === "linkedin" ? "LinkedIn" : action.kind})`;
    case "webhook":
      return "send a webhook";
  }
}

const listed = (names: readonly string[], word = "or"): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
