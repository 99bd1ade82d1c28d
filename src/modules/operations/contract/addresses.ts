import { z } from "zod";
import { LEAD_SOURCE_KINDS } from "#modules/leads/rules/source.ts";
import { LeadEmail } from "#modules/leads/contract/leads.ts";
import { SUPPRESSION_REASONS } from "#modules/leads/contract/suppressions.ts";
import { INSTALL_CAUSES } from "#modules/leads/contract/install-suppressions.ts";
import { NullableTime, pathId, Time } from "#platform/contract/common.ts";

export const AddressQuery = z.object({
  email: LeadEmail.describe("The whole address; upper and lower case are the same."),
});

const Place = z.object({
  workspace_id: z.int().describe("The workspace."),
  workspace: z.string().describe("Its name."),
  workspace_deleted_at: NullableTime.describe("When its client was deleted; null if it was not."),
  lead: z
    .object({
      id: z.int().describe("The lead."),
      created_at: Time.describe("Since when the workspace has it."),
      source: z
        .enum(LEAD_SOURCE_KINDS)
        .nullable()
        .describe("How it came into the workspace; null for leads from before this was stored."),
      source_name: z.string().describe("The file or product that it came from; empty if unknown."),
      source_by: z.string().describe("The person or API key that added it; empty if unknown."),
      unsubscribed_at: NullableTime.describe("When the person unsubscribed; null if they did not."),
      bounced_at: NullableTime.describe("When an email bounced for good; null if none did."),
    })
    .nullable()
    .describe("The lead with this address; null if the workspace only has other traces of it."),
  suppression: z
    .object({
      reason: z.enum(SUPPRESSION_REASONS).describe("Why the workspace suppresses it."),
      created_at: Time.describe("Since when."),
    })
    .nullable()
    .describe("The workspace's own suppression of the address; null if it has none."),
  campaigns: z.int().describe("Campaigns that the lead is in."),
  sent: z.int().describe("Emails that campaigns sent to it."),
  last_sent_at: NullableTime.describe("When the last of them was sent; null if none was."),
  answered: z.int().describe("Emails of campaigns that the person answered."),
  last_answered_at: NullableTime.describe("When the last answer arrived; null if none did."),
  threads: z.int().describe("Conversations with the person."),
});

export const AddressReport = z
  .object({
    email: z.string().describe("The address that was looked up."),
    installation: z
      .object({
        cause: z.enum(INSTALL_CAUSES).describe("How it came on the list of the installation."),
        created_at: Time.describe("Since when."),
      })
      .nullable()
      .describe("The suppression of the address by the installation; null if there is none."),
    is_user: z.boolean().describe("Whether somebody signs in with this address."),
    workspaces: z
      .array(Place)
      .describe("Every workspace that has a lead or a suppression with this address."),
  })
  .meta({
    examples: [
      {
        email: "ann@acme.example",
        installation: null,
        is_user: false,
        workspaces: [
          {
            workspace_id: 7,
            workspace: "Acme",
            workspace_deleted_at: null,
            lead: {
              id: 4120,
              created_at: "2026-03-02T09:30:00.000Z",
              source: "file",
              source_name: "fair-2026.csv",
              source_by: "Ann Operator",
              unsubscribed_at: null,
              bounced_at: null,
            },
            suppression: null,
            campaigns: 1,
            sent: 2,
            last_sent_at: "2026-03-05T10:00:00.000Z",
            answered: 0,
            last_answered_at: null,
            threads: 0,
          },
        ],
      },
    ],
  });
export type AddressReport = z.output<typeof AddressReport>;

export const AddressExport = z
  .object({
    report: AddressReport.describe("Where the address is, as the look-up shows it."),
    created_at: Time.describe("When this export was made."),
    workspaces: z
      .array(
        z.object({
          workspace_id: z.int().describe("The workspace."),
          lead: z
            .record(z.string(), z.unknown())
            .nullable()
            .describe("All fields of the lead, custom fields included; null if there is none."),
          lists: z.array(z.string()).describe("Names of the lists that the lead is in."),
          tags: z.array(z.string()).describe("Names of the tags that the lead has."),
          sends: z
            .array(z.record(z.string(), z.unknown()))
            .describe("Emails of campaigns: when, subject, opened, clicked, answered."),
          messages: z
            .array(z.record(z.string(), z.unknown()))
            .describe("Emails of conversations, with their text, in both directions."),
          events: z
            .array(z.record(z.string(), z.unknown()))
            .describe("What was recorded about the lead: opens, clicks, replies and so on."),
          is_complete: z
            .boolean()
            .describe("False if there were more than 5,000 records of one kind."),
        }),
      )
      .describe("What each workspace stores about the person."),
  })
  .meta({
    examples: [
      {
        report: {
          email: "ann@acme.example",
          installation: null,
          is_user: false,
          workspaces: [],
        },
        created_at: "2026-03-06T08:00:00.000Z",
        workspaces: [],
      },
    ],
  });
export type AddressExport = z.output<typeof AddressExport>;

export const EraseAddressBody = z
  .strictObject({
    email: LeadEmail.describe("The address whose person is erased."),
    confirm: LeadEmail.describe("The same address once more."),
  })
  .refine(({ email, confirm }) => email === confirm, {
    message: "Repeat the address.",
    path: ["confirm"],
    params: { code: "different" },
  })
  .meta({ examples: [{ email: "ann@acme.example", confirm: "ann@acme.example" }] });
export type EraseAddressBody = z.output<typeof EraseAddressBody>;

export const ErasureParams = z.object({ id: pathId() });

export const Erasure = z
  .object({
    id: z.int().describe("The number of the receipt."),
    state: z
      .enum(["running", "completed"])
      .describe("`running` until every workspace was gone through."),
    address_hash: z
      .string()
      .describe("`<key>:<hash>`: the keyed hash of the address. The address itself is not kept."),
    created_at: Time.describe("When it was asked for. From then on nobody writes to the address."),
    finished_at: NullableTime.describe("When the last workspace was done; null while it runs."),
    workspaces: z
      .array(
        z.object({
          workspace_id: z.int().describe("The workspace."),
          leads: z.int().describe("Leads that were deleted: 0 or 1."),
          sends: z.int().describe("Emails of campaigns that were blanked."),
          messages: z.int().describe("Emails of conversations that were blanked."),
        }),
      )
      .describe("Workspaces in which something was found."),
    kept: z
      .array(
        z.object({
          what: z.string().describe("What stays."),
          why: z.string().describe("Why it stays, and how long."),
        }),
      )
      .describe("What stays after the erasure, and why."),
  })
  .meta({
    examples: [
      {
        id: 3,
        state: "completed",
        address_hash: "1f0c2b9a:6c3f0e5b7a1d4a2f9be1c0d7e8f4a3b2c1d0e9f8a7b6c5d4e3f2a1b0c9d8e7f6",
        created_at: "2026-03-06T08:00:00.000Z",
        finished_at: "2026-03-06T08:00:01.000Z",
        workspaces: [{ workspace_id: 7, leads: 1, sends: 2, messages: 3 }],
        kept: [
          {
            what: "hash",
            why: "The keyed hash of the address, so that nobody writes to it again.",
          },
        ],
      },
    ],
  });
export type Erasure = z.output<typeof Erasure>;
