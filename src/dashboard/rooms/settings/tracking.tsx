import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { TrackingDomain } from "#modules/links/contract/tracking-domains.ts";
import type { WorkspaceSettings } from "#modules/accounts/contract/settings.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { DnsRecords } from "#dashboard/rooms/mailboxes/records-panel.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { Section, SwitchSetting } from "./section.tsx";

const EXAMPLE = "go.example.com";

export function TrackingSettings({ settings }: { settings: WorkspaceSettings }) {
  return (
    <>
      <OwnDomain tracking={settings.tracking} />
      <Section title={t("Open and click tracking")} at="tracking" values={settings.tracking}>
        {(draft) => (
          <>
            <SwitchSetting
              draft={draft}
              name="filter_bots"
              label={t("Count machine opens and clicks separately")}
              hint={t(
                "Link scanners and prefetching proxies open everything. If this is off, they count as people.",
              )}
            />
            <SwitchSetting
              draft={draft}
              name="keep_ip"
              label={t("Keep the IP address of each open and click")}
              hint={t("If this is off, only the verdict and its reasons are kept.")}
            />
          </>
        )}
      </Section>
    </>
  );
}

/** A domain of the workspace's own for links and the pixel, with the records that it needs. */
function OwnDomain({ tracking }: { tracking: WorkspaceSettings["tracking"] }) {
  const { wid, may } = useWorkspace();
  const queries = useQueryClient();
  const [domain, setDomain] = useState(tracking.domain ?? "");
  const set = useMutation({
    mutationFn: (next: string | null) =>
      api.put<TrackingDomain>(`/workspaces/${wid}/settings/tracking-domain`, { domain: next }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["w", wid, "settings"] }),
  });
  const state = set.data?.status ?? tracking.status;
  return (
    <Panel
      title={t("Tracking domain")}
      aside={
        state === "verified" ? (
          <Status tone="ok">{t("Verified")}</Status>
        ) : state === "failed" ? (
          <Status tone="bad" shape="octagon" loud>
            {t("Failed")}
          </Status>
        ) : state === "pending" ? (
          <Status shape="draft">{t("Waiting for DNS")}</Status>
        ) : (
          <Status shape="ring">{t("Not set")}</Status>
        )
      }
    >
      <div className="grid gap-4">
        <p className="text-text-2">
          {t(
            "Links in your emails use your own domain. Until it is verified, they use the domain of this server and keep working.",
          )}
        </p>
        <div className="flex flex-wrap items-end gap-2">
          <div className="min-w-64 flex-1">
            <TextField
              label={t("Domain")}
              placeholder={EXAMPLE}
              value={domain}
              disabled={!may("settings.edit")}
              error={fieldError(set.error, "domain") ?? (set.error ? sentenceOf(set.error) : null)}
              onChange={(event) => setDomain(event.target.value)}
            />
          </div>
          {may("settings.edit") && (
            <>
              <Button
                look="primary"
                busy={set.isPending}
                disabled={domain === ""}
                onClick={() => set.mutate(domain)}
              >
                {domain === tracking.domain ? t("Verify again") : t("Set domain")}
              </Button>
              {tracking.domain && (
                <Button
                  onClick={() => {
                    setDomain("");
                    set.mutate(null);
                  }}
                >
                  {t("Remove")}
                </Button>
              )}
            </>
          )}
        </div>
        {set.data && set.data.domain !== null && <DnsRecords records={set.data.records} />}
      </div>
    </Panel>
  );
}
