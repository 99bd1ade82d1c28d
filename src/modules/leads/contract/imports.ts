import { z } from "zod";
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
    list_name: ListName.optional(),
    list_id: z
      .string()
      .regex(/^[1-9]\d{0,14}$/, "Send the id of a list.")
      .transform((text) => Number(text) as ListId)
      .optional(),
    on_duplicate: z.enum(["skip", "update"]).default("skip"),
    mapping: Mapping.default({}),
    /** What the file is written in; absent, it is found out. */
    encoding: z.enum(ENCODINGS).optional(),
    dry_run: z
      .enum(["true", "false", "1", "0", ""])
      .transform((text) => text === "true" || text === "1")
      .default(false),
  })
  .refine(({ list_id, list_name }) => list_id === undefined || list_name === undefined, {
    message: "Send list_id to add to a list, or list_name to create one.",
    path: ["list_id"],
    params: { code: "one_of" },
  });
export type UploadOptions = z.output<typeof UploadOptions>;

export const RowError = z.object({
  line: z.int(),
  email: z.string(),
  code: z.string(),
  message: z.string(),
});
export type RowError = z.output<typeof RowError>;

const counts = {
  created: z.int(),
  duplicates: z.int(),
  updated: z.int(),
  invalid: z.int(),
  suppressed: z.int(),
};

export const UploadAnswer = z.object({
  /** Null in a dry run that would make a new list. */
  list_id: z.int().nullable(),
  list_name: z.string(),
  total: z.int(),
  ...counts,
  /** Of `duplicates` or `updated`: rows whose address was in the same file before. */
  repeated: z.int(),
  /** Line of the column names; lines above it were skipped. */
  header_line: z.int(),
  /** What the file was read as; choose another in a part `encoding` where a guess is wrong. */
  encoding: z.enum(ENCODINGS),
  encoding_guessed: z.boolean(),
  /** Filled cells that have no column, and were left out. */
  ignored_cells: z.int(),
  /** The first 100 rows that were not stored. */
  errors: z.array(RowError),
  /** All of them as CSV; null in a dry run. */
  errors_url: z.string().nullable(),
});
export type UploadAnswer = z.output<typeof UploadAnswer>;

export const Import = z.object({
  id: z.int(),
  list_id: z.int(),
  list_name: z.string(),
  status: z.enum(["running", "completed", "failed"]),
  /** Rows settled so far. */
  done: z.int(),
  /** Rows of the file; null until its end was seen. */
  total: z.int().nullable(),
  /** Of the bytes that the upload announced; null when it announced none. */
  percent: z.int().min(0).max(100).nullable(),
  ...counts,
  /** Why it stopped. */
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  errors_url: z.string(),
  created_at: Time,
  finished_at: NullableTime,
});
export type Import = z.output<typeof Import>;
