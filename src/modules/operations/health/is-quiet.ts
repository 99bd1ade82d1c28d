import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { selectIsBusy } from "#modules/operations/figures/inside-store.ts";

/** Whether a workspace neither sends nor reads mail: nothing in it has to be done by the minute. */
export const isQuiet = async ({
  db,
  workspaceId,
}: Pick<WorkspaceCtx, "db" | "workspaceId">): Promise<boolean> =>
  !(await selectIsBusy(db, workspaceId));
