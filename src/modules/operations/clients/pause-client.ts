import type { Client, PauseClientBody } from "#modules/operations/contract/admin.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { copyWorkspace, uncopied } from "#modules/accounts/workspaces/copy-workspace.ts";
import type { ClientRow } from "./clients-store.ts";
import { readClient } from "./list-clients.ts";
import { isPausable, isResumable, markClientPaused, markClientResumed } from "./pause-store.ts";

/**
 * Pauses a client as a whole: nothing leaves its workspace, of whatever kind, while replies and hits
 * are read. What waits goes on where it stood once it is resumed. One that is paused keeps its reason
 * unless another is given. Throws `not_found`.
 */
export async function pauseClient(
  ctx: CallerCtx,
  id: WorkspaceId,
  { reason }: PauseClientBody,
): Promise<Client> {
  const { install } = ctx;
  const now = ctx.now();
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      {
        action: "client.paused",
        workspaceId: id,
        target: { type: "workspace", id },
        details: reason === null ? {} : { reason },
      },
      isPausable(id, reason),
    ),
    markClientPaused(install, id, reason, now),
    ...uncopied(ctx, { id }),
  ]);
  return afterwards(ctx, id, results[1] as ClientRow[]);
}

/** Lets a paused client send again. One that is not paused stays as it is. Throws `not_found`. */
export async function resumeClient(ctx: CallerCtx, id: WorkspaceId): Promise<Client> {
  const { install } = ctx;
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      { action: "client.resumed", workspaceId: id, target: { type: "workspace", id } },
      isResumable(id),
    ),
    markClientResumed(install, id, ctx.now()),
    ...uncopied(ctx, { id }),
  ]);
  return afterwards(ctx, id, results[1] as ClientRow[]);
}

async function afterwards(
  ctx: CallerCtx,
  id: WorkspaceId,
  [changed]: ClientRow[],
): Promise<Client> {
  if (changed) await copyWorkspace(ctx, changed);
  return readClient(ctx, id);
}
