import { z } from "zod";
import { byLeadField, definitionOf, MAX_COLUMNS } from "#modules/leads/rules/fields.ts";
import { MAX_TAGS } from "#modules/leads/rules/tag-name.ts";
import { bodyId } from "#platform/contract/common.ts";
import type { CampaignId, ListId } from "#platform/rules/ids.ts";
import { Lead, LeadEmail } from "./leads.ts";
import { ValidateListAnswer } from "./validation.ts";

/** Leads of one call, and room for them in a body. */
export const MAX_NEW_LEADS = 1_000;
export const ADD_LEADS_BYTES = 4 * 1024 * 1024;

const Value = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/**
 * One lead of a call, as the documentation shows it: `rules/json-lead.ts` reads it, so that a bad
 * row costs no other.
 */
const NewLead = z.strictObject({
  ...byLeadField((field) =>
    Value.optional().describe(`${definitionOf(field).meaning} Up to 1,000 characters.`),
  ),
  email: z
    .string()
    .describe("Address; required. It may be wrapped, as in `Ann <ann@example.com>`."),
  tags: z
    .array(z.string())
    .optional()
    .describe(
      `Up to ${MAX_TAGS} tags, added to those that the lead has; a new one is created. A lead that is skipped gets none.`,
    ),
  custom: z
    .record(z.string(), Value)
    .optional()
    .describe(
      `Up to ${MAX_COLUMNS} fields of your own. Names are stored in lower case with \`_\`, and templates use them as \`custom.name\`.`,
    ),
});

const { $schema: _, ...NEW_LEAD } = z.toJSONSchema(NewLead, { io: "input" });

export const ON_DUPLICATE = ["skip", "update", "error"] as const;
export type OnDuplicate = (typeof ON_DUPLICATE)[number];

export const AddLeadsBody = z.strictObject({
  leads: z
    .array(z.unknown().meta(NEW_LEAD))
    .min(1, "Send at least one lead.")
    .max(MAX_NEW_LEADS, `At most ${MAX_NEW_LEADS} leads.`)
    .describe(`1 to ${MAX_NEW_LEADS} leads. A lead that is refused costs no other.`),
  on_duplicate: z
    .enum(ON_DUPLICATE)
    .default("skip")
    .describe(
      "A lead whose address is here already: skip leaves it as it is, update overwrites its fields with those that are filled, error refuses the row.",
    ),
  list_id: bodyId<ListId>()
    .optional()
    .describe("List that all these leads join, those that were here before as well."),
  campaign_id: bodyId<CampaignId>()
    .optional()
    .describe(
      "Campaign that all these leads join, as by add-to-campaign; needs the permission leads.enrol.",
    ),
  validate: z
    .boolean()
    .default(false)
    .describe(
      "Validates those that have no result yet in the background; needs the permission leads.validate.",
    ),
  source_name: z
    .string()
    .trim()
    .max(200)
    .optional()
    .describe("Where these leads come from, up to 200 characters; new leads show it."),
});
export type AddLeadsBody = z.output<typeof AddLeadsBody>;

const AddedRow = z.object({
  index: z.int().describe("Place of the lead in the request, from 0."),
  email: z.string().describe("Its address as it is stored, or as it came where it is refused."),
  status: z
    .enum(["created", "updated", "skipped", "invalid"])
    .describe("What was done: invalid rows were refused, skipped ones were here already."),
  lead_id: z.int().nullable().describe("Id of the lead; null where the row was refused."),
  is_suppressed: z
    .boolean()
    .describe("Nothing is sent to this address; adding it again does not change that."),
  enrolment: z
    .string()
    .nullable()
    .describe(
      "Where a campaign_id was sent: added, or the reason why not, as add-to-campaign counts them.",
    ),
  reason: z
    .object({
      field: z.string().describe("Field that is meant, such as custom.budget; empty for the row."),
      code: z.string().describe("What is wrong, for programs."),
      message: z.string().describe("What is wrong, and what to do about it."),
    })
    .nullable()
    .describe("Why the row was refused or skipped; null otherwise."),
});
export type AddedRow = z.output<typeof AddedRow>;

export const AddLeadsAnswer = z
  .object({
    created: z.int().describe("Leads that are new."),
    updated: z.int().describe("Rows that changed a lead."),
    skipped: z.int().describe("Rows whose address was here already."),
    invalid: z.int().describe("Rows that were refused."),
    suppressed: z.int().describe("Rows with a lead that nothing is sent to."),
    enrolled: z
      .int()
      .nullable()
      .describe("Leads that joined the campaign; null without a campaign_id."),
    hint: z
      .string()
      .nullable()
      .describe("What has to be done before the campaign writes to them; null for nothing."),
    validation: ValidateListAnswer.nullable().describe(
      "The validation that was started; null where none was asked for, or nobody needs one.",
    ),
    results: z.array(AddedRow).describe("One for each lead of the request, in its order."),
  })
  .meta({
    examples: [
      {
        created: 1,
        updated: 0,
        skipped: 0,
        invalid: 0,
        suppressed: 0,
        enrolled: null,
        hint: null,
        validation: null,
        results: [
          {
            index: 0,
            email: "ann@example.com",
            status: "created",
            lead_id: 501,
            is_suppressed: false,
            enrolment: null,
            reason: null,
          },
        ],
      },
    ],
  });
export type AddLeadsAnswer = z.output<typeof AddLeadsAnswer>;

export const LookupLeadsBody = z.strictObject({
  emails: z
    .array(LeadEmail)
    .min(1)
    .max(MAX_NEW_LEADS, `At most ${MAX_NEW_LEADS} addresses.`)
    .describe(`1 to ${MAX_NEW_LEADS} addresses.`),
});
export type LookupLeadsBody = z.output<typeof LookupLeadsBody>;

export const LookupLeadsAnswer = z.object({
  data: z
    .array(
      z.object({
        email: z.string().describe("The address as it is stored."),
        lead: Lead.nullable().describe("The lead with this address; null for none."),
        is_suppressed: z.boolean().describe("Nothing is sent to this address."),
      }),
    )
    .describe("One for each address of the request, in its order."),
});
export type LookupLeadsAnswer = z.output<typeof LookupLeadsAnswer>;
