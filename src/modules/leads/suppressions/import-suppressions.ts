import {
  ImportSuppressionsBody,
  type ImportSuppressionsAnswer,
  type ImportSuppressionsQuery,
  MAX_SUPPRESSIONS_PER_BODY,
  SUPPRESSION_REASONS,
} from "#modules/leads/contract/suppressions.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { fieldOfHeader } from "#modules/leads/rules/files/header-names.ts";
import { customKey } from "#modules/leads/rules/fields.ts";
import { readSuppression } from "#modules/leads/rules/suppression-entry.ts";
import { decodeCsv } from "#modules/leads/imports/decode-csv.ts";
import { readRecords } from "#modules/leads/imports/read-records.ts";
import { readUpload } from "#modules/leads/imports/upload-parts.ts";
import { readCapped } from "#platform/http/read-capped.ts";
import { parseFields } from "#platform/http/validate.ts";
import { hashesOfText } from "#modules/leads/hashes/hashes.ts";
import { insertSuppressions, type NewSuppression } from "./import-store.ts";
import { restoreAll } from "#modules/leads/hashes/restore-among-leads.ts";
import type { SuppressionReason } from "./store.ts";

const MAX_JSON_BYTES = 4 * 1024 * 1024;
const ENTRIES_PER_WRITE = 5_000;
const SHOWN_ERRORS = 100;
/** As much of a wrong entry as the answer shows. */
const SHOWN_CHARS = 254;

type Row = { readonly line: number; readonly value: string; readonly reason: string };

/**
 * Suppresses a list of addresses, domains and SHA-256 hashes: a CSV file in a multipart body, or an
 * array in JSON. Adds what is good, names what is not, and may be repeated. Throws
 * `unsupported_media_type` for another body and what reading it throws.
 */
export async function importSuppressions(
  ctx: WorkspaceCtx,
  request: Request,
  query: ImportSuppressionsQuery,
): Promise<ImportSuppressionsAnswer> {
  const answer: ImportSuppressionsAnswer = {
    total: 0,
    added: 0,
    already_suppressed: 0,
    invalid: 0,
    errors: [],
  };
  const hashOnly = new Set<string>();
  let chunk: NewSuppression[] = [];
  const write = async (): Promise<void> => {
    const options = { hashOnly: query.hash_only === "true", now: ctx.now() };
    const added = await insertSuppressions(ctx.db, ctx.workspaceId, chunk, options);
    answer.added += added;
    answer.already_suppressed += chunk.length - added;
    chunk = [];
  };
  for await (const row of rowsOf(request)) {
    answer.total++;
    const entry = readSuppression(row.value);
    const hashes = entry && hashesOfText(ctx, entry.hash);
    if (entry === null || hashes === null) {
      answer.invalid++;
      if (answer.errors.length < SHOWN_ERRORS) answer.errors.push(invalid(row));
      continue;
    }
    if (entry.value === null) hashOnly.add(hashes.plain || hashes.keyed);
    const reason = reasonOf(row.reason) ?? query.reason;
    chunk.push({ kind: entry.kind, value: entry.value, hashes, reason });
    if (chunk.length >= ENTRIES_PER_WRITE) await write();
  }
  if (chunk.length > 0) await write();
  if (hashOnly.size > 0) await restoreAll(ctx, hashOnly);
  return answer;
}

async function* rowsOf(request: Request): AsyncGenerator<Row> {
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

async function* fromJson(request: Request): AsyncGenerator<Row> {
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
async function* fromCsv(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Row> {
  let columns: { value: number; reason: number } | null = null;
  for await (const records of readRecords(decodeCsv(bytes).text)) {
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

/** The reason that a cell names, as ours or as other tools call it; null: none of ours. */
function reasonOf(text: string): SuppressionReason | null {
  const key = customKey(text);
  const known = SUPPRESSION_REASONS.find((reason) => reason === key && reason !== "erased");
  return known ?? OTHER_REASONS.get(key) ?? null;
}

const OTHER_REASONS = new Map<string, SuppressionReason>([
  ["unsubscribe", "unsubscribed"],
  ["opt_out", "unsubscribed"],
  ["opted_out", "unsubscribed"],
  ["bounce", "bounced"],
  ["hard_bounce", "bounced"],
  ["complaint", "complained"],
  ["spam", "complained"],
  ["spam_complaint", "complained"],
  ["dnc", "do_not_contact"],
]);

const invalid = ({ line, value }: Row) => ({
  line,
  value: value
    .replace(/\p{Cc}/gu, " ")
    .slice(0, SHOWN_CHARS)
    .toWellFormed(),
  code: value === "" ? "missing_value" : "invalid_value",
  message: "Send an address, a domain, or the SHA-256 of an address.",
});
