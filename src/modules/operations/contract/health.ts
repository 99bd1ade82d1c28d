import { z } from "zod";

/** `down` (503) only when the database is unreachable; `disk` is none where the database lies elsewhere. */
export const Health = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  checks: z.object({
    database: z.enum(["ok", "down"]),
    queue: z.enum(["ok", "down"]),
    companion: z.enum(["ok", "down", "none"]),
    tick: z.enum(["ok", "late", "never"]),
    disk: z.enum(["ok", "low", "full", "none"]),
  }),
  hits_dropped: z.int(),
});
export type Health = z.output<typeof Health>;
