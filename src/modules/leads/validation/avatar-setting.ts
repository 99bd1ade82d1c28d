import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";

/**
 * Whether avatars are looked for: a hash of each address goes to another service, so the operator
 * and each workspace (`validation.avatar`) may say no.
 */
export const withAvatars = async (ctx: WorkspaceCtx): Promise<boolean> =>
  ctx.avatars.isOn && (await readSettings(ctx)).validation.avatar;
