import { type PageQuery, type Pagination, paginationOf } from "#platform/contract/common.ts";
import { idCursor, readIdCursor } from "#platform/rules/ids.ts";
import { AppError } from "#platform/rules/errors.ts";

/** Filtered lists are counted so far and no further. */
export const COUNTED_TO = 10_000;

/** The id behind a cursor; null where none is given. Throws `malformed_request` for one that we did not make. */
export function afterCursor(cursor: string | undefined): number | null {
  if (cursor === undefined) return null;
  const id = readIdCursor(cursor);
  if (id !== null) return id;
  throw new AppError("malformed_request", "This cursor is not valid. Start with page 1.", {
    errors: [{ path: "cursor", code: "invalid_cursor", message: "Use the next_cursor of a page." }],
  });
}

/** The pagination block for a total that was counted to `COUNTED_TO` + 1. */
export function pageOf(query: PageQuery, counted: number, nextCursor: string | null): Pagination {
  const block = paginationOf(query, counted, nextCursor);
  if (counted <= COUNTED_TO) return block;
  return { ...block, total: null, total_at_least: COUNTED_TO, total_pages: null };
}

/** Cuts the row that was read too many; with it there is a next page, after the last row shown. */
export function cutPage<R>(
  rows: readonly R[],
  query: PageQuery,
  idOf: (row: R) => number,
): { rows: readonly R[]; nextCursor: string | null } {
  const shown = rows.slice(0, query.limit);
  const last = shown.at(-1);
  return {
    rows: shown,
    nextCursor: rows.length > query.limit && last ? idCursor(idOf(last)) : null,
  };
}
