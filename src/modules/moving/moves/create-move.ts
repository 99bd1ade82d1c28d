import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { CreateMoveBody } from "#modules/moving/contract/moves.ts";
import { wakeMove } from "#modules/moving/running/work-move.ts";
import { callerName, type CallerCtx, userIdOf } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { trimEnd } from "#platform/rules/outside-text.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { assertEntry, bringsAll, sealKey } from "./access.ts";
import { insertMove, type MoveRow } from "./store.ts";

/**
 * Begins a move: with a key it is read in the background, without one it waits for files. Throws
 * `forbidden` for who may not bring in what goes into several workspaces.
 */
export async function createMove(ctx: CallerCtx, body: CreateMoveBody): Promise<MoveRow> {
  if (body.workspace_id !== undefined) await assertEntry(ctx, body.workspace_id);
  else if (!bringsAll(ctx)) {
    throw new AppError(
      "forbidden",
      "Choose a workspace of yours. Only admins move several clients.",
      {
        errors: [
          { path: "workspace_id", code: "required", message: "Choose a workspace of yours." },
        ],
      },
    );
  }
  if (body.base_url !== undefined) assertLocal(ctx, body.base_url);
  const now = ctx.now();
  const hash = crypto.randomUUID();
  const key = body.key === undefined ? null : await sealKey(ctx, hash, body.key);
  const row = await insertMove(
    ctx.install,
    {
      workspaceId: body.workspace_id ?? null,
      rival: body.rival,
      hash,
      key,
      state: key === null ? "ready" : "reading",
      goal: "read",
      baseUrl: body.base_url === undefined ? null : trimEnd(body.base_url, "/"),
      readStartedAt: now,
      newsSince: now,
      dueAt: key === null ? null : now,
      createdBy: userIdOf(ctx.caller),
      createdByKey: ctx.caller.byKey ? callerName(ctx.caller) : null,
      createdByName: ctx.caller.name,
      createdAt: now,
      updatedAt: now,
    },
    (id) =>
      auditStatement(ctx, {
        action: "move.created",
        workspaceId: body.workspace_id ?? null,
        target: { type: "move", id },
        details: { rival: body.rival },
      }),
  );
  await wakeMove(ctx, row.id);
  return row;
}

const LOCAL = /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/;

/** Another address is for tests and doubles on this machine: a key must not go to strangers. */
function assertLocal(ctx: CallerCtx, url: string): void {
  if (allowsPrivateNetworks(ctx.settings) && LOCAL.test(new URL(url).hostname)) return;
  throw invalidField("base_url", "not_local", "Only an address on this machine can be used.");
}
