import type { Key, Row, Table } from "./tables.ts";

/** A change in the source since it is watched. */
export type Change = { readonly id: number; readonly table: string; readonly key: Key };

/** Rows behind a place of a table; `last` is the place of the next slice, null at the table's end. */
export type Slice = { readonly rows: readonly Row[]; readonly last: number | null };

/** Up to where a destination has everything. */
export type Cursor = { readonly table: string; readonly after: number };

/** What keys have become: the rows that are there, and none for what is gone. */
export type Applied = {
  readonly table: Table;
  readonly keys: readonly Key[];
  readonly rows: readonly Row[];
};

/** What is no row of a table, and goes along with the decision. */
export type Carried = {
  /** The last ids that were handed out, by table. */
  readonly counted: ReadonlyMap<string, number>;
  /** What is noted of the whole database: up to where others have read it. */
  readonly marks: Readonly<Record<string, unknown>>;
  readonly leads: number;
  /** The install's row of the workspace. */
  readonly workspace: Readonly<Record<string, string | number | null>>;
};

/** Where a workspace comes from. Whatever is asked for may be asked for again. */
export type Source = {
  /** Notes each change from now on. */
  watch(): Promise<void>;
  unwatch(): Promise<void>;
  slice(table: Table, after: number, limit: number): Promise<Slice>;
  rowsOf(table: Table, keys: readonly Key[]): Promise<readonly Row[]>;
  count(table: Table): Promise<number>;
  /** The oldest changes. */
  changes(limit: number): Promise<readonly Change[]>;
  /** They have arrived. */
  forget(upTo: number): Promise<void>;
  /** From now on writes fail, or wait. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
  carried(): Promise<Carried>;
  /** Behind the decision: removes what moved, some rows at a time, calling `pause` in between, and all notes. */
  clear(pause: () => Promise<void>): Promise<void>;
};

/** Where it goes. It answers nobody before the decision. */
export type Destination = {
  /** Empties itself, unless it is being filled by this move: up to where it has come then. */
  begin(move: string, pause: () => Promise<void>): Promise<Cursor | null>;
  /** Adds rows, leaving out those that are there, and keeps the cursor with them. */
  put(table: Table, rows: readonly Row[], cursor: Cursor): Promise<void>;
  apply(changes: readonly Applied[]): Promise<void>;
  /** Whether the rows with these keys are these, as they are. */
  holds(table: Table, keys: readonly Key[], rows: readonly Row[]): Promise<boolean>;
  count(table: Table): Promise<number>;
  /** Ready to be decided for, with what is no row. */
  ready(carried: Carried): Promise<void>;
  /** Behind the decision. */
  opened(pause: () => Promise<void>): Promise<void>;
  /** Given up before the decision. */
  wipe(pause: () => Promise<void>): Promise<void>;
};
