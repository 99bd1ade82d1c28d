import type { Deps } from "#platform/ctx/ctx.ts";
import { deleteExpiredSessions } from "#modules/accounts/people/store.ts";

/** Sweep: sessions whose time is over. */
export const forgetExpiredSessions = (deps: Deps): Promise<void> =>
  deleteExpiredSessions(deps.db, deps.now());
