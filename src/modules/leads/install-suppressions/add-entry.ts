import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type {
  AddInstallSuppressionBody,
  ImportInstallSuppressionsAnswer,
} from "#modules/leads/contract/install-suppressions.ts";
import { hashesOf, hashesOfText, keyOf } from "#modules/leads/hashes/hashes.ts";
import { readSuppression } from "#modules/leads/rules/suppression-entry.ts";
import {
  givenEntries,
  invalidEntry,
  NAMED_ENTRIES,
} from "#modules/leads/suppressions/read-entries.ts";
import { type CallerCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { copyEverywhere } from "./copy-list.ts";
import {
  insertEntries,
  type InstallSuppressionRow,
  type NewInstallSuppression,
  selectListed,
} from "./store.ts";

/**
 * Puts an address or domain on the list of the installation: no workspace writes to it any more. One
 * that is there keeps its cause; `isNew` says which it was. Throws `validation_failed` for a hash
 * under another install's key.
 */
export async function addInstallSuppression(
  ctx: CallerCtx,
  body: AddInstallSuppressionBody,
): Promise<{ row: InstallSuppressionRow; isNew: boolean }> {
  const kind = body.domain === undefined ? "address" : "domain";
  const hashes =
    body.hash === undefined
      ? hashesOf(ctx, body.domain ?? body.email ?? "")
      : hashesOfText(ctx, body.hash);
  if (hashes === null) {
    throw invalidField(
      "hash",
      "unknown_key",
      "This hash uses the key of another installation. Send a SHA-256.",
    );
  }
  const { keyed } = hashes;
  const by = byCaller(ctx);
  const entry = { kind, hash: keyed, cause: "manual", workspaceId: null } as const;
  const [before] = await selectListed(ctx.install, [keyed]);
  if (before) return { row: before, isNew: false };
  const [inserted] = await runBatch(ctx.install, [
    insertEntries(ctx.install, [entry], by),
    auditStatement(ctx, { action: "suppressions.added", details: { kind, entries: 1 } }),
  ]);
  await copyEverywhere(ctx);
  const [row] = await selectListed(ctx.install, [keyed]);
  if (!row) throw new AppError("conflict", "The entry was removed meanwhile.");
  return { row, isNew: (inserted as unknown[]).length > 0 };
}

const ENTRIES_PER_WRITE = 2_000;

/**
 * Puts a list of addresses, domains and SHA-256 hashes on the list of the installation. Adds what is
 * good, names what is not, and may be repeated. Throws what reading the body throws.
 */
export async function importInstallSuppressions(
  ctx: CallerCtx,
  request: Request,
): Promise<ImportInstallSuppressionsAnswer> {
  const answer: ImportInstallSuppressionsAnswer = {
    total: 0,
    added: 0,
    already_suppressed: 0,
    invalid: 0,
    errors: [],
  };
  let chunk: NewInstallSuppression[] = [];
  const write = async (): Promise<void> => {
    const fresh = [...new Map(chunk.map((entry) => [entry.hash, entry])).values()];
    const [inserted] = await runBatch(ctx.install, [
      insertEntries(ctx.install, fresh, byCaller(ctx)),
      auditStatement(ctx, {
        action: "suppressions.added",
        details: { kind: "list", entries: fresh.length },
      }),
    ]);
    const added = (inserted as unknown[]).length;
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
    chunk.push({ kind: entry.kind, hash: hashes.keyed, cause: "imported", workspaceId: null });
    if (chunk.length >= ENTRIES_PER_WRITE) await write();
  }
  if (chunk.length > 0) await write();
  await copyEverywhere(ctx);
  return answer;
}

const byCaller = (ctx: CallerCtx) => ({
  hashKey: keyOf(ctx).id,
  userId: userIdOf(ctx.caller),
  now: ctx.now(),
});
