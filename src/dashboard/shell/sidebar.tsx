import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useNavigate, usePath } from "#dashboard/routing/use-place.ts";
import { BookOpen, CircleQuestionMark, Contrast, LogOut, Rows3, UserCog } from "lucide-react";
import { signOut } from "#dashboard/api/session.ts";
import { newerVersionQuery, countsQuery, unreadQuery } from "#dashboard/api/workspace.ts";
import { count, initials } from "#dashboard/lib/format.ts";
import { useStore } from "#dashboard/lib/store.ts";
import { Menu, MenuItem, MenuLabel } from "#dashboard/parts/menu.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { t } from "#dashboard/words/words.ts";
import { useBrand } from "./brand.tsx";
import { look, setLook, switchTheme } from "./look.ts";
import { openDocs, type Room, roomOfPath, roomsFor } from "./rooms.ts";
import { SendingNow } from "./pulse.tsx";
import { useWorkspace } from "./use-workspace.ts";
import { WorkspaceMenu } from "./workspace-menu.tsx";

const GROUPS = ["work", "upkeep", "install"] as const;

/** Rooms by role, and at its foot whether mail goes out. */
export function Sidebar() {
  const { wid, me, may } = useWorkspace();
  const seen = roomsFor(me, may);
  return (
    <nav className="side" aria-label={t("Main")}>
      <WorkspaceMenu />
      {GROUPS.map((group) => {
        const rooms = seen.filter((room) => room.group === group);
        return (
          rooms.length > 0 && (
            <ul className="nav" key={group}>
              {rooms.map((room) => (
                <li key={room.to}>
                  <RoomLink room={room} wid={wid} />
                </li>
              ))}
            </ul>
          )
        );
      })}
      <SendingNow />
      <Person />
    </nav>
  );
}

function RoomLink({ room, wid }: { room: Room; wid: number }) {
  return (
    <Link
      to={room.to}
      params={{ wid: String(wid) }}
      marks={room.to === "/w/$wid" ? "exact" : "below"}
    >
      <room.icon size={16} strokeWidth={1.75} aria-hidden="true" />
      <span>{room.name}</span>
      {room.figure && <Figure of={room.figure} wid={wid} />}
    </Link>
  );
}

/** The count or mark beside a room's name. */
function Figure({ of, wid }: { of: NonNullable<Room["figure"]>; wid: number }) {
  switch (of) {
    case "unread":
      return <Unread wid={wid} />;
    case "notices":
      return <UnreadNotices wid={wid} />;
    case "version":
      return <NewerVersion />;
    case "campaigns":
    case "leads":
    case "mailboxes":
      return <Counted of={of} wid={wid} />;
  }
}

function Unread({ wid }: { wid: number }) {
  return <Waiting n={useQuery(unreadQuery(wid)).data?.threads ?? 0} />;
}

function UnreadNotices({ wid }: { wid: number }) {
  return <Waiting n={useQuery(unreadQuery(wid)).data?.notices ?? 0} />;
}

/** The operator hears of it in every workspace. */
function NewerVersion() {
  const { wid } = useWorkspace();
  const newer = useQuery(newerVersionQuery(wid)).data;
  return newer ? (
    <span className="n new">{t("{version} is available", { version: newer })}</span>
  ) : null;
}

const Waiting = ({ n }: { n: number }) =>
  n === 0 ? null : (
    <span className="n new">
      {count(n)}
      <span className="sr-only"> {t("unread")}</span>
    </span>
  );

function Counted({
  of,
  wid,
}: {
  of: Extract<Room["figure"], "campaigns" | "leads" | "mailboxes">;
  wid: number;
}) {
  const stats = useQuery(countsQuery(wid)).data;
  if (!stats) return null;
  switch (of) {
    case "campaigns":
      return <span className="n">{count(stats.campaigns.total)}</span>;
    case "leads":
      return <span className="n">{count(stats.leads)}</span>;
    case "mailboxes": {
      const { connection_error, sending_error, reconnect_required } = stats.mailboxes;
      const broken = connection_error + sending_error + reconnect_required;
      return broken === 0 ? (
        <span className="n">{count(stats.mailboxes.total)}</span>
      ) : (
        <span className="n">
          <Status tone="bad" shape="octagon">
            {broken}
            <span className="sr-only"> {t("need attention")}</span>
          </Status>
        </span>
      );
    }
  }
}

/** Who is signed in, and this browser's look. */
function Person() {
  const navigate = useNavigate();
  const { me } = useWorkspace();
  const { isWhiteLabel } = useBrand();
  const { density } = useStore(look);
  const room = roomOfPath(usePath());
  const name = me.user?.name ?? "";
  return (
    <div className="who">
      <Menu
        align="start"
        trigger={
          <button type="button" className="ws mb-0! grid-cols-[auto_minmax(0,1fr)]!">
            <span className="avatar" aria-hidden="true">
              {initials(name)}
            </span>
            <span className="truncate font-normal">{name}</span>
          </button>
        }
      >
        <MenuLabel>{me.user?.email}</MenuLabel>
        <MenuItem onChoose={() => void navigate({ to: "/account" })}>
          <UserCog size={16} aria-hidden="true" />
          {t("Account")}
        </MenuItem>
        <MenuItem
          onChoose={() => setLook({ density: density === "compact" ? "comfortable" : "compact" })}
        >
          <Rows3 size={16} aria-hidden="true" />
          {density === "compact" ? t("Comfortable rows") : t("Compact rows")}
        </MenuItem>
        <MenuItem onChoose={() => setLook({ theme: "system" })}>
          <Contrast size={16} aria-hidden="true" />
          {t("Use system theme")}
        </MenuItem>
        {!isWhiteLabel && (
          <>
            {room && (
              <MenuItem onChoose={() => openDocs(room)}>
                <CircleQuestionMark size={16} aria-hidden="true" />
                {t("Help for this page")}
              </MenuItem>
            )}
            <MenuItem onChoose={() => openDocs()}>
              <BookOpen size={16} aria-hidden="true" />
              {t("Documentation")}
            </MenuItem>
          </>
        )}
        <MenuItem onChoose={() => void signOut()}>
          <LogOut size={16} aria-hidden="true" />
          {t("Sign out")}
        </MenuItem>
      </Menu>
      <button
        type="button"
        className="btn ghost icon"
        aria-label={t("Switch between light and dark")}
        onClick={switchTheme}
      >
        <Contrast size={16} aria-hidden="true" />
      </button>
    </div>
  );
}
