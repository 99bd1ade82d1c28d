import type { Deps } from "#platform/ctx/ctx.ts";
import { deleteExpired } from "./route-store.ts";

/** Rows of one sweep. */
const PER_SWEEP = 1_000;

/** Sweep: deletes answers of DNS that no longer hold. */
export const forgetOldRoutes = (deps: Deps): Promise<void> =>
  deleteExpired(deps.db, deps.now(), PER_SWEEP);
