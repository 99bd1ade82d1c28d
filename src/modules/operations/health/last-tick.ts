import type { Deps } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { selectLastTick } from "./store.ts";

/** When the install last looked for due work; null before the first time. */
export const lastTickAt = (deps: Deps): Promise<UnixMs | null> => selectLastTick(deps.db);
