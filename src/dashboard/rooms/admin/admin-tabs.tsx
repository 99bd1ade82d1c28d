import { Link } from "#dashboard/routing/link.tsx";
import { Fragment } from "react";
import { Tabs } from "#dashboard/parts/tabs.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { type AdminTab, adminTabsFor } from "./tabs.ts";

/** The rooms of admins; moves have addresses of their own. */
export function AdminTabs({ current }: { current: AdminTab | "moves" }) {
  const tabs = adminTabsFor(useMe());
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
