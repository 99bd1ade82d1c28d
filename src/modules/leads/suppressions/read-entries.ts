import {
  ImportSuppressionsBody,
  MAX_SUPPRESSIONS_PER_BODY,
} from "#modules/leads/contract/suppressions.ts";
import { readFileRows } from "#modules/leads/files/read-rows.ts";
import { readUpload } from "#modules/leads/files/upload-parts.ts";
import { customKey } from "#modules/leads/rules/fields.ts";
import { fieldOfHeader } from "#modules/leads/rules/files/header-names.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { readCapped } from "#platform/http/read-capped.ts";
import { parseFields } from "#platform/http/validate.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";

const MAX_JSON_BYTES = 4 * 1024 * 1024;
/** Wrong entries that an answer names. */
export const NAMED_ENTRIES = 100;
/** As much of a wrong entry as the answer shows. */
const SHOWN_CHARS = 254;

/** An entry as it was given: an address, a domain or a hash, with the reason beside it. */
export type GivenEntry = { readonly line: number; readonly value: string; readonly reason: string };

/** Entries between which everybody else gets a turn: to hash and to write them takes a while. */
const ENTRIES_AT_ONCE = 500;

/**
 * The entries of a request: a CSV file in a multipart body or alone, or an array in JSON. Throws
 * `unsupported_media_type` for another body and what reading it throws.
 */
export async function* givenEntries(
  { wait }: Pick<Deps, "wait">,
  request: Request,
): AsyncGenerator<GivenEntry> {
  let given = 0;
  for await (const entry of entriesOf(request)) {
    yield entry;
    if (++given % ENTRIES_AT_ONCE === 0) await wait(0);
  }
}

async function* entriesOf(request: Request): AsyncGenerator<GivenEntry> {
  const type = (request.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  if (type === "application/json") return yield* fromJson(request);
  if (type === "text/csv") {
    // Body streams yield bytes and iterate on both hosts; their types leave both open.
    return yield* fromCsv((request.body ?? []) as unknown as AsyncIterable<Uint8Array>);
  }
  if (type !== "multipart/form-data") {
    throw new AppError(
      "unsupported_media_type",
      "Send an array as application/json, or a CSV as text/csv or in a part named file of multipart/form-data.",
    );
  }
  let files = 0;
  for await (const part of readUpload(request)) {
    if (part.kind === "text" || part.name !== "file") {
      throw invalidField(
        part.name,
        "unknown_field",
        "Unknown part. Send the CSV in a part named file.",
      );
    }
    if (++files > 1) throw invalidField("file", "duplicate_part", "Send one file at a time.");
    yield* fromCsv(part.bytes);
  }
  if (files === 0) throw invalidField("file", "required", "Send the CSV in a part named file.");
}

async function* fromJson(request: Request): AsyncGenerator<GivenEntry> {
  const text = await readCapped(request.body, MAX_JSON_BYTES);
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (cause) {
    throw new AppError("malformed_request", "The request body is not valid JSON.", { cause });
  }
  if (Array.isArray(given) && given.length > MAX_SUPPRESSIONS_PER_BODY) {
    throw new AppError(
      "payload_too_large",
      `An array can have up to ${MAX_SUPPRESSIONS_PER_BODY} entries. Send a file instead.`,
    );
  }
  for (const [i, entry] of parseFields(ImportSuppressionsBody, given).entries()) {
    const { value, reason = "" } = typeof entry === "string" ? { value: entry } : entry;
    yield { line: i + 1, value, reason };
  }
}

/**
 * Lines of a CSV. A header names the columns of the entries and of their reasons; a file without one
 * is a list of entries.
 */
async function* fromCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<GivenEntry> {
  let columns: { value: number; reason: number } | null = null;
  for await (const records of readFileRows(bytes).rows) {
    for (const { line, cells } of records) {
      if (columns === null) {
        const header = cells === null ? null : columnsOf(cells);
        columns = header ?? { value: 0, reason: -1 };
        if (header) continue;
      }
      const value = cells?.[columns.value]?.trim() ?? "";
      yield { line, value, reason: cells?.[columns.reason] ?? "" };
    }
  }
}

const VALUE_HEADERS = new Set(["value", "domain", "hash", "sha256", "address", "entry"]);

function columnsOf(cells: readonly string[]): { value: number; reason: number } | null {
  const keys = cells.map(customKey);
  const value = keys.findIndex((key) => VALUE_HEADERS.has(key) || fieldOfHeader(key) === "email");
  return value < 0 ? null : { value, reason: keys.indexOf("reason") };
}

/** How an answer names a wrong entry. */
export const invalidEntry = ({ line, value }: GivenEntry) => ({
  line,
  value: value
    .replace(/\p{Cc}/gu, " ")
    .slice(0, SHOWN_CHARS)
    .toWellFormed(),
  code: value === "" ? "missing_value" : "invalid_value",
  message: "Send an address, a domain, or the SHA-256 of an address.",
});
