import { useNavigate, useSearch } from "@tanstack/react-router";
import { useSsoProblem } from "#dashboard/parts/sso-problem.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { FactorPanels } from "./factors.tsx";
import { PasswordPanel, ProfilePanel } from "./profile.tsx";
import { SessionsPanel } from "./sessions.tsx";
import { SsoPanel } from "./sso.tsx";

/** One's own name, password, second factors and sessions. */
export function Account() {
  const me = useMe();
  const { sso_problem } = useSearch({ from: "/app/account" });
  const navigate = useNavigate({ from: "/account" });
  const problem = useSsoProblem(sso_problem, () => void navigate({ search: {}, replace: true }));
  return (
    <Page title="Account" help="/docs/use/account">
      <div className="grid max-w-240 gap-4">
        {me.impersonator ? (
          <Note tone="info" title={`You are acting as ${me.user?.name}.`}>
            Only they can change their account. Stop acting to open your own.
          </Note>
        ) : (
          <>
            <FactorPanels />
            <SessionsPanel />
            <SsoPanel problem={problem} />
            <ProfilePanel />
            <PasswordPanel />
          </>
        )}
      </div>
    </Page>
  );
}
