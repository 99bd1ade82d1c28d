import { Dialog } from "@base-ui/react/dialog";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  BookOpen,
  Building2,
  Contrast,
  Inbox,
  LogOut,
  Mails,
  Milestone,
  Pause,
  Play,
  Rows3,
  Search,
  UsersRound,
} from "lucide-react";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { queryClient } from "#dashboard/api/query-client.ts";
import { signOut } from "#dashboard/api/session.ts";
import { campaignsQuery, mailboxesQuery } from "#dashboard/api/workspace.ts";
import { words } from "#dashboard/lib/format.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { toast } from "#dashboard/parts/toast.tsx";
import { useBrand } from "./brand.tsx";
import { look, setLook, switchTheme } from "./look.ts";
import { openDocs, roomsFor } from "./rooms.ts";
import { type Command, paletteOpen, roomCommands } from "./palette-store.ts";
import { useWorkspace } from "./use-workspace.ts";

const SHOWN = 40;

/** Ctrl or Cmd K: everything by name, from what is in the cache already. */
export function Palette() {
  const open = useStore(paletteOpen);
  return (
    <Dialog.Root open={open} onOpenChange={(next) => paletteOpen.set(next)}>
      <Dialog.Portal>
        <Dialog.Backdrop className="scrim" />
        <Dialog.Popup className="dialog palette" aria-label="Search or jump to">
          <Choices onDone={() => paletteOpen.set(false)} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Choices({ onDone }: { onDone: () => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  const found = [...matching(useEverything(), text), ...useSearches(text)];
  const current = Math.min(at, found.length - 1);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  const run = (command: Command | undefined): void => {
    if (!command) return;
    onDone();
    command.run();
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
          aria-label="Search or jump to"
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${current}` : undefined}
          placeholder="Search pages and actions"
          autoComplete="off"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            setAt(0);
          }}
          onKeyDown={onKey}
        />
        <kbd>Esc</kbd>
      </label>
      <div className="found" id={id} role="listbox" aria-label="Results" ref={list}>
        {found.length === 0 && <p className="px-4 py-3 text-13 text-text-2">No results.</p>}
        {found.map((command, index) => (
          <div key={`${command.kind} ${command.name}`}>
            {command.kind !== found[index - 1]?.kind && <h3 aria-hidden="true">{command.kind}</h3>}
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
              <span className="ml-auto text-12 text-text-3">
                {index === current ? "Enter" : command.detail}
              </span>
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
  const fits = ({ name }: Command): boolean => {
    const parts = name.toLowerCase().split(/[\s@._-]+/);
    return asked.every((word) => parts.some((part) => part.startsWith(word)));
  };
  const found = commands.filter(fits);
  const done = found.filter(({ kind }) => kind === "Actions");
  const gone = found.filter(({ kind }) => kind === "Go to");
  // Without a word the places are what people look for.
  return [...(asked.length === 0 ? done.slice(0, 6) : done), ...gone].slice(0, SHOWN);
}

/** Also offers to search leads and threads. */
function useSearches(text: string): readonly Command[] {
  const navigate = useNavigate();
  const { wid, may } = useWorkspace();
  const q = text.trim();
  if (q.length < 2) return [];
  const params = { wid: String(wid) };
  return [
    ...(may("leads.read")
      ? [
          {
            kind: "Search" as const,
            name: `Leads with “${q}”`,
            icon: UsersRound,
            run: () => void navigate({ to: "/w/$wid/leads", params, search: { q } }),
          },
        ]
      : []),
    {
      kind: "Search",
      name: `Threads with “${q}”`,
      icon: Inbox,
      run: () => void navigate({ to: "/w/$wid/inbox", params, search: { q, view: "all" } }),
    },
  ];
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
      to === "pause" ? `“${name}” is paused. Leads keep their place.` : `“${name}” is active.`,
      () => void turn(wid, campaign, back),
    );
  } catch (error) {
    toast(sentenceOf(error));
  }
  for (const key of ["campaigns", "campaign", "sending", "stats"]) {
    void queryClient.invalidateQueries({ queryKey: ["w", wid, key] });
  }
}

function useEverything(): readonly Command[] {
  const navigate = useNavigate();
  const client = useQueryClient();
  const { me, wid, may } = useWorkspace();
  const { isWhiteLabel } = useBrand();
  const room = useStore(roomCommands);
  const { density } = useStore(look);
  const campaigns = client.getQueryData(campaignsQuery(wid).queryKey)?.data ?? [];
  const params = { wid: String(wid) };
  return [
    ...room,
    { kind: "Actions", name: "Switch between light and dark", icon: Contrast, run: switchTheme },
    {
      kind: "Actions",
      name: density === "compact" ? "Use comfortable rows" : "Use compact rows",
      icon: Rows3,
      run: () => setLook({ density: density === "compact" ? "comfortable" : "compact" }),
    },
    ...(isWhiteLabel
      ? []
      : [
          {
            kind: "Actions" as const,
            name: "Open documentation",
            icon: BookOpen,
            run: openDocs,
          },
        ]),
    { kind: "Actions", name: "Sign out", icon: LogOut, run: () => void signOut() },
    ...(may("campaigns.run")
      ? campaigns
          .filter(({ status }) => status === "active" || status === "paused")
          .map(({ id, name, status }) => ({
            kind: "Actions" as const,
            name: `${status === "active" ? "Pause" : "Resume"} ${name}`,
            icon: status === "active" ? Pause : Play,
            run: () => void turn(wid, { id, name }, status === "active" ? "pause" : "start"),
          }))
          // The open campaign's room names its own.
          .filter((one) => !room.some(({ name }) => name === one.name))
      : []),
    ...roomsFor(me, may).map(({ to, name, icon }) => ({
      kind: "Go to" as const,
      name,
      icon,
      run: () => void navigate({ to, params }),
    })),
    ...campaigns.map(({ id, name, status }) => ({
      kind: "Go to" as const,
      name,
      icon: Milestone,
      detail: words(status),
      run: () => void navigate({ to: `/w/${wid}/campaigns/${id}` }),
    })),
    ...(client.getQueryData(mailboxesQuery(wid).queryKey) ?? []).map(({ id, email }) => ({
      kind: "Go to" as const,
      name: email,
      icon: Mails,
      detail: "Mailbox",
      run: () => void navigate({ to: `/w/${wid}/mailboxes/${id}` }),
    })),
    ...me.workspaces
      .filter(({ id }) => id !== wid)
      .map(({ id, name }) => ({
        kind: "Go to" as const,
        name,
        icon: Building2,
        detail: "Workspace",
        run: () => void navigate({ to: "/w/$wid", params: { wid: String(id) } }),
      })),
  ];
}
