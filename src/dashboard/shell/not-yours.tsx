import { Link } from "#dashboard/routing/link.tsx";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";
import { Page } from "./page.tsx";
import type { Room } from "./rooms.ts";
import { useWorkspace } from "./use-workspace.ts";

/** Shown for a room that the person may not open, with a link back. */
export function NotYours({ room }: { room: Room }) {
  const { wid, me } = useWorkspace();
  return (
    <Page title={room.name}>
      <Empty
        title={t("You have no access to {name}", { name: room.name })}
        action={
          <Link
            to="/w/$wid"
            params={{ wid: String(wid) }}
            className={buttonClass({ look: "primary" })}
          >
            {t("Go to overview")}
          </Link>
        }
      >
        {room.group === "install" && me.own_host
          ? t("It is not at this address.")
          : room.action === "admin.read"
            ? t("Only administrators have access.")
            : t("Only the team that runs your campaigns has access.")}
        {me.user &&
          " " +
            t("You are signed in as {email}. Ask an admin if you need access.", {
              email: me.user.email,
            })}
      </Empty>
    </Page>
  );
}
