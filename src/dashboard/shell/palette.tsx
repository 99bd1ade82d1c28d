import { Dialog } from "@base-ui/react/dialog";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, usePath } from "#dashboard/routing/use-place.ts";
import {
  BookOpen,
  Building2,
  Contrast,
  Inbox,
  Keyboard,
  LogOut,
  Mails,
  Milestone,
  Pause,
  Play,
  Rows3,
  Search,
  Settings2,
  ShieldUser,
  Truck,
  UserCog,
  UserPlus,
  UsersRound,
  Zap,
} from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { CampaignListItem } from "#modules/campaigns/contract/campaigns.ts";
import type { Lead } from "#modules/leads/contract/leads.ts";
import type { Mailbox } from "#modules/mailboxes/contract/mailboxes.ts";
import type { Action } from "#platform/access/permissions.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { signOut } from "#dashboard/api/session.ts";
import { campaignsQuery, type Page } from "#dashboard/api/workspace.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { campaignWords } from "#dashboard/parts/statuses.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { clientsQuery } from "#dashboard/rooms/admin/queries.ts";
import { askToPause, turnClient } from "#dashboard/rooms/admin/clients/pause-client.ts";
import { adminTabsFor } from "#dashboard/rooms/admin/tabs.ts";
import { settingsTabsFor } from "#dashboard/rooms/settings/tabs.ts";
import { t } from "#dashboard/words/words.ts";
import { useBrand } from "./brand.tsx";
import { look, setLook, switchTheme } from "./look.ts";
import { openDocs, roomOfPath, roomsFor } from "./rooms.ts";
import {
  type Command,
  paletteOpen,
  paletteText,
  roomCommands,
  shortcutsOpen,
} from "./palette-store.ts";
import { useWorkspace } from "./use-workspace.ts";
import { SHELL_VERBS } from "./verbs.ts";

const SHOWN = 40;
/** Leads and mailboxes that are named; all others are behind the search. */
const FOUND = 5;

const KINDS: Readonly<Record<Command["kind"], string>> = {
  Actions: t("Actions"),
  "Go to": t("Go to"),
  Leads: t("Leads"),
  Mailboxes: t("Mailboxes"),
  Search: t("Search"),
};

/** Ctrl or Cmd K: rooms, campaigns, leads, mailboxes and what can be done, by name. */
export function Palette() {
  const open = useStore(paletteOpen);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => paletteOpen.set(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog palette" aria-label={t("Search or jump to")}>
          <Choices onDone={() => paletteOpen.set(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Choices({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState(paletteText.get());
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const everything = [...useEverything(), ...useClients(text)];
  const found = [...matching(everything, text), ...useSearches(text)];
  const current = Math.min(at, found.length - 1);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onDone();
    void command.run();
  };
  const onKey = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setAt((current + by + found.length) % Math.max(1, found.length));
    } else if (event.key === "Enter") {
      event.preventDefault();
      run(found[current]);
    }
  };
  return (
    <>
      <label className="q">
        <Search size={16} aria-hidden="true" />
        <input
          role="combobox"
          aria-label={t("Search or jump to")}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          placeholder={t("Search pages and actions")}
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <kbd>{t("Esc")}</kbd>
      </label>
      <div className="found" id={id} role="listbox" aria-label={t("Results")} ref={list}>
        {found.length === 0 && <p className="px-4 py-3 text-13 text-text-2">{t("No results.")}</p>}
        {found.map((command, index) => (
          <div key={`${command.kind} ${command.name} ${command.detail ?? ""}`}>
            {command.kind !== found[index - 1]?.kind && (
              <h3 aria-hidden="true">{KINDS[command.kind]}</h3>
            )}
            <div
              role="option"
              tabIndex={-1}
              id={`${id}-${index}`}
              aria-selected={index === current}
              onPointerMove={() => setAt(index)}
              onClick={() => run(command)}
              onKeyDown={() => undefined}
            >
              <command.icon size={16} aria-hidden="true" />
              <span className="truncate">{command.name}</span>
              <span className="ml-auto max-w-1/2 shrink-0 truncate text-12 text-text-3">
                {command.detail}
              </span>
              {command.keys && (
                <kbd className="max-wide:hidden" aria-hidden="true">
                  {command.keys.toUpperCase()}
                </kbd>
              )}
            </div>
          </div>
        ))}
      </div>
    </>
  );
}

/** Every word begins a word of the name; actions come before pages. */
function matching(commands: readonly Command[], text: string): readonly Command[] {
  const asked = text.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ name, kind, detail = "" }: Command): boolean => {
    // A tab is found by its room as well: "admin people".
    const words = kind === "Go to" ? `${name} ${detail}` : name;
    const parts = words.toLowerCase().split(/[\s@._-]+/);
    return asked.every((word) => parts.some((part) => part.startsWith(word)));
  };
  const found = commands.filter(fits);
  const done = found.filter(({ kind }) => kind === "Actions");
  const gone = found.filter(({ kind }) => kind === "Go to");
  // Without a word the places are what people look for.
  return [...(asked.length === 0 ? done.slice(0, 6) : done), ...gone].slice(0, SHOWN);
}

/** Leads and mailboxes of this text, and the ways to all of them and to threads. */
function useSearches(text: string): readonly Command[] {
  const navigate = useNavigate();
  const { wid, may } = useWorkspace();
  const q = text.trim();
  const settled = useSettled(q.length < 2 ? "" : q);
  const { data: leads } = useQuery({
    queryKey: ["w", wid, "leads", "palette", settled],
    queryFn: ({ signal }) =>
      api.get<Page<Lead>>(`/workspaces/${wid}/leads`, {
        query: { q: settled, limit: FOUND },
        signal,
      }),
    enabled: settled !== "" && may("leads.read"),
  });
  const { data: mailboxes } = useQuery({
    queryKey: ["w", wid, "mailboxes", "palette", settled],
    queryFn: ({ signal }) =>
      api.get<Page<Mailbox>>(`/workspaces/${wid}/mailboxes`, {
        query: { q: settled, limit: FOUND },
        signal,
      }),
    enabled: settled !== "" && may("mailboxes.read"),
  });
  if (q.length < 2) return [];
  const params = { wid: String(wid) };
  return [
    ...(leads?.data ?? []).map(({ id, email, first_name: first, last_name: last }): Command => {
      const name = [first, last].filter(Boolean).join(" ");
      return {
        kind: "Leads",
        name: name || email,
        icon: UsersRound,
        ...(name && { detail: email }),
        run: () => void navigate({ to: `/w/${wid}/leads/${id}` }),
      };
    }),
    ...(mailboxes?.data ?? []).map(({ id, email }): Command => ({
      kind: "Mailboxes",
      name: email,
      icon: Mails,
      run: () => void navigate({ to: `/w/${wid}/mailboxes/${id}` }),
    })),
    ...(may("leads.read")
      ? [
          {
            kind: "Search" as const,
            name: t("Leads with “{q}”", { q }),
            icon: UsersRound,
            run: () => void navigate({ to: "/w/$wid/leads", params, search: { q } }),
          },
        ]
      : []),
    {
      kind: "Search",
      name: t("Threads with “{q}”", { q }),
      icon: Inbox,
      run: () => void navigate({ to: "/w/$wid/inbox", params, search: { q, view: "all" } }),
    },
  ];
}

/** The text once nobody has typed for a moment: each one is a request. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), 300);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Pauses or starts a campaign from anywhere, and says so. */
async function turn(
  wid: number,
  campaign: { id: number; name: string },
  to: "pause" | "start",
): Promise<void> {
  const { id, name } = campaign;
  try {
    await api.post(`/workspaces/${wid}/campaigns/${id}/${to}`);
    const back = to === "pause" ? "start" : "pause";
    toast(
      to === "pause"
        ? t("“{name}” is paused. Leads keep their place.", { name })
        : t("“{name}” is active.", { name }),
      () => void turn(wid, campaign, back),
    );
  } catch (error) {
    toast(sentenceOf(error));
  }
  for (const key of ["campaigns", "campaign", "sending", "stats"]) {
    void queryClient.invalidateQueries({ queryKey: ["w", wid, key] });
  }
}

/** What an admin does to clients; they are asked for when somebody looks for something. */
function useClients(text: string): readonly Command[] {
  const { me, may } = useWorkspace();
  const isAsked = text.trim().length >= 2 && may("admin.edit") && !me.own_host;
  const { data } = useQuery({ ...clientsQuery("active"), enabled: isAsked, staleTime: 60_000 });
  if (!isAsked) return [];
  return (data?.data ?? []).map((client): Command => {
    const { name } = client.workspace;
    return client.paused_at === null
      ? {
          kind: "Actions",
          name: t("Pause client {name}", { name }),
          icon: Pause,
          run: () =>
            askToPause(client).then((yes) => (yes ? turnClient(client, "pause") : undefined)),
        }
      : {
          kind: "Actions",
          name: t("Resume client {name}", { name }),
          icon: Play,
          run: () => void turnClient(client, "resume"),
        };
  });
}

/** The tabs of rooms that have many, and what is begun there. */
function useTabs(): readonly Command[] {
  const navigate = useNavigate();
  const { me, wid, may } = useWorkspace();
  const isAdmin = may("admin.read") && !me.own_host;
  return [
    ...(isAdmin && may("admin.edit")
      ? [
          {
            kind: "Actions" as const,
            name: t("Invite person"),
            icon: UserPlus,
            run: () => navigate({ to: "/admin", search: { tab: "people", invite: true } }),
          },
        ]
      : []),
    ...(may("moves.edit") && !me.own_host
      ? [
          {
            kind: "Actions" as const,
            name: t("Move in from another product"),
            icon: Truck,
            run: () => navigate({ to: "/admin/moves", search: { make: true } }),
          },
        ]
      : []),
    ...settingsTabsFor(me, may).map(([tab, name]): Command => ({
      kind: "Go to",
      name,
      icon: Settings2,
      detail: t("Settings"),
      run: () =>
        navigate({ to: "/w/$wid/settings", params: { wid: String(wid) }, search: { tab } }),
    })),
    ...(isAdmin
      ? adminTabsFor(me).map(([tab, name]): Command => ({
          kind: "Go to",
          name,
          icon: ShieldUser,
          detail: t("Admin"),
          run: () => navigate({ to: "/admin", search: { tab } }),
        }))
      : []),
  ];
}

function useEverything(): readonly Command[] {
  const navigate = useNavigate();
  const { me, wid, may } = useWorkspace();
  const { isWhiteLabel } = useBrand();
  const room = useStore(roomCommands);
  const here = roomOfPath(usePath());
  const { density } = useStore(look);
  const campaigns = useCampaigns();
  const tabs = useTabs();
  const params = { wid: String(wid) };
  return [
    ...room,
    ...SHELL_VERBS.filter(
      ({ action, isDocs }) => (!action || may(action)) && !(isDocs && isWhiteLabel),
    ).map(({ name, key, to, search = {}, run }): Command => ({
      kind: "Actions",
      name,
      icon: Zap,
      keys: key,
      run: () => (to ? void navigate({ to, params, search }) : run?.(here)),
    })),
    ...campaigns
      .flatMap((campaign) => commandsFor(campaign, wid, may, navigate))
      // The open campaign's room names its own.
      .filter((one) => !room.some(({ name }) => name === one.name)),
    ...tabs.filter(({ kind }) => kind === "Actions"),
    {
      kind: "Actions",
      name: t("Keyboard shortcuts"),
      icon: Keyboard,
      keys: "?",
      run: () => shortcutsOpen.set(true),
    },
    { kind: "Actions", name: t("Switch between light and dark"), icon: Contrast, run: switchTheme },
    {
      kind: "Actions",
      name: t("Use system theme"),
      icon: Contrast,
      run: () => setLook({ theme: "system" }),
    },
    {
      kind: "Actions",
      name: density === "compact" ? t("Use comfortable rows") : t("Use compact rows"),
      icon: Rows3,
      run: () => setLook({ density: density === "compact" ? "comfortable" : "compact" }),
    },
    ...(isWhiteLabel
      ? []
      : [
          {
            kind: "Actions" as const,
            name: t("Open documentation"),
            icon: BookOpen,
            run: () => openDocs(),
          },
        ]),
    { kind: "Actions", name: t("Sign out"), icon: LogOut, run: () => void signOut() },
    ...roomsFor(me, may).map(({ to, name, icon, key }): Command => ({
      kind: "Go to",
      name,
      icon,
      keys: `g ${key}`,
      run: () => void navigate({ to, params }),
    })),
    ...tabs.filter(({ kind }) => kind === "Go to"),
    {
      kind: "Go to",
      name: t("Account"),
      icon: UserCog,
      run: () => void navigate({ to: "/account" }),
    },
    ...campaigns.map(({ id, name, status }): Command => ({
      kind: "Go to",
      name,
      icon: Milestone,
      detail: campaignWords(status),
      run: () => void navigate({ to: `/w/${wid}/campaigns/${id}` }),
    })),
    ...me.workspaces
      .filter(({ id }) => id !== wid)
      .map(({ id, name }): Command => ({
        kind: "Go to",
        name: t("Switch to {name}", { name }),
        icon: Building2,
        detail: t("Workspace"),
        run: () => void navigate({ to: "/w/$wid", params: { wid: String(id) } }),
      })),
  ];
}

/** The newest campaigns; what a room has read of them is not read again. */
function useCampaigns(): readonly CampaignListItem[] {
  const { wid, may } = useWorkspace();
  const { data } = useQuery({
    ...campaignsQuery(wid),
    enabled: may("campaigns.read"),
    refetchInterval: false,
    staleTime: 60_000,
  });
  return data?.data ?? [];
}

/** What is done to a campaign from anywhere. A draft is started in its room, which shows what goes out. */
function commandsFor(
  { id, name, status }: CampaignListItem,
  wid: number,
  may: (action: Action) => boolean,
  navigate: ReturnType<typeof useNavigate>,
): readonly Command[] {
  const open = (tab: "steps" | "leads") => (): void =>
    void navigate({
      to: "/w/$wid/campaigns/$id",
      params: { wid: String(wid), id: String(id) },
      search: tab === "steps" ? {} : { tab },
    });
  return [
    ...(may("campaigns.run") && status === "active"
      ? [
          {
            kind: "Actions" as const,
            name: t("Pause {name}", { name }),
            icon: Pause,
            run: () => void turn(wid, { id, name }, "pause"),
          },
        ]
      : []),
    ...(may("campaigns.run") && (status === "paused" || status === "draft")
      ? [
          {
            kind: "Actions" as const,
            name: status === "paused" ? t("Resume {name}", { name }) : t("Start {name}", { name }),
            icon: Play,
            run: status === "paused" ? () => void turn(wid, { id, name }, "start") : open("steps"),
          },
        ]
      : []),
    ...(may("campaigns.edit") && status !== "completed"
      ? [
          {
            kind: "Actions" as const,
            name: t("Add leads to {name}", { name }),
            icon: UserPlus,
            run: open("leads"),
          },
        ]
      : []),
  ];
}
