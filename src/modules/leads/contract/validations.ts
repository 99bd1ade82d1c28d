import { z } from "zod";
import { NullableTime, PageQuery, Time } from "#platform/contract/common.ts";
import { ENCODINGS } from "#modules/leads/rules/files/encoding.ts";
import { VALIDATION_STATUSES } from "#modules/leads/rules/validation/validation.ts";
import { VALIDATION_JOB_STATUSES } from "./validation.ts";

/** Addresses of one call. */
export const MAX_ADDRESSES = 1_000;

export const ValidateAddressesBody = z.strictObject({
  emails: z
    .array(z.string().max(1_000))
    .min(1, "Send at least one address.")
    .max(MAX_ADDRESSES, `Send up to ${MAX_ADDRESSES} addresses, or a file.`)
    .describe(
      "The addresses, in the order in which their results are answered. Repeats are answered as often.",
    ),
  name: z
    .string()
    .trim()
    .max(200)
    .default("")
    .describe("A name under which the validation is listed; empty for none."),
});
export type ValidateAddressesBody = z.output<typeof ValidateAddressesBody>;

/** The text parts beside `file`. */
export const ValidateFileOptions = z.strictObject({
  column: z
    .string()
    .max(1_000)
    .optional()
    .describe(
      "The column with the addresses, by its name or its place such as `column_3`. Without it the column is found by name, or by its values.",
    ),
  encoding: z
    .enum(ENCODINGS)
    .optional()
    .describe("What a CSV is written in. Without it, it is found out."),
  sheet: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .describe(
      "The sheet of an XLSX file, by its name. Without it the first visible sheet with email addresses is read.",
    ),
});
export type ValidateFileOptions = z.output<typeof ValidateFileOptions>;

const RESULT_EXAMPLE = {
  row: 1,
  email: "info@gmial.com",
  verdict: "risky",
  score: 50,
  reasons: ["likely_typo", "role_address"],
  suggestion: "info@gmail.com",
};

/** What was found out about one address. */
export const AddressResult = z
  .object({
    row: z.int().describe("Its number in the order of the file or the array, from 1."),
    email: z.string().describe("The address as it was given; empty where the row has none."),
    verdict: z
      .enum(VALIDATION_STATUSES)
      .nullable()
      .describe("`valid`, `risky` or `invalid`; null for a row without an address."),
    score: z.int().min(0).max(100).nullable().describe("From 0 to 100; null without an address."),
    reasons: z
      .array(z.string())
      .describe("Codes of what speaks against the address, or for it; empty for a plain good one."),
    suggestion: z
      .string()
      .nullable()
      .describe("The address that was probably meant, where it looks like a typo."),
  })
  .meta({ examples: [RESULT_EXAMPLE] });
export type AddressResult = z.output<typeof AddressResult>;

const VALIDATION_EXAMPLE = {
  id: 41,
  name: "Fair contacts.csv",
  source: "file",
  format: "csv",
  column: "E-Mail",
  sheet: null,
  status: "running",
  total: 12_000,
  done: 4_200,
  counts: { valid: 3_100, risky: 800, invalid: 280, no_address: 20 },
  reasons: { role_address: 610, no_mail_route: 240, no_address: 20 },
  file_url: "/api/v1/workspaces/1/validations/41/file",
  results_url: "/api/v1/workspaces/1/validations/41/results",
  created_at: "2026-11-24T09:00:00.000Z",
  started_at: "2026-11-24T09:00:01.000Z",
  finished_at: null,
  deleted_at: "2026-12-01T09:00:00.000Z",
};

export const AddressValidation = z
  .object({
    id: z.int().describe("Of this validation; no other has it."),
    name: z.string().describe("The name of the file, or the one that was given."),
    source: z.enum(["file", "addresses"]).describe("Whether a file or an array was sent."),
    format: z
      .enum(["csv", "xlsx"])
      .nullable()
      .describe("What the file is, by its content; null for an array."),
    column: z
      .string()
      .nullable()
      .describe("The name of the column with the addresses; null for an array."),
    sheet: z
      .string()
      .nullable()
      .describe("The sheet that was read; null unless it is an XLSX file."),
    status: z
      .enum(VALIDATION_JOB_STATUSES)
      .describe("`queued` while it waits: two validations of a workspace run at a time."),
    total: z.int().describe("Rows, those without an address included."),
    done: z.int().describe("Rows that have their result."),
    counts: z
      .object({
        valid: z.int().describe("Addresses with a score of 80 or more."),
        risky: z.int().describe("Addresses with a score from 50 to 79."),
        invalid: z.int().describe("Addresses with a score below 50."),
        no_address: z.int().describe("Rows without an address, or that could not be read."),
      })
      .describe("The rows that are done, by their result."),
    reasons: z
      .record(z.string(), z.int())
      .describe("How many of the rows that are done have each reason."),
    file_url: z
      .string()
      .describe("Where the file with its results is downloaded, once nothing more is added to it."),
    results_url: z.string().describe("Where the results are listed as JSON."),
    created_at: Time.describe("When it was sent."),
    started_at: NullableTime.describe("When its first address was taken up; null while it waits."),
    finished_at: NullableTime.describe("When its last address was done, or it was stopped."),
    deleted_at: Time.describe("When it is deleted, with its file and its results."),
  })
  .meta({ examples: [VALIDATION_EXAMPLE] });
export type AddressValidation = z.output<typeof AddressValidation>;

export const ValidateAddressesAnswer = AddressValidation.extend({
  results: z
    .array(AddressResult)
    .nullable()
    .describe("All results, where they were ready within seconds; null while it goes on."),
}).meta({
  examples: [
    {
      ...VALIDATION_EXAMPLE,
      name: "",
      source: "addresses",
      format: null,
      column: null,
      status: "completed",
      total: 1,
      done: 1,
      counts: { valid: 0, risky: 1, invalid: 0, no_address: 0 },
      reasons: { likely_typo: 1, role_address: 1 },
      finished_at: "2026-11-24T09:00:02.000Z",
      results: [RESULT_EXAMPLE],
    },
  ],
});
export type ValidateAddressesAnswer = z.output<typeof ValidateAddressesAnswer>;

export const AddressResultsQuery = PageQuery.omit({ q: true, page: true });
export type AddressResultsQuery = z.output<typeof AddressResultsQuery>;
