import type { MapClientsBody, MoveClient } from "#modules/moving/contract/moves.ts";
import { countsOf } from "#modules/moving/moves/present.ts";
import { assertEntry, findMove } from "#modules/moving/moves/access.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { countFound, waitAgain } from "#modules/moving/reading/found-store.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { MoveId } from "#platform/rules/ids.ts";
import { changeClient, selectMoveClients, workspacesNamed } from "./clients-store.ts";

/** The rival's clients, and what becomes of each. */
export async function listMoveClients(
  ctx: CallerCtx,
  id: MoveId,
): Promise<{ readonly data: readonly MoveClient[] }> {
  const move = await findMove(ctx, id);
  const [clients, counts] = await Promise.all([
    selectMoveClients(ctx.install, id),
    countFound(ctx.install, id),
  ]);
  const known =
    move.workspaceId === null
      ? await workspacesNamed(
          ctx.install,
          clients.map(({ name }) => name),
        )
      : new Map<string, never>();
  return {
    data: clients.map((row) => {
      const own = counts.filter(({ client }) => client === row.ref);
      return {
        ref: row.ref,
        name: row.name,
        choice: row.choice,
        workspace_id: row.workspaceId,
        new_name: row.newName,
        new_slug: row.newSlug,
        suggested_workspace_id: known.get(row.name.toLowerCase()) ?? null,
        problem: row.problem,
        found: countsOf(own, "n"),
        waiting: countsOf(own, "waiting"),
      };
    }),
  };
}

/**
 * Decides what becomes of clients. One that was taken over into a workspace stays there: throws
 * `conflict`, and `not_found` for a client that was not found.
 */
export async function mapClients(ctx: CallerCtx, id: MoveId, body: MapClientsBody) {
  const move = await findMove(ctx, id);
  if (move.state === "moving" || move.state === "checking" || move.state === "ended") {
    throw new AppError("invalid_state", `The move is ${move.state}. Wait until it is done.`);
  }
  const clients = await selectMoveClients(ctx.install, id);
  for (const [i, choice] of body.clients.entries()) {
    const row = clients.find(({ ref }) => ref === choice.ref);
    const path = `clients.${i}.ref`;
    if (!row) {
      throw new AppError("validation_failed", "The move has found no such client.", {
        errors: [{ path, code: "unknown", message: "The move has found no such client." }],
      });
    }
    const isSame = choice.choice === "workspace" && choice.workspace_id === row.workspaceId;
    if (row.workspaceId !== null && row.choice === "workspace" && row.movedAt !== null && !isSame) {
      throw new AppError("conflict", "This client was taken over already.", {
        errors: [{ path, code: "taken_over", message: "It stays where it is." }],
      });
    }
    if (choice.choice !== "workspace") continue;
    if (move.workspaceId !== null && choice.workspace_id !== move.workspaceId) {
      throw new AppError("forbidden", "This move goes into one workspace.");
    }
    await assertEntry(ctx, choice.workspace_id);
  }
  await runBatch(ctx.install, [
    auditStatement(ctx, {
      action: "move.changed",
      workspaceId: move.workspaceId,
      target: { type: "move", id },
      details: { clients: body.clients.length },
    }),
    ...body.clients.map((choice) =>
      changeClient(ctx.install, id, choice.ref, {
        choice: choice.choice,
        problem: null,
        workspaceId: choice.choice === "workspace" ? choice.workspace_id : null,
        newName: choice.choice === "new" ? choice.name : null,
        newSlug: choice.choice === "new" ? choice.slug : null,
      }),
    ),
    // Those who may not be written to at all are suppressed in the new workspace too.
    waitAgain(ctx.install, id, ["suppression"], [""]),
  ]);
  return listMoveClients(ctx, id);
}
