const ADMIN_TABS = ["install", "clients", "people", "assignments", "audit", "updates"] as const;
export type AdminTab = (typeof ADMIN_TABS)[number];

/** What the address of the admin rooms holds. */
export function readAdminSearch(search: Record<string, unknown>): { tab?: AdminTab } {
  const tab = ADMIN_TABS.find((known) => known === search["tab"]);
  return tab ? { tab } : {};
}
