import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { asId, type UnixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { removeMark, mergeSettings, selectMarks } from "./store.ts";

/** What is noted of one database, for all workspaces that lie in it. */
export type DatabaseMarks = {
  /** Somebody was erased, and their words may still be in the search index. */
  readonly search_unclean: { readonly at: UnixMs; readonly isBegun: boolean };
  /** Lines of the audit log up to this id are in the install's. */
  readonly audit_collected: number;
  /** When its workspaces were last looked at for changed figures. */
  readonly figures_looked: UnixMs;
  /** The version of the install's list of suppressions that this database has. */
  readonly suppressions_copied: number;
  /** The version of its list of watched mailboxes that the install knows. */
  readonly watch_reported: string;
  /** Opt-outs up to this entry are on that list. */
  readonly opt_outs_collected: number;
  /** Up to where what gets a receipt was read: a time and an id of each table of mails, else the id. */
  readonly receipts_read: {
    readonly began: number;
    readonly send: readonly [number, number];
    readonly again: readonly [number, number];
    readonly mail: readonly [number, number];
    readonly test: readonly [number, number];
    readonly suppression: number;
    readonly event: number;
  };
};

/** No workspace has this id, so the row of its settings is free. */
const WHOLE = asId<WorkspaceId>(0);

/** Written by `markStatement` alone, which takes only values of these types. */
export const readMarks = ({ db }: Pick<Deps, "db">): Promise<Partial<DatabaseMarks>> =>
  selectMarks(db, WHOLE) as Promise<Partial<DatabaseMarks>>;

export const markStatement = (
  { db, now }: Pick<Deps, "db" | "now">,
  marks: Partial<DatabaseMarks>,
): Statement => mergeSettings(db, WHOLE, marks, now());

/**
 * Lets everything that the install took from this database be taken once more, where the install's
 * database may be the older of the two: what it has already is not taken twice.
 */
export const collectAgain = (deps: Pick<Deps, "db" | "now">): Promise<unknown> =>
  runBatch(deps.db, [markStatement(deps, { audit_collected: 0, opt_outs_collected: 0 })]);

/** The search index is clean, unless it was marked again since `at`. */
export const dropSearchMark = ({ db }: Pick<Deps, "db">, at: UnixMs): Promise<void> =>
  removeMark(db, WHOLE, "search_unclean", at);
