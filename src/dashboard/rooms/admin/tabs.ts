/** The admin rooms, as addresses and tabs name them. */
export const ADMIN_TABS = [
  ["install", "System"],
  ["clients", "Clients"],
  ["people", "People"],
  ["assignments", "Assignments"],
  ["domains", "Domains"],
  ["connections", "Connections"],
  ["audit", "Audit log"],
  ["updates", "Updates"],
] as const;
export type AdminTab = (typeof ADMIN_TABS)[number][0];

/** What the address of the admin rooms holds. */
export function readAdminSearch(search: Record<string, unknown>): { tab?: AdminTab } {
  const tab = ADMIN_TABS.find(([known]) => known === search["tab"])?.[0];
  return tab ? { tab } : {};
}
