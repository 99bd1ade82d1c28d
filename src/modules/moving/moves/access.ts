import { entryTo } from "#modules/accounts/workspaces/entry-to.ts";
import { visibleWorkspaces } from "#modules/accounts/workspaces/list-workspaces.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { MoveId, WorkspaceId } from "#platform/rules/ids.ts";
import { type MoveRow, type SeenMoves, selectMove } from "./store.ts";

/** Whether the caller may bring in a whole agency: admins of the installation, with everything open. */
export const bringsAll = ({ caller, ownHost }: CallerCtx): boolean =>
  ownHost === null &&
  (caller.byKey
    ? caller.keyKind === "install" && caller.everywhere
    : caller.role === "super_admin" || caller.role === "admin");

/** Which moves the caller sees: all, or those into their own workspaces alone. */
export async function seenMoves(ctx: CallerCtx): Promise<SeenMoves> {
  if (bringsAll(ctx)) return "all";
  return (await visibleWorkspaces(ctx)).map(({ workspaceId }) => workspaceId);
}

/** A move that the caller may see. Throws `not_found`. */
export async function findMove(ctx: CallerCtx, id: MoveId): Promise<MoveRow> {
  const row = await selectMove(ctx.install, id);
  const seen = row && (await seenMoves(ctx));
  const isSeen =
    seen === "all" || (row?.workspaceId != null && seen?.includes(row.workspaceId) === true);
  if (!row || !isSeen) throw new AppError("not_found", "There is no such move.");
  return row;
}

/** Throws `forbidden` unless the caller may enter the workspace. */
export async function assertEntry(ctx: CallerCtx, id: WorkspaceId): Promise<void> {
  if ((await entryTo(ctx, id)) === "allowed") return;
  throw new AppError("forbidden", "You may not enter this workspace.", {
    errors: [{ path: "workspace_id", code: "forbidden", message: "Choose one of yours." }],
  });
}

/** The place that the key of a move is sealed for. */
export const keyPlace = (hash: string): string => `moves:key:${hash}`;

/** Seals a key for its move, so that it opens in no other. */
export const sealKey = (
  { vault }: Pick<CallerCtx, "vault">,
  hash: string,
  key: string,
): Promise<string> => vault.seal(key, keyPlace(hash));
