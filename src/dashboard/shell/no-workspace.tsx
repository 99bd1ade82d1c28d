import { Link } from "#dashboard/routing/link.tsx";
import { signOut } from "#dashboard/api/session.ts";
import { Button, buttonClass } from "#dashboard/parts/button.tsx";
import { Empty } from "#dashboard/parts/states.tsx";
import { t } from "#dashboard/words/words.ts";
import { useMe } from "./use-workspace.ts";

/** Shown for a workspace that does not exist or that the person may not open; never another one. */
export function NoWorkspace() {
  const me = useMe();
  return (
    <main id="main" tabIndex={-1}>
      <title>{t("Workspace not found")}</title>
      <h1>{t("Workspace not found")}</h1>
      <Empty
        title={t("This workspace does not exist, or you have no access")}
        action={<Button onClick={() => void signOut()}>{t("Sign out")}</Button>}
      >
        {me.user && t("You are signed in as {email}.", { email: me.user.email }) + " "}
        {me.workspaces.length > 0
          ? t("Your workspaces:")
          : t("You have no workspaces yet. Ask an admin for access.")}
        <span className="mt-3 flex flex-wrap gap-2">
          {me.workspaces.map(({ id, name }) => (
            <Link
              key={id}
              to="/w/$wid"
              params={{ wid: String(id) }}
              className={buttonClass({ look: "ghost" })}
            >
              {name}
            </Link>
          ))}
        </span>
      </Empty>
    </main>
  );
}
