import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { accessToken } from "./access-token.ts";
import { selectIdleGrants } from "./grants-store.ts";

/** Providers end what nobody has used for months, and clients that nobody uses. */
const IDLE_MS = 7 * DAY_MS;
const GRANTS_PER_SWEEP = 20;

/** Sweep: renews what nobody has needed for a week, where its mailbox is paused as well. */
export async function keepGrantsAlive(deps: Deps): Promise<void> {
  const now = deps.now();
  const idle = await selectIdleGrants(deps.db, later(now, -IDLE_MS), now, GRANTS_PER_SWEEP);
  for (const { id, workspaceId } of idle) {
    await accessToken(inWorkspace(deps, workspaceId), id, "mail", { isForced: true });
  }
}
