import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { SettingsValues } from "./stored.ts";

type Secret = "ai_api_key" | "slack_url";
type Ctx = Pick<WorkspaceCtx, "vault" | "workspaceId">;

const placeOf = (ctx: Ctx, secret: Secret): string =>
  `workspace_settings:${secret}:${ctx.workspaceId}`;

/** Seals a secret of the settings; a copy under another name or workspace cannot be opened. */
export const sealSetting = (ctx: Ctx, secret: Secret, plain: string): Promise<string> =>
  ctx.vault.seal(plain, placeOf(ctx, secret));

/** The AI's key, open: not to be logged or kept. Null where none is stored; throws when it cannot be opened. */
export const openAiKey = async (ctx: Ctx, { sealed }: SettingsValues): Promise<string | null> =>
  sealed.apiKey === null ? null : ctx.vault.open(sealed.apiKey, placeOf(ctx, "ai_api_key"));

/** Slack's webhook URL, open: not to be logged or kept. Null where none is stored. */
export const openSlackUrl = async (ctx: Ctx, { sealed }: SettingsValues): Promise<string | null> =>
  sealed.slack === null ? null : ctx.vault.open(sealed.slack, placeOf(ctx, "slack_url"));
