import { z } from "zod";

/** Contract 1: `down` (503) only when the database is unreachable. */
export const Health = z.object({
  status: z.enum(["ok", "degraded", "down"]),
  checks: z.object({
    database: z.enum(["ok", "down"]),
    queue: z.enum(["ok", "down"]),
    companion: z.enum(["ok", "down", "none"]),
    tick: z.enum(["ok", "late", "never"]),
  }),
  hits_dropped: z.int(),
});
export type Health = z.output<typeof Health>;
