import type { PageQuery, Sorting } from "#platform/contract/common.ts";
import type { ListOrder } from "#platform/db/page-order.ts";
import { idCursor, readIdCursor } from "#platform/rules/ids.ts";
import { AppError } from "#platform/rules/errors.ts";

/**
 * Where a list ordered by falling id, or as it was asked for (`order`), goes on: after the cursor, or
 * at the page. Asks for one row more than is shown; its presence means that there is a next cursor,
 * which only lists ordered by id have. Throws
 * `malformed_request` for a cursor that we did not write.
 */
export function pageAfter(query: PageQuery & Sorting): {
  before: number | null;
  order: ListOrder;
  page: { limit: number; offset: number };
  nextCursor: (rows: readonly { id: number }[]) => string | null;
} {
  const { sort = "created_at" } = query;
  const byId = sort === "created_at";
  const cursor = byId ? query.cursor : undefined;
  const before = cursor === undefined ? null : readIdCursor(cursor);
  if (cursor !== undefined && before === null) {
    throw new AppError("malformed_request", "Use the next_cursor of the previous page.");
  }
  const { limit } = query;
  return {
    before,
    order: { down: query.order !== "asc", by: byId ? null : sort, after: before },
    page: { limit: limit + 1, offset: before === null ? (query.page - 1) * limit : 0 },
    nextCursor(rows) {
      const last = rows[limit - 1];
      return byId && rows.length > limit && last ? idCursor(last.id) : null;
    },
  };
}
