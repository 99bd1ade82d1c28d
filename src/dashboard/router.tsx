import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import { putBackAnswers } from "#dashboard/api/kept-answers.ts";
import { isApiError } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { homeOf, type Me, meQuery, setupQuery } from "#dashboard/api/session.ts";
import { readCampaignSearch, readCampaignsSearch } from "#dashboard/rooms/campaigns/search.ts";
import { AppShell } from "#dashboard/shell/app-shell.tsx";
import { readAllInboxesSearch, readInboxSearch } from "#dashboard/rooms/inbox/search.ts";
import { readClientsSearch } from "#dashboard/rooms/clients/search.ts";
import { readOverviewSearch } from "#dashboard/rooms/overview/search.ts";
import { readTasksSearch } from "#dashboard/rooms/tasks/search.ts";
import { readTemplatesSearch } from "#dashboard/rooms/templates/search.ts";
import { readLeadsSearch } from "#dashboard/rooms/leads/search.ts";
import { readSettingsSearch } from "#dashboard/rooms/settings/tabs.ts";
import { readAdminSearch } from "#dashboard/rooms/admin/tabs.ts";
import { readLogsSearch } from "#dashboard/rooms/webhooks/search.ts";
import { readMoveSearch, readMovesSearch } from "#dashboard/rooms/moves/search.ts";
import {
  readConnectProblem,
  readMailboxesSearch,
  readMailboxSearch,
} from "#dashboard/rooms/mailboxes/search.ts";
import { Banners } from "#dashboard/shell/banners.tsx";
import { RoomLoading } from "./shell/page.tsx";
import { NotHere, Trouble } from "#dashboard/shell/trouble.tsx";

/** What the address of a page says of a sign-in that failed. */
const readSsoProblem = (search: Record<string, unknown>): { sso_problem?: string } => {
  const code = search["sso_problem"];
  return typeof code === "string" && /^[a-z_]{1,40}$/.test(code) ? { sso_problem: code } : {};
};

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

/** Who is signed in; else leads to the sign-in, or to the set-up of an install without users. */
async function whoIs(location: { pathname: string; href: string }): Promise<Me> {
  try {
    const me = await queryClient.ensureQueryData(meQuery);
    putBackAnswers(me);
    return me;
  } catch (error) {
    if (!isApiError(error) || error.status !== 401) throw error;
    const setupDone = await queryClient.fetchQuery(setupQuery);
    if (!setupDone.has_users) redirect({ to: "/setup", throw: true });
    const search = location.href === "/" ? {} : { next: location.href };
    redirect({ to: "/sign-in", search, throw: true });
    throw error;
  }
}

const root = createRootRoute({ component: Outlet });

/* Before somebody is signed in. */
const signIn = createRoute({
  getParentRoute: () => root,
  path: "/sign-in",
  validateSearch: (search: Record<string, unknown>): { next?: string; sso_problem?: string } => {
    const next = text(search["next"]);
    // Of this site only: an address elsewhere would be a trap.
    return {
      ...(next && /^\/(?![/\\])/.test(next) && { next }),
      ...readSsoProblem(search),
    };
  },
  component: lazyRouteComponent(() => import("./rooms/front/sign-in.tsx"), "SignIn"),
});
const ssoDone = createRoute({
  getParentRoute: () => root,
  path: "/sso-done",
  validateSearch: readSsoProblem,
  component: lazyRouteComponent(() => import("./rooms/front/sso-done.tsx"), "SsoDone"),
});
const register = createRoute({
  getParentRoute: () => root,
  path: "/register",
  component: lazyRouteComponent(() => import("./rooms/front/register.tsx"), "Register"),
});
const setup = createRoute({
  getParentRoute: () => root,
  path: "/setup",
  component: lazyRouteComponent(() => import("./rooms/front/setup.tsx"), "Setup"),
});
const forgot = createRoute({
  getParentRoute: () => root,
  path: "/forgot-password",
  component: lazyRouteComponent(() => import("./rooms/front/forgot.tsx"), "Forgot"),
});
const reset = createRoute({
  getParentRoute: () => root,
  path: "/reset-password",
  component: lazyRouteComponent(() => import("./rooms/front/reset.tsx"), "Reset"),
});
const invitation = createRoute({
  getParentRoute: () => root,
  path: "/invitation",
  component: lazyRouteComponent(() => import("./rooms/front/invitation.tsx"), "AcceptInvitation"),
});
const confirmEmail = createRoute({
  getParentRoute: () => root,
  path: "/confirm-email",
  component: lazyRouteComponent(() => import("./rooms/front/email-link.tsx"), "ConfirmEmail"),
});
const undoEmail = createRoute({
  getParentRoute: () => root,
  path: "/undo-email",
  component: lazyRouteComponent(() => import("./rooms/front/email-link.tsx"), "UndoEmail"),
});
/** Public: the emails of a campaign, for who has the link that asks whether they may be sent. */
const approval = createRoute({
  getParentRoute: () => root,
  path: "/approval",
  component: lazyRouteComponent(() => import("./rooms/approval/approval.tsx"), "ApprovalPage"),
});
/** Public: sums for anyone who knows the slug. */
const report = createRoute({
  getParentRoute: () => root,
  path: "/report/$slug",
  validateSearch: (search: Record<string, unknown>): { days?: number } => {
    const days = [30, 90, 365].find((known) => known === search["days"]);
    return days ? { days } : {};
  },
  component: lazyRouteComponent(() => import("./rooms/report/report.tsx"), "Report"),
});

/* With a session: everything below asks who it is, once. */
const app = createRoute({
  getParentRoute: () => root,
  id: "app",
  component: AppShell,
  // Who is signed in may have to wait for the limit as well.
  pendingComponent: Banners,
  pendingMinMs: 0,
  errorComponent: Trouble,
  beforeLoad: async ({ location }) => ({ me: await whoIs(location) }),
});
const home = createRoute({
  getParentRoute: () => app,
  path: "/",
  component: NotHere,
  validateSearch: readConnectProblem,
  beforeLoad({ context, search }) {
    const first = homeOf(context.me);
    if (!first) return;
    const params = { wid: String(first.id) };
    // A provider sent somebody back who is not known to have left.
    if (search.connect_problem) redirect({ to: "/w/$wid/mailboxes", params, search, throw: true });
    redirect({ to: "/w/$wid", params, throw: true });
  },
});
const workspace = createRoute({
  getParentRoute: () => app,
  path: "/w/$wid",
  component: Outlet,
  async beforeLoad({ context, params }) {
    if (context.me.workspaces.some(({ id }) => String(id) === params.wid)) return;
    // It may have been made since; the shell says so where there is none.
    await queryClient.fetchQuery({ ...meQuery, staleTime: 0 });
  },
});

/** A room that takes longer shows itself empty: nobody looks at the old one and wonders. */
const whileLoading = { pendingComponent: RoomLoading, pendingMs: 200, pendingMinMs: 0 };

/* The rooms of a workspace. */
const overview = createRoute({
  getParentRoute: () => workspace,
  path: "/",
  validateSearch: readOverviewSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/overview/overview.tsx"), "Overview"),
});

const leads = createRoute({
  getParentRoute: () => workspace,
  path: "/leads",
  validateSearch: readLeadsSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/leads/leads.tsx"), "Leads"),
});
const lead = createRoute({
  getParentRoute: () => workspace,
  path: "/leads/$leadId",
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/leads/lead/lead.tsx"), "LeadPage"),
});
const importLinks = createRoute({
  getParentRoute: () => workspace,
  path: "/leads/links",
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/leads/links/links.tsx"), "Links"),
});
const validateFile = createRoute({
  getParentRoute: () => workspace,
  path: "/leads/validate",
  ...whileLoading,
  component: lazyRouteComponent(
    () => import("./rooms/leads/validate/validate-file.tsx"),
    "ValidateFile",
  ),
});
const webhooks = createRoute({
  getParentRoute: () => workspace,
  path: "/webhooks",
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/webhooks/webhooks.tsx"), "Webhooks"),
});
const webhook = createRoute({
  getParentRoute: () => workspace,
  path: "/webhooks/$webhookId",
  validateSearch: readLogsSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/webhooks/webhook.tsx"), "WebhookPage"),
});
const placement = createRoute({
  getParentRoute: () => workspace,
  path: "/placement",
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/placement/placement.tsx"), "Placement"),
});
const placementTest = createRoute({
  getParentRoute: () => workspace,
  path: "/placement/$testId",
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/placement/test.tsx"), "PlacementTestPage"),
});
const mailboxes = createRoute({
  getParentRoute: () => workspace,
  path: "/mailboxes",
  validateSearch: readMailboxesSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/mailboxes/mailboxes.tsx"), "Mailboxes"),
});
/** Within the list, which stays beside it where there is room. */
const mailbox = createRoute({
  getParentRoute: () => mailboxes,
  path: "/$mailboxId",
  validateSearch: readMailboxSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/mailboxes/mailbox.tsx"), "MailboxPage"),
});
const settings = createRoute({
  getParentRoute: () => workspace,
  path: "/settings",
  validateSearch: readSettingsSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/settings/settings.tsx"), "Settings"),
});
const account = createRoute({
  getParentRoute: () => app,
  path: "/account",
  validateSearch: readSsoProblem,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/account/account.tsx"), "Account"),
});
const admin = createRoute({
  getParentRoute: () => app,
  path: "/admin",
  validateSearch: readAdminSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/admin/admin.tsx"), "Admin"),
});
const moves = createRoute({
  getParentRoute: () => app,
  path: "/admin/moves",
  validateSearch: readMovesSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/moves/moves.tsx"), "MovesPage"),
});
const move = createRoute({
  getParentRoute: () => app,
  path: "/admin/moves/$moveId",
  validateSearch: readMoveSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/moves/move.tsx"), "MovePage"),
});
/** The address that the API and the guides name, and where Microsoft's page leads an admin back. */
const adminConnections = createRoute({
  getParentRoute: () => app,
  path: "/admin/connections",
  validateSearch: readAdminSearch,
  beforeLoad({ search }) {
    const isBack = (search.organisation ?? search.connect_problem) !== undefined;
    const tab = isBack ? "organisations" : "connections";
    redirect({ to: "/admin", search: { ...search, tab }, throw: true });
  },
});
const inboxes = createRoute({
  getParentRoute: () => app,
  path: "/inboxes",
  validateSearch: readAllInboxesSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/inbox/all-inboxes.tsx"), "AllInboxes"),
});
const clients = createRoute({
  getParentRoute: () => app,
  path: "/clients",
  validateSearch: readClientsSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/clients/clients.tsx"), "AllClients"),
});
const templates = createRoute({
  getParentRoute: () => app,
  path: "/templates",
  validateSearch: readTemplatesSearch,
  ...whileLoading,
  component: lazyRouteComponent(
    () => import("./rooms/templates/templates.tsx"),
    "InstallTemplates",
  ),
});
const template = createRoute({
  getParentRoute: () => app,
  path: "/templates/$templateId",
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/templates/template.tsx"), "TemplatePage"),
});
const inbox = createRoute({
  getParentRoute: () => workspace,
  path: "/inbox",
  validateSearch: readInboxSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/inbox/inbox.tsx"), "Inbox"),
});
const campaigns = createRoute({
  getParentRoute: () => workspace,
  path: "/campaigns",
  validateSearch: readCampaignsSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/campaigns/list/list.tsx"), "Campaigns"),
});
const campaign = createRoute({
  getParentRoute: () => workspace,
  path: "/campaigns/$id",
  validateSearch: readCampaignSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/campaigns/campaign.tsx"), "CampaignPage"),
});
const tasks = createRoute({
  getParentRoute: () => workspace,
  path: "/tasks",
  validateSearch: readTasksSearch,
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/tasks/tasks.tsx"), "TasksRoom"),
});
const notices = createRoute({
  getParentRoute: () => workspace,
  path: "/notices",
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/notices/notices.tsx"), "Notices"),
});

const reputation = createRoute({
  getParentRoute: () => workspace,
  path: "/reputation",
  ...whileLoading,
  component: lazyRouteComponent(() => import("./rooms/reputation/reputation.tsx"), "Reputation"),
});

export const router = createRouter({
  routeTree: root.addChildren([
    signIn,
    ssoDone,
    register,
    setup,
    forgot,
    reset,
    invitation,
    confirmEmail,
    undoEmail,
    approval,
    report,
    app.addChildren([
      home,
      account,
      admin,
      adminConnections,
      moves,
      move,
      inboxes,
      clients,
      templates,
      template,
      workspace.addChildren([
        overview,
        inbox,
        campaigns,
        campaign,
        leads,
        importLinks,
        validateFile,
        lead,
        mailboxes.addChildren([mailbox]),
        placement,
        placementTest,
        webhooks,
        webhook,
        settings,
        tasks,
        reputation,
        notices,
      ]),
    ]),
  ]),
  defaultErrorComponent: Trouble,
  defaultNotFoundComponent: NotHere,
  // The code of a room is fetched when somebody points at its link; its data only when it opens.
  defaultPreload: "intent",
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
