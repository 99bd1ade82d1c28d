import { UpdateSettingsBody, WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { ok } from "#platform/http/answer.ts";
import { endpoint, WORKSPACE_PATH } from "#platform/http/endpoint.ts";
import { showSettings } from "./show-settings.ts";
import { updateSettings } from "./update-settings.ts";

const SETTINGS = `${WORKSPACE_PATH}/settings`;

export const settingsRoutes = [
  endpoint(
    {
      method: "GET",
      path: SETTINGS,
      scope: "workspace",
      action: "settings.read",
      summary: "The workspace's settings, with their defaults filled in; never a secret.",
      description:
        "Staff and API keys may. Changes nothing. Secrets show only whether they are stored.",
      answers: { 200: WorkspaceSettings },
    },
    async (ctx) => ok(await showSettings(ctx)),
  ),
  endpoint(
    {
      method: "PUT",
      path: SETTINGS,
      scope: "workspace",
      action: "settings.edit",
      summary: "Change settings; fields left out keep their value, null brings a default back.",
      description:
        "Staff and API keys may. What GET shows may be put back. Answers with all settings; the names of changed fields are written to the audit log. `tracking.domain` has its own route.",
      body: UpdateSettingsBody,
      example: { body: { sending: { default_daily_limit: 40 }, tracking: { keep_ip: false } } },
      answers: { 200: WorkspaceSettings },
    },
    async (ctx, { body }) => ok(await updateSettings(ctx, body)),
  ),
];
