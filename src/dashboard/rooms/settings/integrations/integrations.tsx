import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Integration } from "#modules/events/contract/integrations.ts";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { integrationsQuery } from "#dashboard/rooms/settings/queries.ts";
import { ConnectDialog } from "./connect-dialog.tsx";
import { DealDialog } from "./deal-dialog.tsx";
import { EditConnection } from "./edit-connection.tsx";
import { type IntegrationDialog, IntegrationRow } from "./integration-row.tsx";

const KINDS: Readonly<Record<Integration["kind"], string>> = {
  events: t("Send events to"),
  bookings: t("Receive bookings from"),
  mail_events: t("Receive bounces and complaints from"),
  ai: t("AI writing"),
};

type Opened = { readonly what: IntegrationDialog; readonly one: Integration };

/** Services beside this one: what they do, whether they work, and what they ask for. */
export function Integrations() {
  const { wid } = useWorkspace();
  const { data, error, refetch } = useQuery(integrationsQuery(wid));
  const [open, setOpen] = useState<Opened | null>(null);
  if (!data) return <Waiting what={t("integrations")} rows={6} error={error} onRetry={refetch} />;
  const kinds = [...new Set(data.data.map(({ kind }) => kind))];
  const connected = new Set(
    data.data.filter(({ status }) => status !== "disconnected").map(({ provider }) => provider),
  );
  const about = open && { wid, one: open.one, onClose: () => setOpen(null) };
  return (
    <div className="grid gap-4">
      {kinds.map((kind) => (
        <Panel key={kind} title={KINDS[kind]} flush>
          <ul>
            {data.data
              .filter((one) => one.kind === kind)
              .map((one) => (
                <IntegrationRow
                  key={one.id}
                  wid={wid}
                  one={one}
                  hasSome={connected.has(one.provider)}
                  onOpen={(what) => setOpen({ what, one })}
                />
              ))}
          </ul>
        </Panel>
      ))}
      {about && (open.what === "connect" || open.what === "another") && (
        <ConnectDialog {...about} isAnother={open.what === "another"} />
      )}
      {about && open.what === "edit" && (
        <EditConnection
          {...about}
          onReconnect={() => setOpen({ what: "connect", one: open.one })}
        />
      )}
      {about && open.what === "deals" && <DealDialog {...about} />}
    </div>
  );
}
