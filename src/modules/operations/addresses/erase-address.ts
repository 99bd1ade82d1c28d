import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { eraseAddressStatements, eraseFromInstall } from "#modules/leads/deletion/erase.ts";
import { suppressErased } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import { copyEverywhere } from "#modules/leads/install-suppressions/copy-list.ts";
import type { EraseAddressBody, Erasure } from "#modules/operations/contract/addresses.ts";
import {
  type CallerCtx,
  type Deps,
  inWorkspace,
  userIdOf,
  type WorkspaceCtx,
} from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { countOf, selectLeadOf, selectRecipientLeads } from "./erase-store.ts";
import {
  type ErasureRow,
  finishErasure,
  insertErasure,
  moveOn,
  noteFound,
  selectErasure,
  selectNextWorkspaces,
  selectOpenErasures,
} from "./erasures-store.ts";
import { targetOf } from "./look-up.ts";
import { presentErasure } from "./present.ts";

const placeOf = (hash: string): string => `erasures:sealed_email:${hash}`;
/** Workspaces of one request, or of one tick. */
const WORKSPACES_PER_TURN = 50;
const SENDS_PER_LOOK = 50_000;

/**
 * Erases the owner of an address everywhere, and lets no workspace write to it any more. The
 * suppression stands before this answers; the row then drives the erasure from workspace to workspace,
 * which the tick goes on with. Asked for again, it goes over everything once more.
 */
export async function eraseAddress(ctx: CallerCtx, { email }: EraseAddressBody): Promise<Erasure> {
  const { install } = ctx;
  const hashes = hashesOf(ctx, email);
  const userId = userIdOf(ctx.caller);
  const results = await runBatch(install, [
    auditStatement(ctx, { action: "address.erased", target: targetOf(hashes) }),
    suppressErased(ctx, email, userId),
    insertErasure(install, {
      hash: hashes.keyed,
      hashKey: hashes.key,
      sealed: await ctx.vault.seal(email, placeOf(hashes.keyed)),
      requestedBy: userId,
      createdAt: ctx.now(),
    }),
  ]);
  const [row] = results[2] as ErasureRow[];
  if (!row) throw new Error("an erasure vanished at once");
  await copyEverywhere(ctx);
  await goOn(ctx, row);
  return presentErasure((await selectErasure(install, row.id)) ?? row);
}

/** Sweep: goes on with erasures that are not done. */
export async function continueErasures(deps: Deps): Promise<void> {
  for (const row of await selectOpenErasures(deps.install, 5)) await goOn(deps, row);
}

async function goOn(deps: Deps, row: ErasureRow): Promise<void> {
  if (row.sealed === null) return;
  const email = await deps.vault.open(row.sealed, placeOf(row.hash));
  let { cursor } = row;
  const next = await selectNextWorkspaces(deps.install, cursor, WORKSPACES_PER_TURN + 1);
  for (const id of next.slice(0, WORKSPACES_PER_TURN)) {
    await eraseIn(inWorkspace(deps, id), row.id, email);
    if (!(await moveOn(deps.install, row.id, cursor, id))) return;
    cursor = id;
  }
  if (next.length <= WORKSPACES_PER_TURN) {
    await finishErasure(deps.install, row.id, deps.now());
  }
}

/** Of one workspace: its lead, what deleted leads with this address left, and every other trace by value. */
async function eraseIn(ctx: WorkspaceCtx, erasureId: number, email: string): Promise<void> {
  const { db, workspaceId } = ctx;
  const lead = await selectLeadOf(db, workspaceId, email);
  const others = await leadsWrittenTo(ctx, email);
  const ids = [...new Set([...(lead === null ? [] : [lead]), ...others])];
  if (ids.length > 0) {
    const found = await countOf(db, workspaceId, ids);
    await noteFound(ctx.install, erasureId, {
      workspace_id: workspaceId,
      leads: lead === null ? 0 : 1,
      ...found,
    });
  }
  await eraseFromInstall(ctx, email);
  await runBatch(db, eraseAddressStatements(ctx, email, { lead, ids }));
}

async function leadsWrittenTo(ctx: WorkspaceCtx, email: string): Promise<readonly LeadId[]> {
  const ids = new Set<LeadId>();
  let after: number | null = 0;
  while (after !== null) {
    const slice: Awaited<ReturnType<typeof selectRecipientLeads>> = await selectRecipientLeads(
      ctx.db,
      ctx.workspaceId,
      email,
      after,
      SENDS_PER_LOOK,
    );
    for (const id of slice.ids) ids.add(id);
    after = slice.end;
  }
  return [...ids];
}
