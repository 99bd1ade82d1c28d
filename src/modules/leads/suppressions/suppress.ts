import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { installSuppressedAmong } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { formerHashes } from "#modules/leads/hashes/former-hashes.ts";
import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import { readSuppression } from "#modules/leads/rules/suppression-entry.ts";
import { insertSuppressions, type NewSuppression } from "./import-store.ts";
import {
  insertSuppression,
  selectSuppressed,
  selectSuppressedHashes,
  type SuppressionReason,
} from "./store.ts";

/**
 * The statement that suppresses an address, for the batch that makes it necessary. `source` names
 * what made it, where a person may take that back.
 */
export function suppressStatement(
  ctx: WorkspaceCtx,
  email: string,
  reason: SuppressionReason,
  guard?: Parameters<typeof insertSuppression>[3],
  source: string | null = null,
): Statement {
  const value = email.trim().toLowerCase();
  const hashes = hashesOf(ctx, value);
  return insertSuppression(
    ctx.db,
    ctx.workspaceId,
    { kind: "address", value, hashes, reason, source, now: ctx.now() },
    guard,
  );
}

/** Which of these addresses may not be written to, be it by the workspace's own list or by that of the installation. */
export async function suppressedAmong(
  ctx: WorkspaceCtx,
  emails: readonly string[],
): Promise<Set<string>> {
  const [own, install] = await Promise.all([
    ownSuppressedAmong(ctx, emails),
    installSuppressedAmong(ctx, emails),
  ]);
  return new Set([...own, ...install]);
}

/**
 * Which of these addresses the workspace itself suppresses, by address or by domain. One query; two or
 * three where it has entries that are known by their hash alone.
 */
export async function ownSuppressedAmong(
  ctx: WorkspaceCtx,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const { db, workspaceId } = ctx;
  const wanted = new Map(emails.map((email) => [email, email.trim().toLowerCase()]));
  const asked = [...new Set([...wanted.values()].flatMap((email) => [email, domainOf(email)]))];
  const { found, hidesSome } = await selectSuppressed(db, workspaceId, asked);
  if (hidesSome) {
    const values = new Map([
      ...asked.flatMap((value) => {
        const { keyed, plain } = hashesOf(ctx, value);
        return [[keyed, value] as const, [plain, value] as const];
      }),
      ...(await formerHashes(ctx, asked)),
    ]);
    for (const hash of await selectSuppressedHashes(db, workspaceId, [...values.keys()]))
      found.add(values.get(hash) ?? "");
  }
  const isFound = (email: string): boolean => found.has(email) || found.has(domainOf(email));
  return new Set(emails.filter((email) => isFound(wanted.get(email) ?? "")));
}

/** Suppresses addresses and domains; answers those that are neither. Safe to repeat. */
export async function suppressMany(
  ctx: WorkspaceCtx,
  given: readonly { readonly value: string; readonly reason: NewSuppression["reason"] }[],
): Promise<ReadonlySet<string>> {
  const wrong = new Set<string>();
  const entries = given.flatMap(({ value: text, reason }): NewSuppression[] => {
    const entry = readSuppression(text);
    if (entry === null || entry.value === null) {
      wrong.add(text);
      return [];
    }
    const { kind, value } = entry;
    return [{ kind, value, hashes: hashesOf(ctx, value), reason }];
  });
  if (entries.length > 0) {
    const options = { hashOnly: false, now: ctx.now() };
    await insertSuppressions(ctx.db, ctx.workspaceId, entries, options);
  }
  return wrong;
}
