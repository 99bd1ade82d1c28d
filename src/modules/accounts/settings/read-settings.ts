import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { selectSettings } from "./store.ts";
import { type SettingsValues, settingsValues } from "./stored.ts";

export type { SettingsValues } from "./stored.ts";

/**
 * The workspace's settings with their defaults filled in: the only place that
 * anything reads them from. One query by key.
 */
export async function readSettings(
  ctx: Pick<WorkspaceCtx, "db" | "settings" | "workspaceId">,
): Promise<SettingsValues> {
  const row = await selectSettings(ctx.db, ctx.workspaceId);
  return settingsValues(row?.name ?? "", row?.value ?? {}, ctx.settings.REPORTS_DEFAULT);
}
