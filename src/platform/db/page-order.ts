import { asc, desc, gt, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";

/** How a page of a list is ordered, and behind which id it begins. */
export type ListOrder = {
  readonly down: boolean;
  /** The name of what it is sorted by; null: its ids. */
  readonly by: string | null;
  readonly after: number | null;
};

export const NEWEST_FIRST: ListOrder = { down: true, by: null, after: null };

/** The condition and the order of such a page; `named` are the columns of the names. */
export function pageOrder(
  id: SQLiteColumn,
  { down, by, after }: ListOrder,
  named: Readonly<Record<string, SQLiteColumn>> = {},
): { beyond: SQL | undefined; by: SQL[] } {
  const direction = down ? desc : asc;
  const column = by === null ? undefined : named[by];
  return {
    beyond: after === null ? undefined : (down ? lt : gt)(id, after),
    by: [...(column ? [direction(sql`${column} COLLATE NOCASE`)] : []), direction(id)],
  };
}
