import { Link } from "#dashboard/routing/link.tsx";
import { usePath } from "#dashboard/routing/use-place.ts";
import { Menu as MenuIcon, UserCog } from "lucide-react";
import { useState } from "react";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { useBrand } from "./brand.tsx";
import { helpOf, roomOfPath, roomsFor } from "./rooms.ts";
import { useWorkspace } from "./use-workspace.ts";
import { signOut } from "#dashboard/api/session.ts";
import { t } from "#dashboard/words/words.ts";
import { switchTheme } from "./look.ts";

/** A phone's rooms: four at the thumb, the others behind "More". */
export function TabBar() {
  const { wid, may, me, workspace } = useWorkspace();
  const { isWhiteLabel } = useBrand();
  const [more, setMore] = useState(false);
  const room = roomOfPath(usePath());
  const seen = roomsFor(me, may);
  const bar = seen.filter(({ phone }) => phone).slice(0, 4);
  const rest = seen.filter((room) => !bar.includes(room));
  const params = { wid: String(wid) };
  return (
    <nav className="tabbar" aria-label={t("Main, phone")}>
      {bar.map(({ to, name, icon: Icon }) => (
        <Link key={to} to={to} params={params} marks={to === "/w/$wid" ? "exact" : "below"}>
          <Icon aria-hidden="true" />
          {name}
        </Link>
      ))}
      <button type="button" aria-haspopup="dialog" onClick={() => setMore(true)}>
        <MenuIcon aria-hidden="true" />
        {t("More")}
      </button>
      <Dialog open={more} onClose={() => setMore(false)} title={workspace?.name ?? t("Menu")}>
        <ul className="grid gap-1">
          {rest.map(({ to, name, icon: Icon }) => (
            <li key={to}>
              <Link className="menu-item" to={to} params={params} onClick={() => setMore(false)}>
                <Icon size={18} aria-hidden="true" />
                {name}
              </Link>
            </li>
          ))}
          {me.workspaces
            .filter(({ id }) => id !== wid)
            .map(({ id, name }) => (
              <li key={id}>
                <Link
                  className="menu-item"
                  to="/w/$wid"
                  params={{ wid: String(id) }}
                  onClick={() => setMore(false)}
                >
                  {t("Switch to {name}", { name })}
                </Link>
              </li>
            ))}
          <li>
            <Link className="menu-item" to="/account" onClick={() => setMore(false)}>
              <UserCog size={18} aria-hidden="true" />
              {t("Account")}
            </Link>
          </li>
          <li>
            <button type="button" className="menu-item w-full" onClick={switchTheme}>
              {t("Switch between light and dark")}
            </button>
          </li>
          {!isWhiteLabel && (
            <>
              {room && (
                <li>
                  <a className="menu-item w-full" href={helpOf(room)}>
                    {t("Help for this page")}
                  </a>
                </li>
              )}
              <li>
                <a className="menu-item w-full" href="/docs">
                  {t("Documentation")}
                </a>
              </li>
            </>
          )}
          <li>
            <button type="button" className="menu-item w-full" onClick={() => void signOut()}>
              {t("Sign out")}
            </button>
          </li>
        </ul>
      </Dialog>
    </nav>
  );
}
