import { z } from "zod";
import {
  DEAL_EVENTS,
  DEAL_OWNERS,
  TITLE_VARIABLES,
  unknownVariables,
} from "#modules/events/rules/integrations/deal-rule.ts";
import { Time } from "#platform/contract/common.ts";

const CrmId = z.string().trim().min(1).max(100);

/** When a CRM gets a deal, and which. */
export const DealRuleBody = z.strictObject({
  events: z
    .array(z.enum(DEAL_EVENTS))
    .min(1, "Choose at least one event.")
    .max(DEAL_EVENTS.length)
    .describe(
      "Events that make the deal, unless the lead has one for the campaign. `lead.replied`: only a positive reply, with the category `interested` or `meeting_request`, also where a person or the AI sets that later.",
    ),
  pipeline: CrmId.describe("Id of the pipeline, as the choices show it."),
  stage: CrmId.describe("Id of the stage of a new deal; one of that pipeline."),
  meeting_stage: CrmId.nullable()
    .default(null)
    .describe(
      "Id of the stage to which `meeting.booked` moves the deal, if it lies ahead; also that of a deal that a meeting makes. Null: a meeting moves nothing. A deal that was closed stays.",
    ),
  title: z
    .string()
    .trim()
    .min(1, "Enter a title.")
    .max(200)
    .refine((title) => unknownVariables(title).length === 0, {
      message: `Use only these variables: ${TITLE_VARIABLES.map((name) => `{{${name}}}`).join(", ")}.`,
    })
    .default("{{company}}: {{campaign}}")
    .describe(
      "Title of the deal, 1 to 200 characters. Variables: `{{lead_name}}`, `{{lead_email}}`, `{{company}}`, `{{campaign}}`.",
    ),
  amount: z
    .number()
    .min(0)
    .max(1e12)
    .nullable()
    .default(null)
    .describe("Value of the deal, in its currency; null: none."),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/, "Enter a code of three letters, such as EUR.")
    .nullable()
    .default(null)
    .describe("ISO 4217 code that the CRM knows; null: that of the account."),
  owner: z
    .enum(DEAL_OWNERS)
    .default("none")
    .describe(
      "Whose deal it is. `fixed`: the person of `owner_id`. `contact`: who owns the contact in the CRM. `member`: who has the conversation here, found in the CRM by email. `none`: the CRM decides.",
    ),
  owner_id: CrmId.nullable()
    .default(null)
    .describe("Id of a person in the CRM, as the choices show it; only for `fixed`."),
});
export type DealRuleBody = z.output<typeof DealRuleBody>;

/** What a CRM offers to a rule. */
export const DealChoicesAnswer = z
  .object({
    pipelines: z
      .array(
        z.object({
          id: z.string().describe("Id in the CRM."),
          name: z.string().describe("Its name there."),
          stages: z
            .array(
              z.object({
                id: z.string().describe("Id in the CRM."),
                name: z.string().describe("Its name there."),
                is_closed: z.boolean().describe("Whether deals in it are won or lost."),
              }),
            )
            .describe("Its stages, the first one first."),
        }),
      )
      .describe("Pipelines for deals."),
    owners: z
      .array(
        z.object({
          id: z.string().describe("Id in the CRM."),
          name: z.string().describe("Name of the person."),
          email: z.string().describe("Address of the person; may be empty."),
        }),
      )
      .describe("People who can own deals."),
    read_at: Time.describe("When the CRM was asked; answers are kept for a minute."),
  })
  .meta({
    examples: [
      {
        pipelines: [
          {
            id: "default",
            name: "Sales",
            stages: [
              { id: "appointmentscheduled", name: "Appointment scheduled", is_closed: false },
              { id: "closedwon", name: "Closed won", is_closed: true },
            ],
          },
        ],
        owners: [{ id: "4711", name: "Ann North", email: "ann@north.example" }],
        read_at: "2026-11-24T09:30:00.000Z",
      },
    ],
  });
export type DealChoicesAnswer = z.output<typeof DealChoicesAnswer>;
