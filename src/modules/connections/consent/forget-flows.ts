import type { Deps } from "#platform/ctx/ctx.ts";
import { deleteExpiredFlows } from "./flows-store.ts";

/** Sweep: people who never came back. */
export const forgetExpiredFlows = (deps: Deps): Promise<void> =>
  deleteExpiredFlows(deps.install, deps.now());
