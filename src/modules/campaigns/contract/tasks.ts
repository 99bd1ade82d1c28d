import { z } from "zod";
import { TASK_KINDS, TASK_STATES } from "#modules/campaigns/rules/tasks.ts";
import { bodyId, listOf, NullableTime, PageQuery, Time } from "#platform/contract/common.ts";
import type { CampaignId, LeadId, TaskId, UserId } from "#platform/rules/ids.ts";
import { PlainTaskText, TaskKindField } from "./task-fields.ts";

const MOST_AT_ONCE = 200;
const NOTE_CHARS = 2_000;

const Note = z.string().trim().max(NOTE_CHARS).default("").describe("What came of it, for others.");
const Assignee = bodyId<UserId>()
  .nullable()
  .describe("Somebody who works in this workspace; null means anybody.");
const Due = z.iso
  .datetime({ offset: true, message: "Enter an ISO 8601 time." })
  .describe("When it is due.");
const queryId = <T extends number>() =>
  z.coerce
    .number()
    .int()
    .positive()
    .transform((n) => n as T);

export const TasksQuery = PageQuery.pick({ page: true, limit: true, cursor: true }).extend({
  state: z
    .enum([...TASK_STATES, "all"])
    .default("open")
    .describe("Open ones where left out."),
  assignee: z
    .union([z.literal("me"), z.literal("none"), queryId<UserId>()])
    .optional()
    .describe("`me`, `none`, or the id of a person."),
  due: z
    .enum(["overdue", "today", "later"])
    .optional()
    .describe("Due before today, today, or later, by the day of `timezone`."),
  timezone: z.string().max(100).default("UTC").describe("Time zone of `due`, as IANA names it."),
  campaign_id: queryId<CampaignId>().optional().describe("Tasks of this campaign."),
  lead_id: queryId<LeadId>().optional().describe("Tasks of this lead."),
  kind: z.enum(TASK_KINDS).optional().describe("Tasks of this kind."),
});
export type TasksQuery = z.output<typeof TasksQuery>;

export const CreateTaskBody = z.strictObject({
  lead_id: bodyId<LeadId>().describe("The lead that it is about."),
  campaign_id: bodyId<CampaignId>().nullable().default(null).describe("The campaign, if any."),
  kind: TaskKindField,
  text: PlainTaskText,
  due_at: Due.optional().describe("When it is due; now if left out."),
  assigned_to: Assignee.default(null),
});
export type CreateTaskBody = z.output<typeof CreateTaskBody>;

export const UpdateTaskBody = z.strictObject({
  kind: TaskKindField.optional(),
  text: PlainTaskText.optional(),
  due_at: Due.optional(),
  assigned_to: Assignee.optional(),
});
export type UpdateTaskBody = z.output<typeof UpdateTaskBody>;

export const FinishTaskBody = z.strictObject({ note: Note });

export const TasksBulkBody = z
  .strictObject({
    ids: z
      .array(bodyId<TaskId>())
      .min(1, "Name at least one task.")
      .max(MOST_AT_ONCE, `At most ${MOST_AT_ONCE} tasks in one call.`)
      .transform((ids) => [...new Set(ids)])
      .describe("Ids of tasks."),
    action: z.enum(["done", "skip", "assign"]).describe("What happens to them."),
    note: Note,
    assigned_to: Assignee.optional().describe("Of `assign`: who gets them; null means anybody."),
  })
  .refine((body) => (body.action === "assign") === (body.assigned_to !== undefined), {
    path: ["assigned_to"],
    message: "Send assigned_to with the action assign, and with no other.",
    params: { code: "required" },
  });
export type TasksBulkBody = z.output<typeof TasksBulkBody>;

export const TasksBulkAnswer = z
  .object({
    changed: z.int().describe("Open tasks that were changed."),
    unchanged: z.int().describe("Tasks that are not open any more, or not here."),
  })
  .meta({ examples: [{ changed: 2, unchanged: 0 }] });
export type TasksBulkAnswer = z.output<typeof TasksBulkAnswer>;

export const Task = z
  .object({
    id: z.int().describe("Id of the task."),
    key: z.string().describe("Names it in the event `task.due`."),
    lead: z
      .object({
        id: z.int().describe("Id of the lead."),
        email: z.string().describe("Its address."),
        name: z.string().describe("First and last name."),
        company: z.string().describe("Its company."),
      })
      .describe("Whom it is about."),
    campaign: z
      .object({
        id: z.int().describe("Id of the campaign."),
        name: z.string().describe("Its name."),
      })
      .nullable()
      .describe("The campaign that it belongs to; null for none."),
    step: z
      .int()
      .nullable()
      .describe("Position of the step that waits for it; null where no sequence waits."),
    kind: z.enum(TASK_KINDS).describe("What is to be done."),
    text: z.string().describe("What is to be done, in words."),
    state: z
      .enum(TASK_STATES)
      .describe("`ended`: its reason is gone, such as a reply that ended the sequence."),
    due_at: Time.describe("When it is due."),
    assigned_to: z.int().nullable().describe("Who is to do it; null: anybody."),
    note: z.string().describe("What the person wrote who ended it."),
    created_by: z
      .string()
      .describe("`user:7`, `key:3`, `rule:5` or `step:9`: who or what created it."),
    created_at: Time.describe("When it was created."),
    ended_at: NullableTime.describe("When it was done, skipped or ended."),
  })
  .meta({
    examples: [
      {
        id: 9,
        key: "step:31:12",
        lead: { id: 501, email: "ann@example.com", name: "Ann Lee", company: "Acme" },
        campaign: { id: 7, name: "Spring" },
        step: 2,
        kind: "call",
        text: "Call Ann about the offer.",
        state: "open",
        due_at: "2026-11-18T10:00:00.000Z",
        assigned_to: 3,
        note: "",
        created_by: "step:12",
        created_at: "2026-11-18T10:00:00.000Z",
        ended_at: null,
      },
    ],
  });
export type Task = z.output<typeof Task>;

export const Tasks = listOf(Task);
