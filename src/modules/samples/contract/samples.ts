import { z } from "zod";
import { SAMPLE_STATES } from "#modules/samples/rules/states.ts";
import { NullableTime } from "#platform/contract/common.ts";

/** What a workspace has of sample data. */
export const SampleData = z
  .object({
    state: z
      .enum(SAMPLE_STATES)
      .describe(
        "none: there is none; making and removing: one of the two is under way, and the same call again completes it; ready: it can be used.",
      ),
    mailbox_id: z.int().nullable().describe("The sandbox mailbox; null until it is made."),
    list_id: z.int().nullable().describe("The list of the sample leads; null until it is made."),
    campaign_id: z.int().nullable().describe("The sample campaign; null until it is made."),
    leads: z.int().describe("Sample leads that are there."),
    created_at: NullableTime.describe("When it was asked for; null where there is none."),
  })
  .meta({
    examples: [
      {
        state: "ready",
        mailbox_id: 7,
        list_id: 3,
        campaign_id: 12,
        leads: 20,
        created_at: "2026-11-24T09:30:00.000Z",
      },
    ],
  });
export type SampleData = z.output<typeof SampleData>;
