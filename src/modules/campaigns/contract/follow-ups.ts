import { z } from "zod";
import { TagNames } from "#modules/leads/contract/tags.ts";
import { REPLY_CATEGORIES } from "#modules/delivery/rules/reply-categories.ts";
import {
  RULE_STATES,
  RULE_STATUSES,
  STOP_REASONS,
} from "#modules/campaigns/rules/follow-ups/rule.ts";
import { bodyId, listOf, NullableTime, Time } from "#platform/contract/common.ts";
import type { CampaignId, StepId, UserId } from "#platform/rules/ids.ts";
import { TaskKindField, TaskText } from "./task-fields.ts";

const FIELD_CHARS = 100;
const VALUE_CHARS = 500;
const MOST_ACTIONS = 10;
const MOST_DAYS = 365;

/** As it is sent, and as it is shown. */
const whenOf = <S extends z.ZodType, C extends z.ZodType>(step: S, categories: C) =>
  z.discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("reply").describe("A reply gets one of these categories."),
      categories: categories.describe("Categories of replies; one of them is enough."),
    }),
    z.strictObject({
      type: z.literal("clicked").describe("A person clicked a link in an email of the campaign."),
      url: z
        .string()
        .trim()
        .min(1)
        .max(2_000)
        .nullable()
        .default(null)
        .describe("The target of the link as the email has it; null means any link."),
    }),
    z.strictObject({
      type: z.literal("opened").describe("Emails of the campaign were opened by a person."),
      times: z
        .int()
        .min(1)
        .max(100)
        .default(1)
        .describe("Opens of the campaign's emails together."),
    }),
    z.strictObject({
      type: z.literal("no_reply").describe("Nobody replied for some days after a step was sent."),
      step_id: step.describe("The step of this campaign."),
      days: z.int().min(1).max(MOST_DAYS).describe("Days of 24 hours since it was sent."),
    }),
    z.strictObject({
      type: z.literal("field").describe("A custom field of the lead gets a value."),
      field: z
        .string()
        .trim()
        .min(1)
        .max(FIELD_CHARS)
        .regex(/^[^"\\\p{Cc}]+$/u, "Enter the name of a custom field.")
        .describe("Name of the custom field, without `custom.`."),
      equals: z.string().max(VALUE_CHARS).describe("The value, exactly as it is written."),
    }),
  ]);

const categories = z
  .array(z.enum(REPLY_CATEGORIES))
  .min(1, "Choose at least one category.")
  .max(REPLY_CATEGORIES.length);
const When = whenOf(
  bodyId<StepId>(),
  categories.transform((all) => [...new Set(all)]),
);
const ShownWhen = whenOf(z.int(), categories);

const actionOf = <C extends z.ZodType, P extends z.ZodType, T extends z.ZodType>(
  campaign: C,
  person: P,
  tags: T,
) =>
  z.discriminatedUnion("type", [
    z.strictObject({
      type: z.literal("move").describe("Ends the sequence here and begins the other campaign."),
      campaign_id: campaign.describe("The other campaign."),
    }),
    z.strictObject({
      type: z
        .literal("start_follow_up")
        .describe("As move, and its first email replies to the last one that was sent here."),
      campaign_id: campaign.describe("The other campaign."),
    }),
    z.strictObject({ type: z.literal("stop").describe("Ends the sequence here.") }),
    z.strictObject({
      type: z.literal("tag").describe("Gives the lead tags."),
      tags: tags.describe("Names of the tags."),
    }),
    z.strictObject({
      type: z.literal("set_status").describe("Sets the status of the thread, where there is one."),
      status: z.enum(RULE_STATUSES).describe("The status."),
    }),
    z.strictObject({
      type: z.literal("assign").describe("Assigns the thread, where there is one."),
      user_id: person.describe("Somebody who works in this workspace."),
    }),
    z.strictObject({
      type: z.literal("task").describe("Creates a task."),
      kind: TaskKindField,
      text: TaskText,
      due_in_days: z.int().min(0).max(MOST_DAYS).default(0).describe("Days until it is due."),
      assigned_to: person.nullable().default(null).describe("Who is to do it; null means anybody."),
    }),
    z.strictObject({
      type: z.literal("webhook").describe("Sends the event `rule.matched` to webhooks."),
    }),
  ]);

const Action = actionOf(
  bodyId<CampaignId>(),
  bodyId<UserId>(),
  TagNames.min(1, "Name at least one tag."),
);
const ShownAction = actionOf(z.int(), z.int(), z.array(z.string()));

const Actions = z
  .array(Action)
  .min(1, "Choose at least one action.")
  .max(MOST_ACTIONS, `A rule has at most ${MOST_ACTIONS} actions.`);

export const CreateRuleBody = z.strictObject({
  when: When.describe("What the rule waits for. Only what happens from now on counts."),
  then: Actions.describe("What it does, all of it at once.").meta({
    examples: [[{ type: "tag", tags: ["Hot"] }]],
  }),
});
export type CreateRuleBody = z.output<typeof CreateRuleBody>;

export const UpdateRuleBody = z.strictObject({
  when: When.optional().describe("Another cause."),
  then: Actions.optional()
    .describe("Other actions: all of them.")
    .meta({ examples: [[{ type: "tag", tags: ["Hot"] }]] }),
  state: z
    .enum(["active", "paused"])
    .optional()
    .describe("`paused` notes no more causes; `active` starts again, also after a stop."),
});
export type UpdateRuleBody = z.output<typeof UpdateRuleBody>;

export const FollowUpRule = z
  .object({
    id: z.int().describe("Id of the rule."),
    campaign_id: z.int().describe("The campaign that it belongs to."),
    when: ShownWhen.describe("What it waits for."),
    then: z.array(ShownAction).describe("What it does."),
    summary: z.string().describe("The rule as one sentence."),
    state: z
      .enum(RULE_STATES)
      .describe("`stopped`: it lost what it needs, and `stopped_reason` says what."),
    stopped_reason: z.enum(STOP_REASONS).nullable().describe("Why it was stopped; else null."),
    matched: z.int().describe("Causes so far."),
    last_matched_at: NullableTime.describe("When the last one came."),
    hints: z.array(z.string()).describe("What could be in its way."),
    created_at: Time.describe("When it was created."),
    updated_at: Time.describe("When it last changed."),
  })
  .meta({
    examples: [
      {
        id: 4,
        campaign_id: 7,
        when: { type: "reply", categories: ["interested"] },
        then: [{ type: "tag", tags: ["Hot"] }],
        summary: "When a reply is interested: add the tag Hot.",
        state: "active",
        stopped_reason: null,
        matched: 12,
        last_matched_at: "2026-11-18T10:00:00.000Z",
        hints: [],
        created_at: "2026-11-18T09:00:00.000Z",
        updated_at: "2026-11-18T09:00:00.000Z",
      },
    ],
  });
export type FollowUpRule = z.output<typeof FollowUpRule>;

export const FollowUpRules = listOf(FollowUpRule);
