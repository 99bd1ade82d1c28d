import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { listsDeleted } from "#modules/leads/hooks.ts";
import { leaveStatements } from "#modules/leads/deletion/leave.ts";
import type { SampleData } from "#modules/samples/contract/samples.ts";
import { assertMayDo } from "#platform/access/permissions.ts";
import { type Deps, inWorkspace, type MemberCtx, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { isBusy, purgeStatements } from "./purge-store.ts";
import { readSample } from "./read-sample.ts";
import {
  markRemoving,
  selectRemoving,
  selectSampleLeads,
  selectSampleRow,
  whileKept,
} from "./store.ts";

/**
 * Removes the sample data of a workspace with all that came of it, also while its campaign runs. From
 * the first statement on nothing is accepted by the sandbox any more; where somebody is just at it, the
 * tick completes the removal. A repeat answers what is left. Throws `forbidden` for who may not delete leads.
 */
export async function removeSample(ctx: MemberCtx): Promise<SampleData> {
  const { db, workspaceId } = ctx;
  assertMayDo(ctx.caller, "mailboxes.edit");
  assertMayDo(ctx.caller, "leads.delete");
  await runBatch(db, [
    auditStatement(ctx, { action: "sample.removed", workspaceId }, whileKept(workspaceId)),
    markRemoving(db, workspaceId),
  ]);
  await purge(ctx);
  return readSample(ctx);
}

/** Sweep: completes removals. */
export async function removeSamples(deps: Deps): Promise<void> {
  for (const workspaceId of await selectRemoving(deps.db)) {
    await purge(inWorkspace(deps, workspaceId));
  }
}

/** One batch for everything; nothing while somebody is at it. */
async function purge(ctx: WorkspaceCtx): Promise<void> {
  const { db, workspaceId } = ctx;
  const row = await selectSampleRow(db, workspaceId);
  if (row?.state !== "removing" || (await isBusy(db, workspaceId, ctx.now()))) return;
  const leads = await selectSampleLeads(db, workspaceId);
  const { listId } = row;
  await runBatch(db, [
    ...leaveStatements(ctx, leads),
    ...(listId === null ? [] : ctx.hooks.ask(listsDeleted).flatMap((give) => give(ctx, listId))),
    ...purgeStatements(db, workspaceId, row, leads),
  ]);
}
