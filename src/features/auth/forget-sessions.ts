import type { Deps } from "#core/ctx.ts";
import { deleteExpiredSessions } from "./store.ts";

/** Sweep: sessions whose time is over. */
export const forgetExpiredSessions = (deps: Deps): Promise<void> =>
  deleteExpiredSessions(deps.db, deps.now());
