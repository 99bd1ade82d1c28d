const SETTINGS_TABS = [
  "workspace",
  "sending",
  "warmup",
  "tracking",
  "white-label",
  "ai",
  "integrations",
  "keys",
  "suppressions",
  "receipts",
] as const;
export type SettingsTab = (typeof SETTINGS_TABS)[number];

/** What the address of the settings holds. */
export function readSettingsSearch(search: Record<string, unknown>): { tab?: SettingsTab } {
  const tab = SETTINGS_TABS.find((known) => known === search["tab"]);
  return tab ? { tab } : {};
}
