import { LEAD_SOURCE_KINDS } from "#modules/leads/rules/source.ts";
import { LEAD_EVENTS } from "#modules/leads/rules/standing.ts";
import { z } from "zod";
import { readFieldCondition } from "#modules/leads/rules/field-condition.ts";
import { holdsSeveralAddresses, normalizeEmail } from "#modules/leads/rules/email.ts";
import {
  byLeadField,
  definitionOf,
  MAX_COLUMNS,
  MAX_FIELD_CHARS,
} from "#modules/leads/rules/fields.ts";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import type { CampaignId, LeadId, ListId, SegmentId } from "#platform/rules/ids.ts";
import { VALIDATION_STATUSES } from "#modules/leads/rules/validation/validation.ts";
import { LeadActivity } from "./activity.ts";
import { bodyId, NullableTime, PageQuery, pathId, Time } from "#platform/contract/common.ts";
import { ListName } from "./imports.ts";
import { TagName, TagNames } from "./tags.ts";
import { ValidationBreakdown } from "./validation.ts";

const fields = {
  ...byLeadField((field) => z.string().describe(definitionOf(field).meaning)),
  custom: z.record(z.string(), z.string()).describe("Its custom fields, by their names."),
};

export const Lead = z.object({
  id: z.int().describe("Id of the lead."),
  workspace_id: z.int().describe("Id of its workspace."),
  ...fields,
  score: z.int().nullable().describe("0 to 100; null until validated."),
  validation_status: z
    .enum(VALIDATION_STATUSES)
    .nullable()
    .describe("What its score means; null until validated."),
  validation: ValidationBreakdown.nullable().describe(
    "The breakdown of the score; null until validated.",
  ),
  validated_at: NullableTime.describe("When its address was validated last."),
  bounced_at: NullableTime.describe("When its address bounced; null: it did not."),
  unsubscribed_at: NullableTime.describe("When the lead unsubscribed; null: it did not."),
  is_suppressed: z.boolean().describe("Nothing is sent to this address, or to its domain."),
  tags: z.array(z.string()).describe("The names of its tags, in alphabetical order."),
  source: z
    .enum(LEAD_SOURCE_KINDS)
    .nullable()
    .describe(
      "How it came into the workspace: a file that a person uploaded, the API, a form, or a move from another product; null for leads from before this was stored.",
    ),
  source_name: z.string().describe("The file or product that it came from; empty if unknown."),
  source_by: z
    .string()
    .describe("The name of the person or API key that added it; empty if unknown."),
  created_at: Time.describe("When it was added."),
  updated_at: Time.describe("When it was changed last."),
});
export type Lead = z.output<typeof Lead>;

/** The newest thing that happened to a lead's emails. */
export const LastEvent = z.object({
  type: z.enum(LEAD_EVENTS).describe("What happened last to an email of a campaign."),
  at: Time.describe("When it happened."),
  campaign_id: z.int().describe("Id of the campaign whose email it was."),
});
export type LastEvent = z.output<typeof LastEvent>;

/** Where a lead stands in a campaign, as far as a list says so. */
export const LeadPlace = z.object({
  id: z.int().describe("Id of the campaign."),
  name: z.string().describe("Name of the campaign."),
  status: z.enum(CAMPAIGN_STATUSES).describe("Status of the campaign."),
  lead_status: z.string().describe("Status of the lead in it, as in the list of its leads."),
  skip_reason: z.string().nullable().describe("Why the lead was skipped in it; null: it was not."),
  current_step: z.int().describe("Position of the last step that left; 0 before the first."),
  steps: z.int().describe("Steps of the campaign."),
  next_send_at: NullableTime.describe("When the next email is due; null: none is planned."),
  decided_by: z
    .string()
    .nullable()
    .describe(
      "The rule that keeps the next email back, named as in the explanation; null: it leaves when it is due and its turn has come.",
    ),
  others: z.int().describe("In how many other campaigns the lead is."),
});
export type LeadPlace = z.output<typeof LeadPlace>;

/** A lead as the list shows it: with the campaign that it is in, a running one first. */
export const LeadListItem = Lead.extend({
  campaign: LeadPlace.nullable().describe(
    "The campaign in which the lead's sequence runs, else the newest that it is in; null: it is in none.",
  ),
  last_event: LastEvent.nullable().describe(
    "What happened last to an email to the lead; null: it got none.",
  ),
});
export type LeadListItem = z.output<typeof LeadListItem>;

/** One lead with its places, lists and campaigns, and what happened last. */
export const LeadDetails = Lead.extend({
  lists: z
    .array(
      z.object({
        id: z.int().describe("Id of the list."),
        name: z.string().describe("Name of the list."),
      }),
    )
    .describe("Lists that it is in."),
  campaigns: z
    .array(
      z.object({
        id: z.int().describe("Id of the campaign."),
        name: z.string().describe("Name of the campaign."),
        status: z.string().describe("Status of the lead in it."),
        current_step: z.int().describe("Position of the last step that left; 0 before the first."),
      }),
    )
    .describe("Campaigns that it is in."),
  activity: z
    .array(LeadActivity)
    .describe("The newest ten things that happened; GET /leads/:id/activity has all."),
});
export type LeadDetails = z.output<typeof LeadDetails>;

const StatusFilter = z.enum([...VALIDATION_STATUSES, "unvalidated"]);
const Score = z.int().min(0).max(100);
const SearchText = z.string().trim().max(200);

/** What a field has to be, as one text: the same in a query and in a body. */
const FieldFilter = z
  .string()
  .trim()
  .refine((text) => readFieldCondition(text) !== null, {
    message: "Send name=value, name~part, or name= for leads without it.",
    params: { code: "invalid_field" },
  })
  .describe(
    "What a custom field or a field of the lead has to be: `plan=gold` is it, `plan~gol` contains it, `plan=` is empty. The case of a to z does not count.",
  );

export const LEAD_SORTS = ["id", "email", "created_at", "score"] as const;
export type LeadSort = (typeof LEAD_SORTS)[number];

/** What a person did with a campaign's mail. */
export const ENGAGEMENTS = ["opened", "clicked", "replied"] as const;
export type Engagement = (typeof ENGAGEMENTS)[number];

export const LeadsQuery = PageQuery.extend({
  sort: z
    .enum(LEAD_SORTS)
    .default("id")
    .describe("What they are sorted by; by score, leads without one count below 0."),
  order: z
    .enum(["asc", "desc"])
    .default("desc")
    .describe(
      "Whether the smallest or the largest comes first: desc by id begins with the newest.",
    ),
  status: StatusFilter.optional().describe("Leads with this result of validation."),
  list_id: pathId<ListId>().optional().describe("Leads of this list."),
  campaign_id: pathId<CampaignId>().optional().describe("Leads that are in this campaign."),
  min_score: z.coerce
    .number()
    .pipe(Score)
    .optional()
    .describe("Leads with at least this score, 0 to 100."),
  engaged: z
    .enum(ENGAGEMENTS)
    .optional()
    .describe("Leads who did so with an email of any campaign: people, not machines."),
  tag: TagName.optional().describe("Leads with this tag, by its name in any case."),
  field: FieldFilter.optional(),
  segment_id: pathId<SegmentId>()
    .optional()
    .describe("Leads of this segment; the other filters narrow it further."),
});
export type LeadsQuery = z.output<typeof LeadsQuery>;

/** Filters and order of the list, without its pages. */
export const ExportQuery = LeadsQuery.omit({ page: true, limit: true, cursor: true });
export type ExportQuery = z.output<typeof ExportQuery>;

const Text = z.string().trim().max(MAX_FIELD_CHARS, `At most ${MAX_FIELD_CHARS} characters.`);
/** An address in its stored form. */
export const LeadEmail = z
  .string()
  .max(MAX_FIELD_CHARS)
  .transform((text, ctx) => {
    const email = normalizeEmail(text);
    if (email !== null) return email;
    ctx.addIssue({
      code: "custom",
      message: holdsSeveralAddresses(text)
        ? "Enter only one address."
        : "Enter a valid email address, such as ann@example.com.",
      params: { code: "invalid_email" },
    });
    return z.NEVER;
  });

export const UpdateLeadBody = z
  .strictObject({
    ...byLeadField((field) => Text.describe(definitionOf(field).meaning)),
    email: LeadEmail.describe(
      "Its address. A new one clears the score, and emails that still wait go there.",
    ),
    custom: z
      .record(z.string().trim().min(1).max(100), Text)
      .refine((custom) => Object.keys(custom).length <= MAX_COLUMNS, {
        message: `At most ${MAX_COLUMNS} custom fields.`,
        params: { code: "too_many" },
      })
      .describe(
        "Its custom fields: the whole set, a name left out is removed. Up to 64, each of up to 1,000 characters.",
      ),
    tags: TagNames.describe(
      "The whole set: a tag left out is taken off, and a new one is created.",
    ),
    // What GET shows and PUT may hand back; `update-lead.ts` says which must be equal.
    id: z.unknown().describe("Read-only: as GET shows it, or left out."),
    workspace_id: z.unknown().describe("Read-only: as GET shows it, or left out."),
    score: z.unknown().describe("Read-only: as GET shows it, or left out."),
    validation_status: z.unknown().describe("Read-only: as GET shows it, or left out."),
    validation: z.unknown().describe("Read-only: taken and ignored."),
    validated_at: z.unknown().describe("Read-only: taken and ignored."),
    bounced_at: z.unknown().describe("Read-only: taken and ignored."),
    unsubscribed_at: z.unknown().describe("Read-only: taken and ignored."),
    is_suppressed: z.unknown().describe("Read-only: taken and ignored."),
    source: z.unknown().describe("Ignored; it is set when the lead comes in."),
    source_name: z.unknown().describe("Ignored; it is set when the lead comes in."),
    source_by: z.unknown().describe("Ignored; it is set when the lead comes in."),
    created_at: z.unknown().describe("Read-only: taken and ignored."),
    updated_at: z.unknown().describe("Read-only: taken and ignored."),
    lists: z.unknown().describe("Read-only: taken and ignored."),
    campaigns: z.unknown().describe("Read-only: taken and ignored."),
    activity: z.unknown().describe("Read-only: taken and ignored."),
  })
  .partial();
export type UpdateLeadBody = z.output<typeof UpdateLeadBody>;

export const DeleteLeadQuery = z.object({
  erase: z
    .enum(["true", "false"])
    .default("false")
    .describe(
      "true: what is stored of the person in messages, conversations, events and sends is blanked as well, and a hash of the address stays suppressed.",
    ),
});

/** Ids of one call; more go by list or filter. */
export const MAX_LEAD_IDS = 20_000;
/** Room for them in a body. */
export const IDS_BODY_BYTES = 512 * 1024;

/** What a segment stores. */
export const SegmentFilter = z.strictObject({
  status: StatusFilter.optional().describe("Leads with this result of validation."),
  min_score: Score.optional().describe("Leads with at least this score, 0 to 100."),
  q: SearchText.optional().describe(
    "Text that addresses, domains, names or companies begin with, as in the list of leads.",
  ),
  list_id: bodyId<ListId>().optional().describe("Leads of this list."),
  campaign_id: bodyId<CampaignId>().optional().describe("Leads that are in this campaign."),
  engaged: z
    .enum(ENGAGEMENTS)
    .optional()
    .describe("Leads who did so with an email of any campaign."),
  tag: TagName.optional().describe("Leads with this tag."),
  field: FieldFilter.optional(),
});
export type SegmentFilter = z.output<typeof SegmentFilter>;

export const EnrolFilter = SegmentFilter.extend({
  segment_id: bodyId<SegmentId>()
    .optional()
    .describe("Leads of this segment; the other conditions narrow it further."),
});
export type EnrolFilter = z.output<typeof EnrolFilter>;

/** How a body says which leads are meant; `isOneChoice` holds it to one of the four. */
export const choice = {
  lead_ids: z
    .array(bodyId<LeadId>())
    .min(1)
    .max(MAX_LEAD_IDS)
    .optional()
    .describe("These leads, 1 to 20,000 of them."),
  list_id: bodyId<ListId>().optional().describe("All leads of this list."),
  filter: EnrolFilter.optional().describe(
    "All leads that meet every condition of the filter; an empty one means every lead.",
  ),
  segment_id: bodyId<SegmentId>().optional().describe("All leads of this segment."),
};
type Choice = { lead_ids?: unknown; list_id?: unknown; filter?: unknown; segment_id?: unknown };
export const isOneChoice = ({ lead_ids, list_id, filter, segment_id }: Choice): boolean =>
  [lead_ids, list_id, filter, segment_id].filter((given) => given !== undefined).length === 1;
export const ONE_CHOICE = {
  message: "Choose the leads with one of lead_ids, list_id, segment_id or filter.",
  path: ["lead_ids"],
  params: { code: "one_of" },
};

/** Which leads are meant: by ids, by list, by segment, or by filter. */
export const LeadChoice = z.strictObject(choice).refine(isOneChoice, ONE_CHOICE);
export type LeadChoice = z.output<typeof LeadChoice>;

/** What deleting leads would do; with `has_more` the figures are of the first 10,000. */
export const LeadDeletion = z.object({
  total: z.int().describe("Leads that would be deleted."),
  leads: z.int().describe("Leads that the other figures are of: the newest 10,000 at most."),
  has_more: z.boolean().describe("Whether there are more than those."),
  in_sequence: z.int().describe("Sequences of those leads that end."),
  campaigns: z.int().describe("Campaigns that those sequences belong to."),
  scheduled_mails: z.int().describe("Replies written for later that are not sent."),
  threads: z.int().describe("Threads of those leads."),
  up_to_id: z
    .int()
    .describe(
      "Id of the newest lead that is meant; given to the deletion, leads that come later stay.",
    ),
});
export type LeadDeletion = z.output<typeof LeadDeletion>;

export const DeleteLeadsBody = z
  .strictObject({
    ...choice,
    up_to_id: z
      .int()
      .min(0)
      .optional()
      .describe("Leads with a larger id stay: those that came in after the preview gave it."),
  })
  .refine(isOneChoice, ONE_CHOICE);
export type DeleteLeadsBody = z.output<typeof DeleteLeadsBody>;

export const DeleteLeadsAnswer = z.object({
  deleted: z.int().describe("Leads that this call deleted."),
  has_more: z.boolean().describe("Whether more are left than one call deletes: call again."),
});
export type DeleteLeadsAnswer = z.output<typeof DeleteLeadsAnswer>;

export const LeadList = z
  .object({
    id: z.int().describe("Id of the list."),
    workspace_id: z.int().describe("Id of its workspace."),
    name: z.string().describe("Its name."),
    lead_count: z.int().describe("Leads that are in it."),
    created_at: Time.describe("When it was made."),
  })
  .meta({
    examples: [
      {
        id: 9,
        workspace_id: 7,
        name: "Fair contacts",
        lead_count: 412,
        created_at: "2026-01-05T09:00:00.000Z",
      },
    ],
  });
export type LeadList = z.output<typeof LeadList>;

export const UpdateListBody = z
  .strictObject({
    name: ListName.describe("Its name, 1 to 200 characters."),
    // What GET shows and PUT may hand back.
    id: z.unknown().describe("Read-only: as GET shows it, or left out."),
    workspace_id: z.unknown().describe("Read-only: as GET shows it, or left out."),
    lead_count: z.unknown().describe("Read-only: taken and ignored."),
    created_at: z.unknown().describe("Read-only: taken and ignored."),
  })
  .partial();
export type UpdateListBody = z.output<typeof UpdateListBody>;
