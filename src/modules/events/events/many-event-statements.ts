import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { iso } from "#platform/rules/time.ts";
import { eventBody } from "#modules/events/rules/event.ts";
import type { NewEvent } from "./event-statements.ts";
import { insertDeliveriesOf, insertEvents } from "./many-store.ts";

/**
 * As `eventStatements`, for many events in two statements: each written once by its dedupe key,
 * with one delivery per matching active webhook. Returns none for none.
 */
export function manyEventStatements(
  ctx: WorkspaceCtx,
  events: readonly NewEvent[],
  guard?: Parameters<typeof insertEvents>[4],
): Statement[] {
  if (events.length === 0) return [];
  const now = ctx.now();
  const rows = events.map((event) => ({
    ...event,
    // `NewEvent` pairs each type with its data.
    body: eventBody(event.type, ctx.workspaceId, iso(now), event.data as never),
  }));
  const keys = events.map((event) => event.dedupeKey);
  return [
    insertEvents(ctx.db, ctx.workspaceId, rows, now, guard),
    insertDeliveriesOf(ctx.db, ctx.workspaceId, keys, now),
  ];
}
