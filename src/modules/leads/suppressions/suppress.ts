import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import { insertSuppression, selectSuppressed, type SuppressionReason } from "./store.ts";

/** The statement that suppresses an address, for the batch that makes it necessary. */
export function suppressStatement(
  ctx: WorkspaceCtx,
  email: string,
  reason: SuppressionReason,
  guard?: Parameters<typeof insertSuppression>[3],
): Statement {
  const value = email.trim().toLowerCase();
  return insertSuppression(
    ctx.db,
    ctx.workspaceId,
    { kind: "address", value, hashes: hashesOf(ctx, value), reason, now: ctx.now() },
    guard,
  );
}

/** Which of these addresses may not be written to, by address or by domain. One query. */
export async function suppressedAmong(
  ctx: WorkspaceCtx,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const asked = [...new Set(emails.flatMap((email) => [email, domainOf(email)]))];
  const byValue = new Map(asked.map((value) => [value, hashesOf(ctx, value)]));
  const all = [...byValue.values()].flatMap(({ keyed, plain }) => [keyed, plain]);
  const hit = await selectSuppressed(ctx.db, ctx.workspaceId, all, asked);
  const isHit = (value: string): boolean => {
    if (hit.has(value)) return true;
    const hashes = byValue.get(value);
    return hashes !== undefined && (hit.has(hashes.keyed) || hit.has(hashes.plain));
  };
  return new Set(emails.filter((email) => isHit(email) || isHit(domainOf(email))));
}
