import type { PageQuery } from "#platform/contract/common.ts";
import { idCursor, readIdCursor } from "#platform/rules/ids.ts";
import { AppError } from "#platform/rules/errors.ts";

/**
 * Where a list ordered by falling id goes on: after the cursor, or at the page. Asks
 * for one row more than is shown; its presence means that there is a next cursor. Throws
 * `malformed_request` for a cursor that we did not write.
 */
export function pageAfter(query: PageQuery): {
  before: number | null;
  page: { limit: number; offset: number };
  nextCursor: (rows: readonly { id: number }[]) => string | null;
} {
  const before = query.cursor === undefined ? null : readIdCursor(query.cursor);
  if (query.cursor !== undefined && before === null) {
    throw new AppError("malformed_request", "Use the next_cursor of the previous page.");
  }
  const { limit } = query;
  return {
    before,
    page: { limit: limit + 1, offset: before === null ? (query.page - 1) * limit : 0 },
    nextCursor(rows) {
      const last = rows[limit - 1];
      return rows.length > limit && last ? idCursor(last.id) : null;
    },
  };
}
