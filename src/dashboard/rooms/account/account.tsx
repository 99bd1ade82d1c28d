import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { lazy, Suspense } from "react";
import { useNear } from "#dashboard/lib/use-near.ts";
import { useSsoProblem } from "#dashboard/parts/sso-problem.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useMe } from "#dashboard/shell/use-workspace.ts";
import { LanguagePanel } from "./language-panel.tsx";
import { t } from "#dashboard/words/words.ts";
import { FactorPanels } from "./factors.tsx";
import { PasswordPanel, ProfilePanel } from "./profile.tsx";
import { SessionsPanel } from "./sessions.tsx";
import { SsoPanel } from "./sso.tsx";

const PushPanel = lazy(() =>
  import("./push/push-panel.tsx").then((m) => ({ default: m.PushPanel })),
);

/** Once somebody scrolls there: few come for it. */
function NoticesLater() {
  const [ref, isNear] = useNear<HTMLDivElement>();
  return (
    <div ref={ref} className="grid min-h-30 gap-4">
      {isNear && (
        <Suspense>
          <PushPanel />
        </Suspense>
      )}
    </div>
  );
}

/** One's own name, password, second factors and sessions. */
export function Account() {
  const me = useMe();
  const { sso_problem } = useSearch({ from: "/account" });
  const navigate = useNavigate({ from: "/account" });
  const problem = useSsoProblem(sso_problem, () => void navigate({ search: {}, replace: true }));
  return (
    <Page title={t("Account")} help="/docs/use/account">
      <div className="grid max-w-240 gap-4">
        {me.impersonator ? (
          <Note tone="info" title={t("You are acting as {name}.", { name: me.user?.name })}>
            {t("Only they can change their account. Stop acting to open your own.")}
          </Note>
        ) : (
          <>
            <FactorPanels />
            <SessionsPanel />
            <SsoPanel problem={problem} />
            <ProfilePanel />
            <LanguagePanel />
            <PasswordPanel />
            <NoticesLater />
          </>
        )}
      </div>
    </Page>
  );
}
