import { Link } from "@tanstack/react-router";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { Page } from "./page.tsx";
import type { Room } from "./rooms.ts";
import { useWorkspace } from "./use-workspace.ts";

/** Shown for a room that the person may not open, with a link back. */
export function NotYours({ room }: { room: Room }) {
  const { wid, me } = useWorkspace();
  return (
    <Page title={room.name}>
      <Empty
        title={`You have no access to ${room.name}`}
        action={
          <Link
            to="/w/$wid"
            params={{ wid: String(wid) }}
            className={buttonClass({ look: "primary" })}
          >
            Go to overview
          </Link>
        }
      >
        {room.group === "install" && me.own_host
          ? "It is not at this address."
          : room.action === "admin.read"
            ? "Only administrators have access."
            : "Only the team that runs your campaigns has access."}
        {me.user && ` You are signed in as ${me.user.email}. Ask an admin if you need access.`}
      </Empty>
    </Page>
  );
}
