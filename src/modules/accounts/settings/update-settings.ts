import type { UpdateSettingsBody, WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assignmentRulesChecked } from "#modules/accounts/hooks.ts";
import { assertLogo } from "#modules/accounts/rules/picture.ts";
import { changesOf, pathsOf } from "./changes.ts";
import { sealSetting } from "./secrets.ts";
import { showSettings } from "./show-settings.ts";
import { renameWorkspace } from "#modules/accounts/workspaces/rename-workspace.ts";
import { mergeSettings } from "./store.ts";

/**
 * Changes what is given and differs; null brings a default back. Secrets are sealed and never shown.
 * Throws `validation_failed` for an address that may not be called and for fields that are set
 * elsewhere.
 */
export async function updateSettings(
  ctx: MemberCtx,
  body: UpdateSettingsBody,
): Promise<WorkspaceSettings> {
  const shown = await showSettings(ctx);
  assertReadOnly(shown, body);
  const patch = await patchOf(ctx, shown, body);
  const rules = body.inbox?.assignment_rules;
  if (rules !== undefined) await ctx.hooks.one(assignmentRulesChecked)(ctx, rules);
  const paths = pathsOf(patch);
  if (paths.length === 0) return shown;
  const { name, ...general } = patch.general ?? {};
  const now = ctx.now();
  await runBatch(ctx.db, [
    auditStatement(ctx, {
      action: "settings.changed",
      workspaceId: ctx.workspaceId,
      target: { type: "workspace", id: ctx.workspaceId },
      details: { fields: paths },
    }),
    mergeSettings(ctx.db, ctx.workspaceId, { ...patch, general }, now),
  ]);
  // Written down before: an end in between leaves a line of what was asked for, and not a change without one.
  if (name !== undefined) await renameWorkspace(ctx, name);
  return showSettings(ctx);
}

async function patchOf(ctx: MemberCtx, shown: WorkspaceSettings, body: UpdateSettingsBody) {
  const { general, sending, tracking, compliance, guardrails, pacing, ai, mcp } = body;
  const { inbox, report, validation } = body;
  const { domain: _, status: __, cname_target: ___, ssl: ____, ...hits } = tracking ?? {};
  const { api_key: apiKey, has_api_key: _____, ...model } = ai ?? {};
  const { slack, has_slack: ______, ...notices } = body.notifications ?? {};
  // The values that the schema let through, less those that are shown already.
  const patch = changesOf(shown, {
    general,
    sending,
    tracking: hits,
    compliance,
    guardrails,
    pacing,
    ai: model,
    mcp,
    inbox,
    report,
    validation,
    notifications: notices,
  }) as Patch;
  const logo = patch.general?.logo_url;
  if (logo?.startsWith("data:")) assertLogo(logo, "general.logo_url");
  if (patch.ai?.base_url) assertCallable(ctx, "ai.base_url", patch.ai.base_url);
  if (slack) assertCallable(ctx, "notifications.slack", slack);
  const foreign = patch.ai && ("provider" in patch.ai || "base_url" in patch.ai);
  // A key goes only where its owner sent it.
  const key = apiKey === undefined && foreign && shown.ai.has_api_key ? null : apiKey;
  const sealedKey = key ? await sealSetting(ctx, "ai_api_key", key) : key;
  const sealedSlack = slack ? await sealSetting(ctx, "slack_url", slack) : slack;
  return {
    ...patch,
    ...(sealedKey !== undefined && { ai: { ...patch.ai, api_key: sealedKey } }),
    ...(sealedSlack !== undefined && {
      notifications: { ...patch.notifications, slack: sealedSlack },
    }),
  };
}
type Patch = {
  readonly general?: { readonly name?: string; readonly logo_url?: string | null };
  readonly ai?: { readonly base_url?: string | null };
  readonly notifications?: object;
};

function assertReadOnly(shown: WorkspaceSettings, body: UpdateSettingsBody): void {
  if (body.workspace_id !== undefined && body.workspace_id !== shown.workspace_id) {
    throw invalidField("workspace_id", "read_only_field", "This field cannot be changed.");
  }
  const domain = body.tracking?.domain;
  if (domain !== undefined && domain !== shown.tracking.domain) {
    throw invalidField(
      "tracking.domain",
      "read_only_field",
      "Set it with PUT /settings/tracking-domain. The response lists the DNS records to add.",
    );
  }
}

function assertCallable(ctx: MemberCtx, path: string, url: string): void {
  const refusal = refuseUrl(url, { allowPrivate: allowsPrivateNetworks(ctx.settings) });
  if (refusal) throw invalidField(path, refusal.code, refusal.message);
}
