import type { Me } from "#dashboard/api/session.ts";
import { t } from "#dashboard/words/words.ts";
import type { Action } from "#platform/access/permissions.ts";

const SETTINGS_TABS = [
  ["workspace", t("Workspace"), "settings.read"],
  ["sending", t("Sending"), "settings.read"],
  ["warmup", t("Warmup"), "mailboxes.read"],
  ["tracking", t("Tracking"), "settings.read"],
  ["white-label", t("White label"), "admin.edit"],
  ["ai", t("AI and MCP"), "settings.read"],
  ["integrations", t("Integrations"), "integrations.read"],
  ["keys", t("API keys"), "api_keys.read"],
  ["suppressions", t("Suppressions"), "suppressions.read"],
  ["receipts", t("Receipts"), "receipts.read"],
] as const satisfies readonly (readonly [tab: string, name: string, action: Action])[];
export type SettingsTab = (typeof SETTINGS_TABS)[number][0];

/** The tabs that a person sees. What is set for a client's host is set at the install's own address. */
export const settingsTabsFor = (me: Me, may: (action: Action) => boolean) =>
  SETTINGS_TABS.filter(
    ([name, , action]) => may(action) && !(name === "white-label" && me.own_host),
  );

/** What the address of the settings holds. */
export function readSettingsSearch(search: Record<string, unknown>): { tab?: SettingsTab } {
  const tab = SETTINGS_TABS.find(([known]) => known === search["tab"])?.[0];
  return tab ? { tab } : {};
}
