import { z } from "zod";

/** `down` (503) only when the database is unreachable; `disk` is none where the database lies elsewhere. */
export const Health = z
  .object({
    status: z
      .enum(["ok", "degraded", "down"])
      .describe(
        "`down`, with 503, only if the database cannot be reached; `degraded`: something else does not work.",
      ),
    checks: z
      .object({
        database: z.enum(["ok", "down"]).describe("Whether the database answers."),
        queue: z.enum(["ok", "down"]).describe("Whether the queue of background work answers."),
        companion: z
          .enum(["ok", "down", "none"])
          .describe("Whether the service for SMTP and IMAP answers; `none`: there is none."),
        tick: z.enum(["ok", "late", "never"]).describe("Whether due work is looked for in time."),
        disk: z
          .enum(["ok", "low", "full", "none"])
          .describe("Room of the disk of the database; `none`: it is somewhere else."),
      })
      .describe("What was looked at."),
    hits_dropped: z.int().describe("Opens and clicks that could not be stored since the start."),
  })
  .meta({
    examples: [
      {
        status: "ok",
        checks: { database: "ok", queue: "ok", companion: "ok", tick: "ok", disk: "ok" },
        hits_dropped: 0,
      },
    ],
  });
export type Health = z.output<typeof Health>;
