import type { Deps } from "#platform/ctx/ctx.ts";
import type { HookAnswer } from "#platform/ctx/hooks.ts";
import type { Endpoint } from "#platform/http/endpoint.ts";
import type { HotRoute } from "#platform/http/hot-route.ts";

/** Work that the tick looks for in the rows. Two may overlap: every statement behind it is guarded. */
export type Sweep = {
  readonly name: string;
  /**
   * `database`: once for each database of the install. `install`: once a tick. `clock`: once a tick
   * before everything else, for what all others take the time from.
   */
  readonly of: "database" | "install" | "clock";
  readonly run: (deps: Deps) => Promise<unknown>;
};

/** What the app needs of a module; nothing else of it is public but its verbs. */
export type Module = {
  readonly name: string;
  /** `all` gives every route of the install, once they are known. */
  readonly routes: readonly Endpoint[] | ((all: () => readonly Endpoint[]) => readonly Endpoint[]);
  readonly hotRoutes?: readonly HotRoute[];
  /** In the order in which they run. */
  readonly sweeps: readonly Sweep[];
  /** Its answers to hooks of modules before it. */
  readonly answers?: readonly HookAnswer[];
};

/** A sweep of each database. */
export const sweep = (name: string, run: Sweep["run"]): Sweep => ({ name, of: "database", run });

/** A sweep of what belongs to the install. */
export const installSweep = (name: string, run: Sweep["run"]): Sweep => ({
  name,
  of: "install",
  run,
});
