import { type AuditSearch, readAuditSearch } from "./audit/search.ts";
import { readConnectProblem } from "#dashboard/rooms/mailboxes/search.ts";

/** The admin rooms, as addresses and tabs name them. */
export const ADMIN_TABS = [
  ["install", "System"],
  ["clients", "Clients"],
  ["people", "People"],
  ["assignments", "Assignments"],
  ["sso", "Single sign-on"],
  ["keys", "API keys"],
  ["domains", "Domains"],
  ["connections", "Connections"],
  ["organisations", "Organizations"],
  ["blocklists", "Block lists"],
  ["suppressions", "Suppressions"],
  ["addresses", "Find an address"],
  ["audit", "Audit log"],
  ["updates", "Updates"],
] as const;
export type AdminTab = (typeof ADMIN_TABS)[number][0];

/** What the address of the admin rooms holds. */
export type AdminSearch = AuditSearch & {
  readonly tab?: AdminTab;
  /** The organisation that is open. */
  readonly organisation?: number;
  /** Why Microsoft sent an admin back without a tenant. */
  readonly connect_problem?: string;
};

export function readAdminSearch(search: Record<string, unknown>): AdminSearch {
  const tab = ADMIN_TABS.find(([known]) => known === search["tab"])?.[0];
  const organisation = Number(search["organisation"]);
  return {
    ...(tab && { tab }),
    ...(Number.isSafeInteger(organisation) && organisation > 0 && { organisation }),
    ...readConnectProblem(search),
    ...(tab === "audit" && readAuditSearch(search)),
  };
}
