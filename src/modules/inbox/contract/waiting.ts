import { z } from "zod";
import { pathId, Time } from "#platform/contract/common.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

export const WaitingQuery = z.object({
  workspace_id: pathId<WorkspaceId>()
    .optional()
    .describe("Of this workspace alone; left out: of every one that the caller may enter."),
});
export type WaitingQuery = z.output<typeof WaitingQuery>;

const COUNTS = {
  waiting: z.int().describe("Threads in which the lead waits for an answer."),
  overdue: z
    .int()
    .describe("Those that wait longer than `inbox.reply_within_hours` of their workspace."),
  oldest_at: Time.describe("Since when the first of them waits."),
  oldest_thread: z
    .object({
      workspace_id: z.int().describe("The workspace that it belongs to."),
      id: z.int().describe("Id of the thread."),
    })
    .describe("The one that waits longest."),
};
const OLDEST = {
  waiting: 4,
  overdue: 1,
  oldest_at: "2026-11-23T08:12:00.000Z",
  oldest_thread: { workspace_id: 7, id: 12 },
};

/** Who waits for an answer, by the people who should give it and by workspace. */
export const WaitingReplies = z
  .object({
    as_of: Time.describe("When it was counted."),
    people: z
      .array(
        z.object({
          user_id: z.int().nullable().describe("Whose threads they are; null: nobody's."),
          name: z.string().describe("Name of the person; empty for nobody's."),
          ...COUNTS,
        }),
      )
      .describe("By person, who has the oldest first."),
    workspaces: z
      .array(
        z.object({
          id: z.int().describe("Id of the workspace."),
          name: z.string().describe("Its name."),
          reply_within_hours: z
            .int()
            .nullable()
            .describe("Hours within which it wants replies answered; null: it says none."),
          ...COUNTS,
        }),
      )
      .describe(
        "By workspace, which has the oldest first; those without waiting threads are left out.",
      ),
  })
  .meta({
    examples: [
      {
        as_of: "2026-11-24T09:00:00.000Z",
        people: [{ user_id: 2, name: "Ann", ...OLDEST }],
        workspaces: [{ id: 7, name: "Acme", reply_within_hours: 24, ...OLDEST }],
      },
    ],
  });
export type WaitingReplies = z.output<typeof WaitingReplies>;
