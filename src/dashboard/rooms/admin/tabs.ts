import { type AuditSearch, readAuditSearch } from "./audit/search.ts";
import { type CostsSearch, readCostsSearch } from "./costs/search.ts";
import { readConnectProblem } from "#dashboard/rooms/mailboxes/search.ts";
import type { Me } from "#dashboard/api/session.ts";
import { t } from "#dashboard/words/words.ts";

/** The admin rooms, as addresses and tabs name them. */
const ADMIN_TABS = [
  ["install", t("System")],
  ["clients", t("Clients")],
  ["costs", t("Costs")],
  ["people", t("People")],
  ["assignments", t("Assignments")],
  ["sso", t("Single sign-on")],
  ["keys", t("API keys")],
  ["domains", t("Domains")],
  ["connections", t("Connections")],
  ["organisations", t("Organizations")],
  ["blocklists", t("Block lists")],
  ["suppressions", t("Suppressions")],
  ["addresses", t("Find an address")],
  ["audit", t("Audit log")],
  ["updates", t("Updates")],
] as const;
export type AdminTab = (typeof ADMIN_TABS)[number][0];

/** Those that an admin sees. */
export const adminTabsFor = (me: Me) =>
  ADMIN_TABS.filter(([name]) => name !== "updates" || me.user?.role === "super_admin");

/** What the address of the admin rooms holds. */
export type AdminSearch = AuditSearch &
  CostsSearch & {
    readonly tab?: AdminTab;
    /** Somebody is being invited. */
    readonly invite?: true;
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
    ...(tab === "people" && search["invite"] === true && { invite: true as const }),
    ...(Number.isSafeInteger(organisation) && organisation > 0 && { organisation }),
    ...readConnectProblem(search),
    ...(tab === "audit" && readAuditSearch(search)),
    ...(tab === "costs" && readCostsSearch(search)),
  };
}
