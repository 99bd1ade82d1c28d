import { useState } from "react";
import { Segmented } from "#dashboard/parts/segmented.tsx";
import { Page } from "#dashboard/shell/page.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { BlocklistsPanel } from "./blocklists-panel.tsx";
import { DmarcPanels } from "./dmarc-panels.tsx";
import { ReportMailbox } from "./report-mailbox.tsx";
import { SpamRatesPanel } from "./spam-rates-panel.tsx";
import { TlsPanel } from "./tls-panel.tsx";

const SPANS = [
  [7, "7 days"],
  [30, "30 days"],
  [90, "90 days"],
  [400, "400 days"],
] as const;

/** What others say of the workspace's domains: block lists, and reports about DMARC and TLS. */
export function Reputation() {
  const { wid, may } = useWorkspace();
  const [days, setDays] = useState<number>(30);
  return (
    <Page title="Reputation">
      <div className="grid gap-4">
        <BlocklistsPanel wid={wid} />
        {may("mailboxes.read") && <SpamRatesPanel wid={wid} />}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <Segmented label="Days of the reports" options={SPANS} value={days} onChoose={setDays} />
        </div>
        <DmarcPanels wid={wid} days={days} />
        <TlsPanel wid={wid} days={days} />
        {may("settings.read") && <ReportMailbox wid={wid} />}
      </div>
    </Page>
  );
}
