import { and, asc, desc, eq, gt, lt } from "drizzle-orm";
import type { EventType } from "#modules/events/rules/event.ts";
import { events } from "#modules/events/schema/events.ts";
import type { Db } from "#platform/db/db.ts";
import { asId, type EventId, type WorkspaceId } from "#platform/rules/ids.ts";

/** Events by id: from `after` on upwards, else downwards from `before`. */
export async function selectEvents(
  db: Db,
  workspaceId: WorkspaceId,
  {
    type,
    after,
    before,
    limit,
  }: {
    readonly type: EventType | null;
    readonly after: number | null;
    readonly before: number | null;
    readonly limit: number;
  },
) {
  return db
    .select({
      id: events.id,
      type: events.type,
      createdAt: events.createdAt,
      body: events.body,
    })
    .from(events)
    .where(
      and(
        eq(events.workspaceId, workspaceId),
        type === null ? undefined : eq(events.type, type),
        after === null ? undefined : gt(events.id, asId<EventId>(after)),
        before === null ? undefined : lt(events.id, asId<EventId>(before)),
      ),
    )
    .orderBy(after === null ? desc(events.id) : asc(events.id))
    .limit(limit);
}
