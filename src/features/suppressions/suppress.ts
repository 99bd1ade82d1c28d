import type { WorkspaceCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import { domainOf, suppressionHash } from "#domain/leads/suppression-hash.ts";
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
    { kind: "address", value, hash: suppressionHash(value), reason, now: ctx.now() },
    guard,
  );
}

/** Which of these addresses may not be written to, by address or by domain. One query. */
export async function suppressedAmong(
  ctx: WorkspaceCtx,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0) return new Set();
  const hashes = new Map<string, string>();
  for (const email of emails) {
    hashes.set(email, suppressionHash(email));
    hashes.set(domainOf(email), suppressionHash(domainOf(email)));
  }
  const hit = await selectSuppressed(ctx.db, ctx.workspaceId, [...new Set(hashes.values())]);
  return new Set(
    emails.filter(
      (email) => hit.has(hashes.get(email) ?? "") || hit.has(hashes.get(domainOf(email)) ?? ""),
    ),
  );
}
