import { suppressionsLifted } from "#modules/leads/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { deleteMadeBy, entriesOfSource, selectMadeBy, type SuppressionRow } from "./store.ts";

/** An entry by what it is compared by. */
export type MadeSuppression = Pick<SuppressionRow, "hash" | "hashKey">;

/** The entries that these sources made. */
export const suppressionsMadeBy = (
  ctx: WorkspaceCtx,
  sources: readonly string[],
): Promise<MadeSuppression[]> => selectMadeBy(ctx.db, ctx.workspaceId, sources);

/**
 * The statements that take off what a source made; entries that were there before it stay, as does
 * an erased person's.
 */
export const liftSuppressions = (
  ctx: WorkspaceCtx,
  source: string,
  guard: Parameters<typeof deleteMadeBy>[3],
): Statement[] => [
  ...ctx.hooks.ask(suppressionsLifted).flatMap((give) => give(ctx, entriesOfSource(source, guard))),
  deleteMadeBy(ctx.db, ctx.workspaceId, source, guard),
];
