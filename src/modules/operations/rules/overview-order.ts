import type { OverviewQuery, OverviewRow } from "#modules/operations/contract/overview.ts";
import type { OutsideText } from "#platform/rules/outside-text.ts";

type Key = string | number | null;
/** A row with what it is ordered by. */
export type Judged = { readonly row: OverviewRow; readonly key: Key };
type Ordering = Pick<OverviewQuery, "sort" | "order">;
/** Where a page ended. */
export type OverviewPlace = { readonly key: Key; readonly id: number };

const FROM_THE_LEAST: readonly OverviewQuery["sort"][] = ["name", "days_left", "oldest_unanswered"];

/** Who comes first: by key, rows without one last, equal ones by id. */
export function inOrder(ordering: Ordering): (a: Judged, b: Judged) => number {
  const compare = comparing(ordering);
  return (a, b) =>
    compare({ key: a.key, id: a.row.workspace.id }, { key: b.key, id: b.row.workspace.id });
}

function comparing({ sort, order }: Ordering) {
  const sign = (order ?? (FROM_THE_LEAST.includes(sort) ? "asc" : "desc")) === "asc" ? 1 : -1;
  return (a: OverviewPlace, b: OverviewPlace): number => {
    if (a.key === null || b.key === null) {
      return Number(a.key === null) - Number(b.key === null) || a.id - b.id;
    }
    return a.key === b.key ? a.id - b.id : a.key < b.key ? -sign : sign;
  };
}

/** How many rows stand before or at a place, whether its row is still there or not. */
export function placeAfter(
  rows: readonly Judged[],
  ordering: Ordering,
  place: OverviewPlace,
): number {
  const compare = comparing(ordering);
  const next = rows.findIndex(({ key, row }) => compare({ key, id: row.workspace.id }, place) > 0);
  return next === -1 ? rows.length : next;
}

/** The place in a cursor; null for one that this list did not write. */
export function placeOf(cursor: OutsideText, { sort }: Ordering): OverviewPlace | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    if (!Array.isArray(read) || read.length !== 3) return null;
    const [of, key, id] = read as [unknown, unknown, unknown];
    const isKey = key === null || typeof key === "string" || typeof key === "number";
    return of === sort && isKey && typeof id === "number" ? { key, id } : null;
  } catch {
    return null;
  }
}
