import { z } from "zod";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { selectSettings } from "./settings-store.ts";

const Stored = z.object({
  validation: z
    .object({ avatar: z.boolean().catch(true) })
    .partial()
    .catch({}),
});

/**
 * Whether avatars are looked for: a hash of each address goes to another service, so the operator
 * and each workspace (`validation.avatar`, contract 2.12) may say no.
 */
export async function withAvatars(ctx: WorkspaceCtx): Promise<boolean> {
  if (!ctx.avatars.isOn) return false;
  const stored = Stored.partial().parse(await selectSettings(ctx.db, ctx.workspaceId));
  return stored.validation?.avatar ?? true;
}
