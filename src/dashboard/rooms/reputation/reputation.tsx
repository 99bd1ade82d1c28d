import { usePrefetchQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { isSettled } from "#dashboard/lib/settled.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { BlocklistsPanel } from "./blocklists-panel.tsx";
import { DmarcPanels } from "./dmarc-panels.tsx";
import { blocklistsQuery, dmarcQuery, spamRatesQuery, tlsQuery } from "./queries.ts";
import { SpamRatesPanel } from "./spam-rates-panel.tsx";
import { TlsPanel } from "./tls-panel.tsx";

const ReportMailbox = lazy(() =>
  import("./report-mailbox.tsx").then((m) => ({ default: m.ReportMailbox })),
);

const SPANS = [
  [7, t("7 days")],
  [30, t("30 days")],
  [90, t("90 days")],
  [400, t("400 days")],
] as const;

/** What others say of the workspace's domains: block lists, and reports about DMARC and TLS. */
export function Reputation() {
  const { wid, may } = useWorkspace();
  const [days, setDays] = useState<number>(30);
  const [isNaming, setNaming] = useState(false);
  const hasRates = may("mailboxes.read");
  const lists = useQuery(blocklistsQuery(wid));
  const rates = useQuery({ ...spamRatesQuery(wid), enabled: hasRates });
  usePrefetchQuery(dmarcQuery(wid, days));
  usePrefetchQuery(tlsQuery(wid, days));
  return (
    <Page title={t("Reputation")}>
      <div className="grid gap-4">
        <BlocklistsPanel wid={wid} />
        {hasRates && <SpamRatesPanel wid={wid} />}
        {isSettled(lists) && (!hasRates || isSettled(rates)) && (
          <>
            <div className="flex flex-wrap items-center justify-end gap-2">
              {may("settings.read") && (
                <Button onClick={() => setNaming(true)}>{t("Report mailbox")}</Button>
              )}
              <Segmented
                label={t("Days of the reports")}
                options={SPANS}
                value={days}
                onChoose={setDays}
              />
            </div>
            <DmarcPanels wid={wid} days={days} />
            <TlsPanel wid={wid} days={days} />
          </>
        )}
      </div>
      <Suspense>
        {isNaming && <ReportMailbox wid={wid} onClose={() => setNaming(false)} />}
      </Suspense>
    </Page>
  );
}
