import { z } from "zod";
import { LEAD_FIELDS } from "#modules/leads/rules/fields.ts";
import { ENCODINGS } from "#modules/leads/rules/files/encoding.ts";
import type { ListId } from "#platform/rules/ids.ts";
import { NullableTime, Time } from "#platform/contract/common.ts";

export const ListName = z.string().trim().min(1, "Enter a name for the list.").max(200);

const Mapping = z
  .string()
  .transform((text, ctx) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      ctx.addIssue({
        code: "custom",
        message: 'Send JSON such as {"Mail": "email"}.',
        params: { code: "malformed_json" },
      });
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.string().max(200).nullable()));

/** The text parts beside `file`. */
export const UploadOptions = z
  .strictObject({
    list_name: ListName.optional().describe(
      "Name of a new list, 1 to 200 characters; without list_id and list_name it is made from that of the file.",
    ),
    list_id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, "Send the id of a list.")
      .transform((text) => Number(text) as ListId)
      .optional()
      .describe("A list that the leads are added to; not together with list_name."),
    on_duplicate: z
      .enum(["skip", "update"])
      .default("skip")
      .describe(
        "A lead whose address is here already: skip leaves its fields as they are, update overwrites them with those that are filled.",
      ),
    mapping: Mapping.default({}).describe(
      "What columns become, as JSON: keys are names of columns or `column_3`, values are fields, `custom.` names, or null to leave the column out.",
    ),
    encoding: z
      .enum(ENCODINGS)
      .optional()
      .describe("What a CSV is written in; left out, it is found out."),
    sheet: z
      .string()
      .min(1)
      .max(255)
      .optional()
      .describe(
        "The sheet of an XLSX file, by its name. Without it the first visible sheet with email addresses is read.",
      ),
    hidden_rows: z
      .enum(["skip", "include"])
      .default("skip")
      .describe("What happens to rows of an XLSX file that are hidden, by hand or by a filter."),
    dry_run: z
      .enum(["true", "false", "1", "0", ""])
      .transform((text) => text === "true" || text === "1")
      .default(false)
      .describe("Whether the file is only read: the answer says what would happen."),
  })
  .refine(({ list_id, list_name }) => list_id === undefined || list_name === undefined, {
    message: "Send list_id to add to a list, or list_name to create one.",
    path: ["list_id"],
    params: { code: "one_of" },
  });
export type UploadOptions = z.output<typeof UploadOptions>;

export const RowError = z.object({
  line: z.int().describe("Line of the file."),
  email: z.string().describe("The address of the row as it was read."),
  code: z.string().describe("What is wrong, as a stable code."),
  message: z.string().describe("What is wrong, for a person."),
});
export type RowError = z.output<typeof RowError>;

const counts = {
  created: z.int().describe("Rows that became new leads."),
  duplicates: z
    .int()
    .describe("Rows whose address was there already; those leads keep their fields."),
  updated: z.int().describe("Rows that updated a lead, with on_duplicate `update`."),
  invalid: z.int().describe("Rows that were not stored."),
  suppressed: z
    .int()
    .describe("Rows whose address is suppressed; they count among the others as well."),
};

/** What becomes of one column of a file. */
export const ImportColumn = z.object({
  name: z.string().describe("The name as the file has it; empty where it has none."),
  becomes: z
    .string()
    .nullable()
    .describe(
      "The field of the lead, `tags`, or `custom.` and the key of a custom field; null where the column is left out.",
    ),
  by: z
    .enum(["mapping", "name", "values", "none"])
    .describe(
      "Why: the part `mapping` says so, the name is known, the values look like it, or nothing tells.",
    ),
  suggestion: z
    .enum(LEAD_FIELDS)
    .nullable()
    .describe(
      "A field that the values of a column with an unknown name look like. Map it to use it.",
    ),
  examples: z.array(z.string()).describe("Up to three of its first values."),
});
export type ImportColumn = z.output<typeof ImportColumn>;

/** What of an XLSX file was read. */
export const ImportWorkbook = z.object({
  sheet: z.string().describe("The sheet that was read."),
  sheets: z
    .array(
      z.object({
        name: z.string().describe("The name on its tab."),
        hidden: z.boolean().describe("Whether its tab is hidden; it is read only if it is named."),
      }),
    )
    .describe("All sheets, in the order of their tabs."),
  hidden_rows: z.int().describe("Rows that were left out because they are hidden."),
  empty_formulas: z
    .int()
    .describe("Formulas whose result is not in the file; their cells count as empty."),
});

export const UploadAnswer = z.object({
  list_id: z
    .int()
    .nullable()
    .describe("List that the leads are in; null in a dry run that would make a new list."),
  list_name: z.string().describe("Name of that list."),
  total: z.int().describe("Rows of the file, without the column names."),
  ...counts,
  repeated: z
    .int()
    .describe("Of duplicates or updated: rows whose address was in the same file before."),
  header_line: z
    .int()
    .describe("Line of the column names; lines above it were skipped. 0: the file has none."),
  format: z.enum(["csv", "xlsx"]).describe("What the file is, by its content."),
  workbook: ImportWorkbook.nullable().describe("What of an XLSX file was read; null for a CSV."),
  columns: z.array(ImportColumn).describe("What became of each column, in the order of the file."),
  encoding: z
    .enum(ENCODINGS)
    .describe("What the file was read as; send another in `encoding` where a guess is wrong."),
  encoding_guessed: z.boolean().describe("Whether that was found out by its content."),
  ignored_cells: z.int().describe("Filled cells that have no column and were left out."),
  errors: z.array(RowError).describe("The first 100 rows that were not stored."),
  errors_url: z
    .string()
    .nullable()
    .describe("Where all of them are downloaded as CSV; null in a dry run."),
});
export type UploadAnswer = z.output<typeof UploadAnswer>;

export const Import = z.object({
  id: z.int().describe("Id of the import."),
  list_id: z.int().describe("List that the leads are in."),
  list_name: z.string().describe("Name of that list."),
  status: z
    .enum(["running", "completed", "failed"])
    .describe("Where it is; `failed`: it stopped before the end of the file."),
  done: z.int().describe("Rows that are done."),
  total: z.int().nullable().describe("Rows of the file; null until its end was seen."),
  percent: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe("Percent of the bytes that are done; null if the upload announced no size."),
  ...counts,
  error: z
    .object({
      code: z.string().describe("Why, as a stable code."),
      message: z.string().describe("Why, for a person."),
    })
    .nullable()
    .describe("Why it stopped; null: it did not."),
  errors_url: z.string().describe("Where the rows that were not stored are downloaded as CSV."),
  created_at: Time.describe("When it began."),
  finished_at: NullableTime.describe("When it ended; null while it goes on."),
});
export type Import = z.output<typeof Import>;
