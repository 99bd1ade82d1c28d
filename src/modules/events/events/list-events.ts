import type { z } from "zod";
import type { EventList, EventsQuery } from "#modules/events/contract/events.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { iso } from "#platform/rules/time.ts";
import { selectEvents } from "./events-store.ts";

/**
 * What happened in the workspace: newest first, or from `after` on the oldest first. They are not
 * counted, for there may be millions. Throws `malformed_request` for a cursor that we did not write.
 */
export async function listEvents(
  ctx: WorkspaceCtx,
  query: EventsQuery,
): Promise<z.input<typeof EventList>> {
  const { before, page, nextCursor } = pageAfter({ ...query, page: 1 });
  const rows = await selectEvents(ctx.db, ctx.workspaceId, {
    type: query.type ?? null,
    after: query.after ?? null,
    before,
    limit: page.limit,
  });
  const cursor = query.after === undefined ? nextCursor(rows) : null;
  return {
    data: rows.slice(0, query.limit).map(({ id, type, createdAt, body }) => ({
      id,
      type,
      created_at: iso(createdAt),
      // Written by `eventBody`.
      data: (JSON.parse(body) as { data: Record<string, unknown> }).data,
    })),
    pagination: {
      page: 1,
      limit: query.limit,
      total: null,
      total_pages: null,
      next_cursor: cursor,
    },
  };
}
