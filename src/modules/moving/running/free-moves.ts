import { freeLeases } from "#modules/moving/moves/store.ts";
import type { Deps } from "#platform/ctx/ctx.ts";

/**
 * Frees the moves that an ended process worked on, so that the next sweep goes on with them. For a host that
 * starts, and knows that no other process works beside it; otherwise their leases lapse by themselves.
 */
export const freeMoves = async (deps: Deps): Promise<void> => {
  await freeLeases(deps.install);
};
