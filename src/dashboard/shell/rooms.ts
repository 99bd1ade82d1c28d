import {
  Bell,
  Building2,
  ChartColumn,
  Inbox,
  Layers,
  LayoutTemplate,
  ListTodo,
  type LucideIcon,
  Mails,
  MailSearch,
  Milestone,
  Settings2,
  ShieldCheck,
  ShieldUser,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { Me } from "#dashboard/api/session.ts";
import { language, t } from "#dashboard/words/words.ts";
import type { Action } from "#platform/access/permissions.ts";

/** A room of the sidebar, hidden from people without permission for `action`. */
export type Room = {
  readonly to: string;
  readonly name: string;
  readonly icon: LucideIcon;
  readonly action: Action;
  /** Its section: daily work, upkeep, or the install. */
  readonly group: "work" | "upkeep" | "install";
  /** Only for people with more than one workspace. */
  readonly many?: true;
  /** In the phone's bar, which has place for five. */
  readonly phone?: true;
  /** Opens it after G: "g i". */
  readonly key: string;
  /** Its page of the guides, below `/docs`. */
  readonly help: string;
  /** A figure beside the name: what of the workspace's counts it is. */
  readonly figure?: "unread" | "campaigns" | "leads" | "mailboxes" | "notices" | "version";
};

/** In order; `$wid` is the workspace. Each has its route in `router.tsx`. */
export const ROOMS: readonly Room[] = [
  {
    to: "/w/$wid",
    key: "o",
    help: "use/overview",
    name: t("Overview"),
    icon: ChartColumn,
    action: "workspace.read",
    group: "work",
    phone: true,
  },
  {
    to: "/w/$wid/inbox",
    key: "i",
    help: "use/inbox",
    name: t("Inbox"),
    icon: Inbox,
    action: "threads.read",
    group: "work",
    phone: true,
    figure: "unread",
  },
  {
    to: "/w/$wid/tasks",
    key: "t",
    help: "use/tasks",
    name: t("Tasks"),
    icon: ListTodo,
    action: "leads.read",
    group: "work",
  },
  {
    to: "/w/$wid/campaigns",
    key: "c",
    help: "use/campaigns",
    name: t("Campaigns"),
    icon: Milestone,
    action: "campaigns.read",
    group: "work",
    phone: true,
    figure: "campaigns",
  },
  {
    to: "/w/$wid/leads",
    key: "l",
    help: "use/leads",
    name: t("Leads"),
    icon: UsersRound,
    action: "leads.read",
    group: "work",
    phone: true,
    figure: "leads",
  },
  {
    to: "/w/$wid/mailboxes",
    key: "m",
    help: "use/mailboxes",
    name: t("Mailboxes"),
    icon: Mails,
    action: "mailboxes.read",
    group: "work",
    phone: true,
    figure: "mailboxes",
  },
  {
    to: "/w/$wid/placement",
    key: "p",
    help: "use/placement",
    name: t("Placement"),
    icon: MailSearch,
    action: "mailboxes.read",
    group: "upkeep",
  },
  {
    to: "/w/$wid/notices",
    key: "n",
    help: "use/notifications",
    name: t("Notifications"),
    icon: Bell,
    action: "notifications.read",
    group: "upkeep",
    figure: "notices",
  },
  {
    to: "/w/$wid/reputation",
    key: "r",
    help: "use/reputation",
    name: t("Reputation"),
    icon: ShieldCheck,
    action: "mailboxes.read",
    group: "upkeep",
  },
  {
    to: "/w/$wid/webhooks",
    key: "w",
    help: "use/webhooks",
    name: t("Webhooks"),
    icon: Webhook,
    action: "webhooks.read",
    group: "upkeep",
  },
  {
    to: "/w/$wid/settings",
    key: "s",
    help: "use/settings",
    name: t("Settings"),
    icon: Settings2,
    action: "settings.read",
    group: "upkeep",
  },
  {
    to: "/inboxes",
    key: "a",
    help: "use/all-inboxes",
    name: t("All inboxes"),
    icon: Layers,
    action: "threads.read",
    group: "install",
    many: true,
  },
  {
    to: "/clients",
    key: "y",
    help: "use/all-clients",
    name: t("All clients"),
    icon: Building2,
    action: "admin.read",
    group: "install",
  },
  {
    to: "/templates",
    key: "e",
    help: "use/templates",
    name: t("Templates"),
    icon: LayoutTemplate,
    action: "templates.read",
    group: "install",
  },
  {
    to: "/admin",
    key: "d",
    help: "use/admin",
    name: t("Admin"),
    icon: ShieldUser,
    action: "admin.read",
    group: "install",
    figure: "version",
  },
];

/** Whether a person may open a room here; a workspace's own host has none of the install. */
export const isRoomOpen = (
  { action, group }: Room,
  me: Me,
  may: (action: Action) => boolean,
): boolean => may(action) && (group !== "install" || !me.own_host);

/** The rooms that a person sees. */
export const roomsFor = (me: Me, may: (action: Action) => boolean): readonly Room[] =>
  ROOMS.filter((room) => isRoomOpen(room, me, may) && (!room.many || me.workspaces.length > 1));

/** Below Admin, and open to employees too: for moves into their own workspaces. */
const MOVES: Room = {
  to: "/admin/moves",
  key: "",
  help: "moving",
  name: t("Move in"),
  icon: ShieldUser,
  action: "moves.read",
  group: "install",
};

/** The room that an address of the page leads to, rooms within it included. */
export function roomOfPath(pathname: string): Room | undefined {
  const own = pathname.replace(/^\/w\/[^/]+/, "/w/$wid").replace(/\/$/, "");
  if (`${own}/`.startsWith(`${MOVES.to}/`)) return MOVES;
  return ROOMS.find(({ to }) => own === to || (to !== "/w/$wid" && own.startsWith(`${to}/`)));
}

/** Shows the guides of this install beside the dashboard: all of them, or the page of a room. */
export const openDocs = (room?: Room): void =>
  void window.open(room ? helpOf(room) : "/docs", "_blank", "noopener");

/** Where the page about a room is, for people who work in it. */
export const helpOf = ({ help }: Room): string =>
  language !== "en" && help.startsWith("use/") ? `/docs/${language}/${help}` : `/docs/${help}`;
