import { Link } from "@tanstack/react-router";
import { Fragment } from "react";
import { Tabs } from "#dashboard/parts/tabs.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { ADMIN_TABS, type AdminTab } from "./tabs.ts";

/** The rooms of admins; moves have addresses of their own. */
export function AdminTabs({ current }: { current: AdminTab | "moves" }) {
  const me = useMe();
  const tabs = ADMIN_TABS.filter(([name]) => name !== "updates" || me.user?.role === "super_admin");
  return (
    <Tabs label={t("Admin")}>
      {tabs.map(([name, shown]) => (
        <Fragment key={name}>
          <Link
            to="/admin"
            search={{ tab: name }}
            aria-current={name === current ? "page" : undefined}
          >
            {shown}
          </Link>
          {name === "clients" && (
            <Link
              to="/admin/moves"
              search={{}}
              aria-current={current === "moves" ? "page" : undefined}
            >
              {t("Move in")}
            </Link>
          )}
        </Fragment>
      ))}
    </Tabs>
  );
}
