import { z } from "zod";
import { ROLES } from "#platform/access/roles.ts";

/** Somebody who may enter a workspace, and whom its threads can be given to. */
export const Member = z.object({ id: z.int(), name: z.string(), role: z.enum(ROLES) });
export type Member = z.output<typeof Member>;
