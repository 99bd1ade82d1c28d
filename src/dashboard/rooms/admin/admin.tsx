import { useSearch } from "#dashboard/routing/use-place.ts";
import { lazy, Suspense } from "react";
import { ListSkeleton } from "#dashboard/parts/states.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { t } from "#dashboard/words/words.ts";
import { AdminTabs } from "./admin-tabs.tsx";
import { Install } from "./install.tsx";
import type { AdminTab } from "./tabs.ts";

const Assignments = lazy(() =>
  import("./assignments.tsx").then((m) => ({ default: m.Assignments })),
);
const Audit = lazy(() => import("./audit/audit.tsx").then((m) => ({ default: m.Audit })));
const Blocklists = lazy(() => import("./blocklists.tsx").then((m) => ({ default: m.Blocklists })));
const Clients = lazy(() => import("./clients/clients.tsx").then((m) => ({ default: m.Clients })));
const Connections = lazy(() =>
  import("./connections/connections.tsx").then((m) => ({ default: m.Connections })),
);
const CostsPage = lazy(() => import("./costs/costs.tsx").then((m) => ({ default: m.CostsPage })));
const Domains = lazy(() => import("./domains/domains.tsx").then((m) => ({ default: m.Domains })));
const Keys = lazy(() => import("./keys.tsx").then((m) => ({ default: m.Keys })));
const Organisations = lazy(() =>
  import("./organisations/organisations.tsx").then((m) => ({ default: m.Organisations })),
);
const People = lazy(() => import("./people/people.tsx").then((m) => ({ default: m.People })));
const FindAddress = lazy(() =>
  import("./find-address.tsx").then((m) => ({ default: m.FindAddress })),
);
const SingleSignOn = lazy(() => import("./sso/sso.tsx").then((m) => ({ default: m.SingleSignOn })));
const Suppressions = lazy(() =>
  import("./suppressions.tsx").then((m) => ({ default: m.InstallSuppressions })),
);
const Updates = lazy(() => import("./updates.tsx").then((m) => ({ default: m.Updates })));

/** What concerns the whole install. */
export function Admin() {
  const { tab = "install" } = useSearch({ from: "/admin" });
  return (
    <Page title={t("Admin")}>
      <AdminTabs current={tab} />
      <Suspense fallback={<ListSkeleton label={t("Loading the admin page")} />}>
        <Open tab={tab} />
      </Suspense>
    </Page>
  );
}

function Open({ tab }: { tab: AdminTab }) {
  switch (tab) {
    case "install":
      return <Install />;
    case "clients":
      return <Clients />;
    case "costs":
      return <CostsPage />;
    case "people":
      return <People />;
    case "assignments":
      return <Assignments />;
    case "sso":
      return <SingleSignOn />;
    case "keys":
      return <Keys />;
    case "domains":
      return <Domains />;
    case "connections":
      return <Connections />;
    case "organisations":
      return <Organisations />;
    case "blocklists":
      return <Blocklists />;
    case "suppressions":
      return <Suppressions />;
    case "addresses":
      return <FindAddress />;
    case "audit":
      return <Audit />;
    case "updates":
      return <Updates />;
  }
}
