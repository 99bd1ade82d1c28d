import { AsyncLocalStorage } from "node:async_hooks";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { addUse, NO_USE, type Use } from "#platform/rules/use.ts";

/** What a request, a job or a tick used so far, and for whom. */
export type Tally = {
  used: Use;
  /** The database as D1 last reported its size. */
  bytes: number | null;
  /** The one workspace that it is for, or null for the install; undefined: anyone whom it names in between. */
  owner: WorkspaceId | null | undefined;
  /** How much of it each named workspace caused. */
  readonly shares: Map<WorkspaceId, number>;
  /** Set once it is over: takes what work that outlasts it still uses. */
  late: (() => void) | null;
};

/*
 * Every statement passes through the one connection of the process or isolate, and queries that are
 * written once belong to it: a connection of each request's own would cost more than it counts.
 */
const current = new AsyncLocalStorage<Tally>();

/** The tally of the work that runs now; undefined where nobody counts. */
export const currentTally = (): Tally | undefined => current.getStore();

/** Runs `work` so that all it uses is counted in `tally`. */
export const inTally = <T>(tally: Tally, work: () => T): T => current.run(tally, work);

/** A tally that begins with some use. */
export const newTally = (used: Partial<Use>): Tally => ({
  used: { ...NO_USE, ...used },
  bytes: null,
  owner: undefined,
  shares: new Map(),
  late: null,
});

/** Counts more in the tally of now. */
export function noteUse(more: Partial<Use>): void {
  const tally = currentTally();
  if (!tally) return;
  tally.used = addUse(tally.used, more);
  tally.late?.();
}

/** What D1 says of a statement. */
type Meta = {
  readonly rows_read?: number;
  readonly rows_written?: number;
  readonly size_after?: number;
};

/** Counts statements of which D1 reported the rows. */
export function noteResults(results: readonly { readonly meta?: Meta }[]): void {
  const tally = currentTally();
  if (!tally) return;
  let rowsRead = 0;
  let rowsWritten = 0;
  for (const { meta } of results) {
    rowsRead += meta?.rows_read ?? 0;
    rowsWritten += meta?.rows_written ?? 0;
    tally.bytes = meta?.size_after ?? tally.bytes;
  }
  noteUse({ statements: results.length, rowsRead, rowsWritten });
}
