import {
  type ImportSuppressionsAnswer,
  type ImportSuppressionsQuery,
  SUPPRESSION_REASONS,
} from "#modules/leads/contract/suppressions.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { customKey } from "#modules/leads/rules/fields.ts";
import { readSuppression } from "#modules/leads/rules/suppression-entry.ts";
import { hashesOfText } from "#modules/leads/hashes/hashes.ts";
import { insertSuppressions, type NewSuppression } from "./import-store.ts";
import { restoreAll } from "#modules/leads/hashes/restore-among-leads.ts";
import { givenEntries, invalidEntry, NAMED_ENTRIES } from "./read-entries.ts";
import type { SuppressionReason } from "./store.ts";

/** A write of them holds nobody else up for long. */
const ENTRIES_PER_WRITE = 2_000;

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
  for await (const row of givenEntries(ctx, request)) {
    answer.total++;
    const entry = readSuppression(row.value);
    const hashes = entry && hashesOfText(ctx, entry.hash);
    if (entry === null || hashes === null) {
      answer.invalid++;
      if (answer.errors.length < NAMED_ENTRIES) answer.errors.push(invalidEntry(row));
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
