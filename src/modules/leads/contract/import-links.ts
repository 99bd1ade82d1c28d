import { z } from "zod";
import { ImportColumn, ImportWorkbook, ListName } from "#modules/leads/contract/imports.ts";
import { LINK_INTERVALS } from "#modules/leads/rules/import-links/interval.ts";
import { bodyId, NullableTime, Time } from "#platform/contract/common.ts";
import type { CampaignId, ImportLinkId, ListId } from "#platform/rules/ids.ts";

const LINK_NAME = z.string().trim().min(1, "Enter a name for the link.").max(200);
const URL_TEXT = z
  .string()
  .trim()
  .min(1, "Enter the address of the file.")
  .describe(
    "The https address of a CSV or XLSX file. An address of a Google Sheet, OneDrive, SharePoint or Dropbox as the browser shows it is turned into that of the file.",
  );
const MAPPING = z
  .record(z.string().max(1_000), z.string().max(200).nullable())
  .describe(
    "What columns become, as at an upload: keys are names of columns or `column_3`, values are fields, `custom.` names, or null to leave the column out.",
  );
const SHEET = z
  .string()
  .min(1)
  .max(255)
  .nullable()
  .describe(
    "The sheet of an XLSX file, by its name. Null: the first visible one with email addresses.",
  );
const EVERY = z.enum(LINK_INTERVALS).describe("How often the file is fetched.");
const ON_DUPLICATE = z
  .enum(["skip", "update"])
  .describe(
    "What becomes of rows whose address is a lead already: `skip` leaves the lead as it is, `update` fills in the cells that are not empty.",
  );
const LIST = bodyId<ListId>().describe("The list that its leads go into.");
const CAMPAIGN = bodyId<CampaignId>()
  .nullable()
  .describe("The campaign that new leads join; null for none. Needs the right to add leads to it.");
const ACTIVE = z.boolean().describe("Whether it is fetched on its schedule.");

/** A link as somebody adds one. */
export const LINK_EXAMPLE = {
  name: "Fair contacts",
  url: "https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOp/edit#gid=0",
  every: "day" as const,
  list_name: "Fair contacts",
};

export const CreateImportLinkBody = z
  .strictObject({
    name: LINK_NAME.describe("What it is called in lists and notices."),
    url: URL_TEXT,
    every: EVERY.default("day"),
    mapping: MAPPING.default({}),
    sheet: SHEET.default(null),
    list_id: LIST.optional(),
    list_name: ListName.optional().describe(
      "The name of a new list, instead of `list_id`. Without either, it is called like the link.",
    ),
    on_duplicate: ON_DUPLICATE.default("update"),
    campaign_id: CAMPAIGN.default(null),
    active: ACTIVE.default(true),
  })
  .refine(({ list_id, list_name }) => list_id === undefined || list_name === undefined, {
    message: "Send list_id to add to a list, or list_name to create one.",
    path: ["list_id"],
    params: { code: "one_of" },
  });
export type CreateImportLinkBody = z.output<typeof CreateImportLinkBody>;

export const UpdateImportLinkBody = z.strictObject({
  name: LINK_NAME.optional().describe("What it is called in lists and notices."),
  url: URL_TEXT.optional(),
  every: EVERY.optional(),
  mapping: MAPPING.optional(),
  sheet: SHEET.optional(),
  list_id: LIST.optional(),
  on_duplicate: ON_DUPLICATE.optional(),
  campaign_id: CAMPAIGN.optional(),
  active: ACTIVE.optional(),
});
export type UpdateImportLinkBody = z.output<typeof UpdateImportLinkBody>;

export const PreviewImportLinkBody = z
  .strictObject({
    url: URL_TEXT.optional(),
    link_id: bodyId<ImportLinkId>()
      .optional()
      .describe("A link whose address is used, instead of `url`."),
    mapping: MAPPING.default({}),
    sheet: SHEET.default(null),
  })
  .refine(({ url, link_id }) => (url === undefined) !== (link_id === undefined), {
    message: "Send url, or link_id of a link that is there.",
    path: ["url"],
    params: { code: "one_of" },
  });
export type PreviewImportLinkBody = z.output<typeof PreviewImportLinkBody>;

export const ImportLinkPreview = z
  .object({
    url: z.string().describe("What would be fetched; `?...` stands for its query."),
    header_line: z.int().describe("Line of the column names; 0: the file has none."),
    format: z.enum(["csv", "xlsx"]).describe("What the file is, by its content."),
    workbook: ImportWorkbook.nullable().describe("What of an XLSX file was read; null for a CSV."),
    columns: z.array(ImportColumn).describe("What each column becomes, in the order of the file."),
    rows: z.array(z.array(z.string())).describe("The first rows, up to five, cell by cell."),
  })
  .meta({
    examples: [
      {
        url: "https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOp/export?...",
        header_line: 1,
        format: "csv",
        workbook: null,
        columns: [
          {
            name: "Mail",
            becomes: "email",
            by: "name",
            suggestion: null,
            examples: ["ann@x.example"],
          },
        ],
        rows: [["ann@x.example"]],
      },
    ],
  });
export type ImportLinkPreview = z.output<typeof ImportLinkPreview>;

export const LINK_OUTCOMES = ["changed", "nothing_new", "same_file"] as const;

const RUN_EXAMPLE = {
  id: 812,
  status: "completed",
  trigger: "schedule",
  outcome: "changed",
  rows: 1_204,
  created: 12,
  changed: 3,
  unchanged: 1_188,
  refused: 1,
  suppressed: 4,
  listed: 12,
  missing_columns: [],
  refused_rows: [
    {
      line: 77,
      column: "E-Mail",
      email: "ann.example.com",
      code: "invalid_email",
      message: "An email address needs text before and after the @.",
    },
  ],
  errors_url: "/api/v1/workspaces/1/leads/imports/812/errors",
  error: null,
  started_at: "2026-11-24T09:00:00.000Z",
  finished_at: "2026-11-24T09:00:02.100Z",
  duration_ms: 2_100,
};

export const ImportLinkRun = z
  .object({
    id: z.int().describe("Of this run; no other has it."),
    status: z.enum(["running", "completed", "failed"]).describe("A failed run changed nothing."),
    trigger: z.enum(["schedule", "person"]).describe("Whether somebody asked for it."),
    outcome: z
      .enum(LINK_OUTCOMES)
      .nullable()
      .describe(
        "`same_file`: the file is the one that was read last. `nothing_new`: it is another one, and no lead or list changed. Null until it is completed.",
      ),
    rows: z.int().describe("Rows of the file that were read."),
    created: z.int().describe("Leads that are new."),
    changed: z.int().describe("Leads that were updated."),
    unchanged: z.int().describe("Rows whose lead was here and stayed as it was."),
    refused: z.int().describe("Rows that could not be stored."),
    suppressed: z.int().describe("Rows whose address is suppressed; nothing is sent to them."),
    listed: z.int().describe("Leads that were here and are new in the list."),
    missing_columns: z
      .array(z.string())
      .describe("Columns that the run before had and this file has not. What they brought stays."),
    refused_rows: z
      .array(
        z.object({
          line: z.int().describe("Where the row begins, or its number in the sheet."),
          column: z.string().describe("The column that it is about; empty for the whole row."),
          email: z.string().describe("What the row has as address."),
          code: z.string().describe("Why, for programs."),
          message: z.string().describe("Why, as a sentence."),
        }),
      )
      .describe("The first 20 of them."),
    errors_url: z.string().describe("All of them as CSV."),
    error: z
      .object({
        code: z.string().describe("Why it failed, for programs."),
        message: z.string().describe("Why it failed and what to do."),
      })
      .nullable()
      .describe("Why it failed; null unless it did."),
    started_at: Time.describe("When it began."),
    finished_at: NullableTime.describe("When it ended; null while it runs."),
    duration_ms: z.int().nullable().describe("How long it took; null while it runs."),
  })
  .meta({ examples: [RUN_EXAMPLE] });
export type ImportLinkRun = z.output<typeof ImportLinkRun>;

export const ImportLink = z
  .object({
    id: z.int().describe("Of this link; no other has it."),
    name: z.string().describe("What it is called."),
    url: z
      .string()
      .describe("Scheme, host and path; `?...` stands for the query, which is never shown."),
    every: EVERY,
    mapping: MAPPING,
    sheet: z.string().nullable().describe("The sheet of an XLSX file; null where none was chosen."),
    list_id: z.int().describe("The list that its leads go into."),
    list_name: z.string().nullable().describe("Its name; null where it was deleted."),
    on_duplicate: ON_DUPLICATE,
    campaign_id: z.int().nullable().describe("The campaign that new leads join; null for none."),
    status: z
      .enum(["active", "paused", "waiting"])
      .describe(
        "`waiting`: its last three runs failed; it tries once a day, and is active again after a run that succeeds.",
      ),
    is_running: z.boolean().describe("Whether a run is under way, or about to begin."),
    failures: z.int().describe("Failed runs since the last one that did not fail."),
    next_run_at: NullableTime.describe("When it is fetched next; null while it is paused."),
    last_run: ImportLinkRun.nullable().describe("The newest run; null before the first."),
    created_at: Time.describe("When it was added."),
  })
  .meta({
    examples: [
      {
        id: 7,
        name: "Fair contacts",
        url: "https://docs.google.com/spreadsheets/d/1AbCdEfGhIjKlMnOp/export?...",
        every: "day",
        mapping: {},
        sheet: null,
        list_id: 4,
        list_name: "Fair contacts",
        on_duplicate: "update",
        campaign_id: null,
        status: "active",
        is_running: false,
        failures: 0,
        next_run_at: "2026-11-25T09:00:00.000Z",
        last_run: RUN_EXAMPLE,
        created_at: "2026-11-20T09:00:00.000Z",
      },
    ],
  });
export type ImportLink = z.output<typeof ImportLink>;
