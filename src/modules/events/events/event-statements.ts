import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import type { CampaignId, LeadId, SendId } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { eventBody, type EventData, type EventType } from "#modules/events/rules/event.ts";
import { insertDeliveries, insertEvent, type Guard } from "./store.ts";

export type NewEvent = {
  [T in EventType]: {
    readonly type: T;
    /** Names the cause: `open:<send>`, `completed:<campaign>:<epoch>`. Unique in the workspace. */
    readonly dedupeKey: string;
    readonly data: EventData[T];
    readonly leadId: LeadId | null;
    readonly campaignId: CampaignId | null;
    readonly sendId: SendId | null;
  };
}[EventType];

/**
 * Statements that write an event and one delivery per matching active webhook, for the batch that
 * makes it true. Put them before the statement that changes the state, and let `guard` repeat that
 * statement's condition on the old state: then they happen together or not at all, and once.
 * After the batch call `wakeDeliveries`; a lost wake-up costs only time.
 */
export function eventStatements(ctx: WorkspaceCtx, event: NewEvent, guard?: Guard): Statement[] {
  const now = ctx.now();
  const body = eventBody(event.type, ctx.workspaceId, iso(now), event.data as never);
  return [
    insertEvent(ctx.db, ctx.workspaceId, { ...event, body, createdAt: now }, guard),
    insertDeliveries(ctx.db, ctx.workspaceId, event.dedupeKey, now),
  ];
}
