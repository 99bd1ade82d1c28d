import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { hasLead, selectLeadEmails } from "#modules/leads/suppressions/leads-store.ts";
import { eitherHash, type EntryHashes } from "./hashes.ts";
import { restoreSuppressionAddresses } from "#modules/leads/suppressions/match-store.ts";
import { restoreAddress } from "./restore-address.ts";

/** Leads of one look; each address is hashed. */
const LEADS_PER_LOOK = 5_000;

/**
 * Gives a hash-only entry its address while a lead of the workspace has it, so that everything that
 * compares by value sees it. `email` is the address where it is known; else every lead is looked at.
 */
export async function restoreAmongLeads(
  ctx: WorkspaceCtx,
  email: string | null,
  hashes: EntryHashes,
): Promise<void> {
  const { db, workspaceId } = ctx;
  if (email === null) return restoreAll(ctx, new Set([hashes.plain || hashes.keyed]));
  if (!(await hasLead(db, workspaceId, email))) return;
  await runBatch(db, [
    restoreSuppressionAddresses(db, workspaceId, [
      [email, hashes.keyed],
      [email, hashes.plain],
    ]),
  ]);
}

/** The same for many hashes, keyed or plain, whose addresses nobody email: one walk over the leads. */
export async function restoreAll(ctx: WorkspaceCtx, hashes: ReadonlySet<string>): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await selectLeadEmails(ctx.db, ctx.workspaceId, after, LEADS_PER_LOOK);
    const hit = rows.filter(({ email }) => eitherHash(ctx, [email]).some((h) => hashes.has(h)));
    const statements = await restoreAddress(
      ctx,
      hit.map(({ email }) => email),
    );
    if (statements.length > 0) await runBatch(ctx.db, statements);
    if (rows.length < LEADS_PER_LOOK) return;
    after = rows.at(-1)?.id ?? after;
  }
}
