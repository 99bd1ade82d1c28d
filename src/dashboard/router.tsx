import type { ComponentType } from "react";
import { putBackAnswers } from "#dashboard/api/kept-answers.ts";
import { isApiError } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { homeOf, type Me, meQuery, setupQuery } from "#dashboard/api/session.ts";
import { type Address, type Destination, type Match } from "#dashboard/routing/addresses.ts";
import { start } from "#dashboard/routing/going.ts";
import { Failed } from "#dashboard/routing/outlet.tsx";
import { AppShell } from "#dashboard/shell/app-shell.tsx";
import { Arriving } from "#dashboard/shell/arriving.tsx";
import { RoomLoading } from "#dashboard/shell/page.tsx";
import { NotHere } from "#dashboard/shell/trouble.tsx";

/** The code of each room. */
const ROOMS: Readonly<Record<Address, () => Promise<ComponentType>>> = {
  "/sign-in": async () => (await import("./rooms/front/sign-in.tsx")).SignIn,
  "/sso-done": async () => (await import("./rooms/front/sso-done.tsx")).SsoDone,
  "/register": async () => (await import("./rooms/front/register.tsx")).Register,
  "/setup": async () => (await import("./rooms/front/setup.tsx")).Setup,
  "/forgot-password": async () => (await import("./rooms/front/forgot.tsx")).Forgot,
  "/reset-password": async () => (await import("./rooms/front/reset.tsx")).Reset,
  "/invitation": async () => (await import("./rooms/front/invitation.tsx")).AcceptInvitation,
  "/confirm-email": async () => (await import("./rooms/front/email-link.tsx")).ConfirmEmail,
  "/undo-email": async () => (await import("./rooms/front/email-link.tsx")).UndoEmail,
  "/approval": async () => (await import("./rooms/approval/approval.tsx")).ApprovalPage,
  "/report/$slug": async () => (await import("./rooms/report/report.tsx")).Report,
  "/": async () => NotHere,
  "/account": async () => (await import("./rooms/account/account.tsx")).Account,
  "/admin": async () => (await import("./rooms/admin/admin.tsx")).Admin,
  "/admin/connections": async () => NotHere,
  "/admin/moves": async () => (await import("./rooms/moves/moves.tsx")).MovesPage,
  "/admin/moves/$moveId": async () => (await import("./rooms/moves/move.tsx")).MovePage,
  "/inboxes": async () => (await import("./rooms/inbox/all-inboxes.tsx")).AllInboxes,
  "/clients": async () => (await import("./rooms/clients/clients.tsx")).AllClients,
  "/templates": async () => (await import("./rooms/templates/templates.tsx")).InstallTemplates,
  "/templates/$templateId": async () =>
    (await import("./rooms/templates/template.tsx")).TemplatePage,
  "/w/$wid": async () => (await import("./rooms/overview/overview.tsx")).Overview,
  "/w/$wid/inbox": async () => (await import("./rooms/inbox/inbox.tsx")).Inbox,
  "/w/$wid/campaigns": async () => (await import("./rooms/campaigns/list/list.tsx")).Campaigns,
  "/w/$wid/campaigns/$id": async () =>
    (await import("./rooms/campaigns/campaign.tsx")).CampaignPage,
  "/w/$wid/leads": async () => (await import("./rooms/leads/leads.tsx")).Leads,
  "/w/$wid/leads/links": async () => (await import("./rooms/leads/links/links.tsx")).Links,
  "/w/$wid/leads/validate": async () =>
    (await import("./rooms/leads/validate/validate-file.tsx")).ValidateFile,
  "/w/$wid/leads/$leadId": async () => (await import("./rooms/leads/lead/lead.tsx")).LeadPage,
  "/w/$wid/mailboxes": async () => (await import("./rooms/mailboxes/mailboxes.tsx")).Mailboxes,
  "/w/$wid/mailboxes/$mailboxId": async () =>
    (await import("./rooms/mailboxes/mailbox.tsx")).MailboxPage,
  "/w/$wid/placement": async () => (await import("./rooms/placement/placement.tsx")).Placement,
  "/w/$wid/placement/$testId": async () =>
    (await import("./rooms/placement/test.tsx")).PlacementTestPage,
  "/w/$wid/webhooks": async () => (await import("./rooms/webhooks/webhooks.tsx")).Webhooks,
  "/w/$wid/webhooks/$webhookId": async () =>
    (await import("./rooms/webhooks/webhook.tsx")).WebhookPage,
  "/w/$wid/settings": async () => (await import("./rooms/settings/settings.tsx")).Settings,
  "/w/$wid/tasks": async () => (await import("./rooms/tasks/tasks.tsx")).TasksRoom,
  "/w/$wid/reputation": async () => (await import("./rooms/reputation/reputation.tsx")).Reputation,
  "/w/$wid/notices": async () => (await import("./rooms/notices/notices.tsx")).Notices,
};

/** Rooms that others are shown within: the list stays beside what it opens, where there is room. */
const AROUND: Partial<Record<Address, Address>> = {
  "/w/$wid/mailboxes/$mailboxId": "/w/$wid/mailboxes",
};

/** Seen without a session: before somebody is signed in, by a link from an email, or by anyone who knows the slug. */
const OPEN: ReadonlySet<string | null> = new Set<Address>([
  "/sign-in",
  "/sso-done",
  "/register",
  "/setup",
  "/forgot-password",
  "/reset-password",
  "/invitation",
  "/confirm-email",
  "/undo-email",
  "/approval",
  "/report/$slug",
]);
/** What has no address is nobody's, unless it is inside a workspace. */
const isOpen = ({ address, params }: Match): boolean =>
  OPEN.has(address) || (address === null && params["wid"] === undefined);

/** Rooms whose code is here. */
const here = new Map<Address, ComponentType>();
async function roomAt(address: Address): Promise<ComponentType> {
  const room = await ROOMS[address]();
  here.set(address, room);
  return room;
}

/** The code of a match, from the outermost room on. */
async function codeOf({ address }: Match): Promise<readonly ComponentType[]> {
  if (address === null) return [NotHere];
  const around = AROUND[address];
  return Promise.all([...(around ? [roomAt(around)] : []), roomAt(address)]);
}

/** What is around a room that is not there yet stays: the list, with what was ticked in it. */
function stayingAround({ address }: Match): readonly ComponentType[] {
  const around = address !== null && AROUND[address];
  const room = around && here.get(around);
  return room ? [room] : [];
}

/** Who is signed in; else the sign-in, or the set-up of an install without users. */
async function whoIs(href: string): Promise<Me | Destination> {
  try {
    const me = await queryClient.ensureQueryData(meQuery);
    putBackAnswers(me);
    return me;
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    const setupDone = await queryClient.fetchQuery(setupQuery);
    if (!setupDone.has_users) return { to: "/setup" };
    return { to: "/sign-in", search: href === "/" ? {} : { next: href } };
  }
}

/** Where an address leads that has no room of its own. */
function leadsTo({ address, search }: Match, me: Me): Destination | null {
  if (address === "/") {
    const first = homeOf(me);
    if (!first) return null;
    const params = { wid: String(first.id) };
    // A provider sent somebody back who is not known to have left.
    const isBack = "connect_problem" in search;
    return { to: isBack ? "/w/$wid/mailboxes" : "/w/$wid", params, search };
  }
  if (address !== "/admin/connections") return null;
  // The address that the API and the guides name, and where Microsoft's page leads an admin back.
  const isBack = "organisation" in search || "connect_problem" in search;
  return { to: "/admin", search: { ...search, tab: isBack ? "organisations" : "connections" } };
}

async function open(
  match: Match,
  href: string,
  onProgress: () => void,
): Promise<readonly ComponentType[] | Destination> {
  // The room's code loads while the session is checked, not after it.
  const code = codeOf(match);
  code.catch(() => undefined);
  if (isOpen(match)) return code.catch(afterUpdate);
  const me = await whoIs(href);
  if ("to" in me) return me;
  const elsewhere = leadsTo(match, me);
  if (elsewhere) return elsewhere;
  onProgress();
  const { wid } = match.params;
  if (wid !== undefined && !me.workspaces.some(({ id }) => String(id) === wid)) {
    // It may have been made since; the shell says so where there is none.
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  }
  return [AppShell, ...(await code.catch(afterUpdate))];
}

/** An update took the files of the page that is open: it is loaded once more, as the new one. */
function afterUpdate(error: unknown): never {
  const name = `outrider.reloaded:${String(error)}`;
  const isGone = error instanceof TypeError && /module/i.test(error.message);
  if (isGone && sessionStorage.getItem(name) === null) {
    sessionStorage.setItem(name, "1");
    location.reload();
  }
  throw error;
}

/** Around what is missing: the shell, once it is known for whom. */
const around = (match: Match, room: ComponentType): readonly ComponentType[] =>
  isOpen(match) || !queryClient.getQueryData(meQuery.queryKey)
    ? [room]
    : [AppShell, ...stayingAround(match), room];

/** Begins to show what the address says. */
export const openDashboard = (): void =>
  start({
    open,
    fetchAhead: (match) => void codeOf(match).catch(() => undefined),
    // Who is signed in may have to wait for the limit as well.
    waiting: (match) =>
      around(match, queryClient.getQueryData(meQuery.queryKey) ? RoomLoading : Arriving),
    failed: (match) => around(match, Failed),
  });
