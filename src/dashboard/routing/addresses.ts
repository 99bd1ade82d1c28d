import { readAdminSearch } from "#dashboard/rooms/admin/tabs.ts";
import { readCampaignSearch, readCampaignsSearch } from "#dashboard/rooms/campaigns/search.ts";
import { readClientsSearch } from "#dashboard/rooms/clients/search.ts";
import {
  readReportSearch,
  readSignInSearch,
  readSsoProblem,
} from "#dashboard/rooms/front/search.ts";
import { readAllInboxesSearch, readInboxSearch } from "#dashboard/rooms/inbox/search.ts";
import { readLeadsSearch } from "#dashboard/rooms/leads/search.ts";
import {
  readConnectProblem,
  readMailboxesSearch,
  readMailboxSearch,
} from "#dashboard/rooms/mailboxes/search.ts";
import { readMovesSearch, readMoveSearch } from "#dashboard/rooms/moves/search.ts";
import { readOverviewSearch } from "#dashboard/rooms/overview/search.ts";
import { readSettingsSearch } from "#dashboard/rooms/settings/tabs.ts";
import { readTasksSearch } from "#dashboard/rooms/tasks/search.ts";
import { readTemplatesSearch } from "#dashboard/rooms/templates/search.ts";
import { readLogsSearch } from "#dashboard/rooms/webhooks/search.ts";
import { type Params, paramsIn, pathOf } from "./patterns.ts";
import { formatSearch, parseSearch, type RawSearch } from "./search-text.ts";

const nothing = (): object => ({});

/**
 * Every address of the dashboard, and what its search says. Of two that fit, the first is meant. Their rooms are in
 * `router.tsx`.
 */
export const ADDRESSES = {
  "/sign-in": readSignInSearch,
  "/sso-done": readSsoProblem,
  "/register": nothing,
  "/setup": nothing,
  "/forgot-password": nothing,
  "/reset-password": nothing,
  "/invitation": nothing,
  "/confirm-email": nothing,
  "/undo-email": nothing,
  "/approval": nothing,
  "/report/$slug": readReportSearch,
  "/": readConnectProblem,
  "/account": readSsoProblem,
  "/admin": readAdminSearch,
  "/admin/connections": readAdminSearch,
  "/admin/moves": readMovesSearch,
  "/admin/moves/$moveId": readMoveSearch,
  "/inboxes": readAllInboxesSearch,
  "/clients": readClientsSearch,
  "/templates": readTemplatesSearch,
  "/templates/$templateId": nothing,
  "/w/$wid": readOverviewSearch,
  "/w/$wid/inbox": readInboxSearch,
  "/w/$wid/campaigns": readCampaignsSearch,
  "/w/$wid/campaigns/$id": readCampaignSearch,
  "/w/$wid/leads": readLeadsSearch,
  "/w/$wid/leads/links": nothing,
  "/w/$wid/leads/validate": nothing,
  "/w/$wid/leads/$leadId": nothing,
  "/w/$wid/mailboxes": readMailboxesSearch,
  "/w/$wid/mailboxes/$mailboxId": (search: RawSearch) => ({
    ...readMailboxesSearch(search),
    ...readMailboxSearch(search),
  }),
  "/w/$wid/placement": nothing,
  "/w/$wid/placement/$testId": nothing,
  "/w/$wid/webhooks": nothing,
  "/w/$wid/webhooks/$webhookId": readLogsSearch,
  "/w/$wid/settings": readSettingsSearch,
  "/w/$wid/tasks": readTasksSearch,
  "/w/$wid/reputation": nothing,
  "/w/$wid/notices": nothing,
} as const satisfies Readonly<Record<string, (search: RawSearch) => object>>;

export type Address = keyof typeof ADDRESSES;
export type SearchOf<A> = A extends Address ? ReturnType<(typeof ADDRESSES)[A]> : RawSearch;
type Names<A extends string> = A extends `${string}$${infer Name}/${infer Rest}`
  ? Name | Names<`/${Rest}`>
  : A extends `${string}$${infer Name}`
    ? Name
    : never;
export type ParamsOf<A extends string> = Readonly<Record<Names<A>, string>>;

export const isKnownAddress = (pattern: string): pattern is Address =>
  Object.hasOwn(ADDRESSES, pattern);

/** Where somebody is. */
export type Spot = { readonly path: string; readonly search: string };
/** What of the addresses that is; null where nothing has this one. */
export type Match = {
  readonly address: Address | null;
  readonly params: Params;
  readonly search: object;
};

/** A path without the slash at its end. */
export const trimmed = (path: string): string =>
  path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;

export function addressAt({ path, search }: Spot): Match {
  // Its own keys.
  for (const address of Object.keys(ADDRESSES) as Address[]) {
    const params = paramsIn(address, path);
    if (params) return { address, params, search: ADDRESSES[address](parseSearch(search)) };
  }
  const [, wid] = /^\/w\/(\d+)\//.exec(path) ?? [];
  return { address: null, params: wid ? { wid } : {}, search: {} };
}

/** Where a link goes: to an address, or to a path as it is. */
export type Destination = {
  readonly to: string;
  readonly params?: Params | undefined;
  /** `true` keeps that of the address where one is; a function gets it. */
  readonly search?: object | true | ((old: RawSearch) => object) | undefined;
};

/** The path and search of a link, where somebody is at this address. */
export function hrefOf(
  { to, params, search = {} }: Destination,
  here: Pick<Match, "params" | "search">,
): string {
  const path = pathOf(to, { ...here.params, ...params });
  const given =
    search === true
      ? here.search
      : typeof search === "function"
        ? search({ ...here.search })
        : search;
  // Not what an address can't say, so that its own rules are those of its links too.
  return path + formatSearch(isKnownAddress(to) ? ADDRESSES[to]({ ...given }) : given);
}
