import type { WorkspaceCtx } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import { suppressionHash } from "#domain/leads/suppression-hash.ts";
import { hasLead, selectLeadEmails } from "./leads-store.ts";
import { revealSuppressions } from "./match-store.ts";
import { revealStatements } from "./reveal.ts";

/** Leads of one look; each address is hashed. */
const LEADS_PER_LOOK = 5_000;

/**
 * Gives a hash-only entry its address while a lead of the workspace has it, so that everything that
 * compares by value sees it. `told` is the address where it is known; else every lead is looked at.
 */
export async function revealAmongLeads(
  ctx: WorkspaceCtx,
  told: string | null,
  hash: string,
): Promise<void> {
  const { db, workspaceId } = ctx;
  if (told === null) return revealAll(ctx, new Set([hash]));
  if (!(await hasLead(db, workspaceId, told))) return;
  await runBatch(db, [revealSuppressions(db, workspaceId, [[told, hash]])]);
}

/** The same for many hashes whose addresses nobody told: one walk over the leads. */
export async function revealAll(ctx: WorkspaceCtx, hashes: ReadonlySet<string>): Promise<void> {
  let after = 0;
  for (;;) {
    const rows = await selectLeadEmails(ctx.db, ctx.workspaceId, after, LEADS_PER_LOOK);
    const hit = rows.filter(({ email }) => hashes.has(suppressionHash(email)));
    const statements = await revealStatements(
      ctx,
      hit.map(({ email }) => email),
    );
    if (statements.length > 0) await runBatch(ctx.db, statements);
    if (rows.length < LEADS_PER_LOOK) return;
    after = rows.at(-1)?.id ?? after;
  }
}
