import type { WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { trackingHostShown } from "#modules/accounts/hooks.ts";
import { selectSettings } from "./store.ts";
import { settingsValues } from "./stored.ts";

/** The settings as callers see them: never a secret, sealed or not. */
export async function showSettings(ctx: WorkspaceCtx): Promise<WorkspaceSettings> {
  const [row, tracked] = await Promise.all([
    selectSettings(ctx.db, ctx.workspaceId),
    ctx.hooks.one(trackingHostShown)(ctx),
  ]);
  const { sealed, ...values } = settingsValues(
    row?.name ?? "",
    row?.value ?? {},
    ctx.settings.REPORTS_DEFAULT,
  );
  const { general, sending, compliance, guardrails, pacing, mcp, report, validation } = values;
  const { windows, holidays, ...schedule } = sending.default_schedule;
  return {
    workspace_id: ctx.workspaceId,
    general,
    sending: {
      ...sending,
      default_schedule: {
        ...schedule,
        windows: windows.map((window) => ({ ...window, days: [...window.days] })),
        holidays: [...holidays],
      },
    },
    tracking: {
      ...values.tracking,
      ...tracked,
    },
    compliance,
    guardrails,
    pacing,
    ai: { ...values.ai, has_api_key: sealed.apiKey !== null },
    mcp,
    inbox: values.inbox,
    report,
    validation,
    notifications: { ...values.notifications, has_slack: sealed.slack !== null },
    updated_at: isoOrNull(row?.updatedAt ?? null),
  };
}
