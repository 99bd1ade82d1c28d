import { useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useSearch } from "#dashboard/routing/use-place.ts";
import { lazy, type ReactNode, Suspense } from "react";
import type { WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { ListSkeleton } from "#dashboard/parts/states.tsx";
import { Tabs } from "#dashboard/parts/tabs.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { AiSettings } from "./ai.tsx";
import { ComplianceSettings, GeneralSettings, NoticeSettings, ReportSettings } from "./general.tsx";
import { InboxSettings } from "./inbox.tsx";
import { settingsQuery } from "./queries.ts";
import { QuotaPanel } from "./quota-panel.tsx";
import { GuardrailSettings, SendingSettings } from "./sending.tsx";
import { type SettingsTab, settingsTabsFor } from "./tabs.ts";
import { TrackingSettings } from "./tracking.tsx";

const ApiKeys = lazy(() => import("./api-keys.tsx").then((m) => ({ default: m.ApiKeys })));
const Integrations = lazy(() =>
  import("./integrations/integrations.tsx").then((m) => ({ default: m.Integrations })),
);
const WarmupPartners = lazy(() =>
  import("./warmup/warmup.tsx").then((m) => ({ default: m.WarmupPartners })),
);
const WhiteLabelSettings = lazy(() =>
  import("./white-label/white-label.tsx").then((m) => ({ default: m.WhiteLabelSettings })),
);
const Suppressions = lazy(() =>
  import("./suppressions.tsx").then((m) => ({ default: m.Suppressions })),
);

const Receipts = lazy(() => import("./receipts.tsx").then((m) => ({ default: m.Receipts })));

/** What holds for the whole workspace. */
export function Settings() {
  const { wid, may, me } = useWorkspace();
  const { tab = "workspace" } = useSearch({ from: "/w/$wid/settings" });
  const tabs = settingsTabsFor(me, may);
  const open = tabs.find(([name]) => name === tab) ?? tabs[0];
  return (
    <Page title={t("Settings")}>
      <Tabs label={t("Settings")}>
        {tabs.map(([name, shown]) => (
          <Link
            key={name}
            to="/w/$wid/settings"
            params={{ wid: String(wid) }}
            search={{ tab: name }}
            aria-current={name === open?.[0] ? "page" : undefined}
          >
            {shown}
          </Link>
        ))}
      </Tabs>
      <Suspense fallback={<ListSkeleton label={t("Loading settings")} />}>
        {open && <Open tab={open[0]} />}
      </Suspense>
    </Page>
  );
}

function Open({ tab }: { tab: SettingsTab }) {
  switch (tab) {
    case "workspace":
      return (
        <Loaded>
          {(settings) => (
            <>
              <GeneralSettings settings={settings} />
              <InboxSettings settings={settings} />
              <QuotaPanel />
              <ComplianceSettings settings={settings} />
              <ReportSettings settings={settings} />
              <NoticeSettings settings={settings} />
            </>
          )}
        </Loaded>
      );
    case "sending":
      return (
        <Loaded>
          {(settings) => (
            <>
              <SendingSettings settings={settings} />
              <GuardrailSettings settings={settings} />
            </>
          )}
        </Loaded>
      );
    case "warmup":
      return <WarmupPartners />;
    case "tracking":
      return <Loaded>{(settings) => <TrackingSettings settings={settings} />}</Loaded>;
    case "white-label":
      return <WhiteLabelSettings />;
    case "ai":
      return <Loaded>{(settings) => <AiSettings settings={settings} />}</Loaded>;
    case "integrations":
      return <Integrations />;
    case "keys":
      return <ApiKeys />;
    case "suppressions":
      return <Suppressions />;
    case "receipts":
      return <Receipts />;
  }
}

function Loaded({ children }: { children: (settings: WorkspaceSettings) => ReactNode }) {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(settingsQuery(wid));
  if (data) return <div className="grid max-w-3xl gap-4">{children(data)}</div>;
  return <Waiting what={t("settings")} error={error} onRetry={refetch} />;
}
