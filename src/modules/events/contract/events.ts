import { z } from "zod";
import { EVENT_TYPES } from "#modules/events/rules/event.ts";
import { listOf, PageQuery, Time } from "#platform/contract/common.ts";

export const EventsQuery = PageQuery.pick({ limit: true, cursor: true }).extend({
  after: z.coerce
    .number()
    .int()
    .min(0)
    .optional()
    .describe("Only events with a higher ID, the oldest first: what is new since a former call."),
  type: z.enum(EVENT_TYPES).optional().describe("Only events of this type."),
});
export type EventsQuery = z.output<typeof EventsQuery>;

const Event = z.object({
  id: z.int().describe("Grows with every event of the workspace."),
  type: z.enum(EVENT_TYPES).describe("What happened, as webhooks name it."),
  created_at: Time.describe("When it happened."),
  data: z
    .record(z.string(), z.unknown())
    .describe("What webhooks have in data for this type of event."),
});

export const EventList = listOf(Event).meta({
  examples: [
    {
      data: [
        {
          id: 4711,
          type: "campaign.started",
          created_at: "2026-11-24T09:30:00.000Z",
          data: {
            campaign_id: 12,
            campaign_name: "Spring",
            status: "active",
            previous_status: "draft",
            reason: "",
            bounce_rate: 0,
            sample: 0,
            triggered_by: "user:3",
          },
        },
      ],
      pagination: { page: 1, limit: 50, total: null, total_pages: null, next_cursor: null },
    },
  ],
});
export type EventList = z.output<typeof EventList>;
