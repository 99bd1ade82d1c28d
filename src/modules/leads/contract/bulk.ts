import { z } from "zod";
import { bodyId, NullableTime, Time } from "#platform/contract/common.ts";
import type { CampaignId, ListId } from "#platform/rules/ids.ts";
import { LeadChoice } from "./leads.ts";
import { TagName } from "./tags.ts";

export const BULK_VERBS = [
  "validate",
  "tag",
  "untag",
  "suppress",
  "add_to_list",
  "remove_from_list",
  "move_to_list",
  "delete",
  "add_to_campaign",
] as const;
export type BulkVerb = (typeof BULK_VERBS)[number];

/** What a verb needs beside the leads, and nothing else may be sent. */
const NEEDS = {
  validate: [],
  tag: ["tag"],
  untag: ["tag"],
  suppress: [],
  add_to_list: ["list_id"],
  remove_from_list: ["from_list_id"],
  move_to_list: ["from_list_id", "list_id"],
  delete: [],
  add_to_campaign: ["campaign_id"],
} as const satisfies Record<BulkVerb, readonly Target[]>;
const TARGETS = ["tag", "list_id", "from_list_id", "campaign_id"] as const;
type Target = (typeof TARGETS)[number];

export const BulkBody = z
  .strictObject({
    verb: z
      .enum(BULK_VERBS)
      .describe(
        "What is done with the leads. Each needs the permission of the single deed, such as leads.delete.",
      ),
    choice: LeadChoice.describe("Which leads: one of lead_ids, list_id, segment_id or filter."),
    tag: TagName.optional().describe("For tag and untag: the name. `tag` creates a new one."),
    list_id: bodyId<ListId>()
      .optional()
      .describe("For add_to_list and move_to_list: the list that the leads join."),
    from_list_id: bodyId<ListId>()
      .optional()
      .describe("For remove_from_list and move_to_list: the list that the leads leave."),
    campaign_id: bodyId<CampaignId>()
      .optional()
      .describe("For add_to_campaign: the campaign that the leads join."),
    up_to_id: z
      .int()
      .min(0)
      .optional()
      .describe("The `up_to_id` of the preview: leads that came later stay as they are."),
    dry_run: z
      .boolean()
      .default(false)
      .describe("Changes nothing, and answers what would be done (200)."),
  })
  .superRefine((body, ctx) => {
    const needed: readonly Target[] = NEEDS[body.verb];
    for (const target of TARGETS) {
      const isGiven = body[target] !== undefined;
      if (isGiven === needed.includes(target)) continue;
      ctx.addIssue({
        code: "custom",
        path: [target],
        message: isGiven
          ? `Leave it out: ${body.verb} does not need it.`
          : `Send it: ${body.verb} needs it.`,
        params: { code: isGiven ? "not_needed" : "missing" },
      });
    }
    if (body.from_list_id !== undefined && body.from_list_id === body.list_id) {
      ctx.addIssue({
        code: "custom",
        path: ["list_id"],
        message: "Choose another list than the one that the leads leave.",
        params: { code: "same" },
      });
    }
  });
export type BulkBody = z.output<typeof BulkBody>;

export const BulkPreview = z
  .object({
    dry_run: z.literal(true).describe("Nothing was changed."),
    verb: z.enum(BULK_VERBS).describe("What would be done."),
    total: z.int().describe("Leads that are meant."),
    estimated: z.boolean().describe("True where `total` comes from a sample."),
    leads: z.int().describe("Of so many leads the other figures are: of 10,000 at most."),
    unchanged: z.int().describe("Leads that are already as the verb would leave them."),
    suppressed: z.int().describe("Leads that nothing is sent to."),
    in_sequence: z.int().describe("Places in sequences that have not ended."),
    campaigns: z.int().describe("Campaigns that these places are in."),
    threads: z.int().describe("Conversations with these leads."),
    outcomes: z
      .record(z.string(), z.int())
      .nullable()
      .describe("For add_to_campaign: leads by what would become of them, such as added."),
    up_to_id: z.int().describe("The newest lead now: send it with the request that does it."),
  })
  .meta({
    examples: [
      {
        dry_run: true,
        verb: "tag",
        total: 120,
        estimated: false,
        leads: 120,
        unchanged: 12,
        suppressed: 3,
        in_sequence: 40,
        campaigns: 2,
        threads: 9,
        outcomes: null,
        up_to_id: 5_120,
      },
    ],
  });
export type BulkPreview = z.output<typeof BulkPreview>;

export const BulkJob = z
  .object({
    job_id: z.int().describe("Id of the job."),
    verb: z.enum(BULK_VERBS).describe("What it does."),
    status: z
      .enum(["queued", "running", "completed", "failed", "cancelled"])
      .describe("queued and running jobs go on by themselves, also after a restart."),
    total: z.int().describe("Leads that it has to look at; estimated until it is completed."),
    done: z.int().describe("Leads that it has looked at."),
    changed: z.int().describe("Leads of those that are different now."),
    error: z
      .object({
        code: z.string().describe("Why, for programs."),
        message: z.string().describe("Why, for people."),
      })
      .nullable()
      .describe("Why it failed; null otherwise."),
    created_at: Time.describe("When it was asked for."),
    finished_at: NullableTime.describe("When it ended; null before."),
  })
  .meta({
    examples: [
      {
        job_id: 12,
        verb: "tag",
        status: "running",
        total: 120_000,
        done: 40_000,
        changed: 39_500,
        error: null,
        created_at: "2026-05-04T08:00:00.000Z",
        finished_at: null,
      },
    ],
  });
export type BulkJob = z.output<typeof BulkJob>;
