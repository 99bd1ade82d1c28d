import { z } from "zod";
import { Sending } from "#modules/campaigns/contract/campaigns.ts";
import { WorkspaceStats } from "#modules/campaigns/contract/stats.ts";
import { SampleData } from "#modules/samples/contract/samples.ts";
import { Quota } from "./overview.ts";

/** Unread threads are counted so far and no further. */
export const MAX_UNREAD = 1_000;

/** Counts by status, each in words. */
const described = <T extends Readonly<Record<string, z.ZodInt>>>(
  counts: z.ZodObject<T>,
  what: string,
) =>
  z.object(
    // The same keys with the same type.
    Object.fromEntries(
      Object.entries(counts.shape).map(([status, count]) => [
        status,
        count.describe(
          status === "total" ? `${what} of every status.` : `${what} with the status ${status}.`,
        ),
      ]),
    ) as T,
  );

/** What a page around all rooms of a workspace shows. */
export const Pulse = z
  .object({
    holds: z
      .object({
        leads: WorkspaceStats.shape.leads.describe("Leads that the workspace holds."),
        campaigns: described(WorkspaceStats.shape.campaigns, "Campaigns").describe(
          "Its campaigns, by status.",
        ),
        mailboxes: described(WorkspaceStats.shape.mailboxes, "Mailboxes").describe(
          "Its mailboxes, by status.",
        ),
        sent: z.int().describe("Emails that its campaigns sent so far."),
      })
      .describe("How much there is."),
    sending: Sending.nullable().describe(
      "Why each active campaign sends, or does not; null for callers who may not read campaigns.",
    ),
    unread_threads: z
      .int()
      .nullable()
      .describe(
        `Threads that nobody has read and that are not snoozed, counted up to ${MAX_UNREAD}; null for callers who may not read threads.`,
      ),
    unread_notifications: z
      .int()
      .nullable()
      .describe(
        "Notifications that nobody has read; null for callers who may not read notifications.",
      ),
    quota: Quota.nullable().describe(
      "What the workspace may have and send, and what is used of it; null for callers who may not read settings.",
    ),
    has_public_report: z
      .boolean()
      .describe("Whether anybody who knows the address may read the report of the workspace."),
    asks_for_approval: z
      .boolean()
      .describe("Whether emails need an approval of the client before they are sent."),
    has_ai: z.boolean().describe("Whether an AI is set up for the workspace."),
    sample: z
      .object({
        state: SampleData.shape.state,
        campaign_id: SampleData.shape.campaign_id,
      })
      .nullable()
      .describe(
        "The sample data of the workspace; null where there is none, and for callers who may not edit campaigns.",
      ),
    newer_version: z
      .string()
      .nullable()
      .describe(
        "A newer version that the releases feed names; null where the caller may not update.",
      ),
  })
  .meta({
    examples: [
      {
        holds: {
          leads: 1_204,
          campaigns: { total: 3, draft: 1, active: 1, paused: 0, completed: 1 },
          mailboxes: {
            total: 4,
            active: 4,
            paused: 0,
            connection_error: 0,
            sending_error: 0,
            reconnect_required: 0,
            disabled: 0,
          },
          sent: 816,
        },
        sending: { next_send_at: null, campaigns: [] },
        unread_threads: 2,
        unread_notifications: 0,
        quota: {
          leads: { limit: null, used: 1_204 },
          mailboxes: { limit: 10, used: 4 },
          mails_month: { limit: null, used: 816 },
          resets_at: "2026-12-01T00:00:00.000Z",
        },
        has_public_report: false,
        asks_for_approval: false,
        has_ai: false,
        sample: null,
        newer_version: null,
      },
    ],
  });
export type Pulse = z.output<typeof Pulse>;
