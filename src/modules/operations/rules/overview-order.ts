import type { OutsideText } from "#platform/rules/outside-text.ts";

/** What the overview of all clients can be ordered by. */
export const OVERVIEW_SORTS = [
  "attention",
  "name",
  "sent",
  "replies",
  "positive_replies",
  "meetings",
  "bounce_rate",
  "leads_left",
  "days_left",
  "oldest_unanswered",
] as const;
export type OverviewSort = (typeof OVERVIEW_SORTS)[number];

/** What a row is ordered by; null stands last. */
export type OverviewKey = string | number | null;
export type Ordering = {
  readonly sort: OverviewSort;
  readonly order?: "asc" | "desc" | undefined;
};
/** A row's place in the order, which is also where a page ends. */
export type OverviewPlace = { readonly key: OverviewKey; readonly id: number };

const FROM_THE_LEAST: readonly OverviewSort[] = ["name", "days_left", "oldest_unanswered"];

/** Who comes first: by key, rows without one last, equal ones by id. */
export function inOrder(ordering: Ordering): (a: OverviewPlace, b: OverviewPlace) => number {
  const sign = isAscending(ordering) ? 1 : -1;
  return (a, b) => {
    if (a.key === null || b.key === null) {
      return Number(a.key === null) - Number(b.key === null) || a.id - b.id;
    }
    return a.key === b.key ? a.id - b.id : isLess(a.key, b.key) ? -sign : sign;
  };
}

/** Texts as the database orders them: by the bytes of their UTF-8. */
const isLess = (a: string | number, b: string | number): boolean =>
  typeof a === "string" && typeof b === "string"
    ? Buffer.compare(Buffer.from(a), Buffer.from(b)) < 0
    : a < b;

/** Whether the least comes first where nothing else is asked for. */
export const isAscending = ({ sort, order }: Ordering): boolean =>
  (order ?? (FROM_THE_LEAST.includes(sort) ? "asc" : "desc")) === "asc";

/** How many rows stand before or at a place, whether its row is still there or not. */
export function placeAfter(
  rows: readonly OverviewPlace[],
  ordering: Ordering,
  place: OverviewPlace,
): number {
  const compare = inOrder(ordering);
  const next = rows.findIndex((row) => compare(row, place) > 0);
  return next === -1 ? rows.length : next;
}

/** The place after a row, opaque to callers. */
export const overviewCursor = ({ sort }: Ordering, { key, id }: OverviewPlace): string =>
  Buffer.from(JSON.stringify([sort, key, id])).toString("base64url");

/** The place in a cursor; null for one that this list did not write. */
export function readOverviewCursor(cursor: OutsideText, { sort }: Ordering): OverviewPlace | null {
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
