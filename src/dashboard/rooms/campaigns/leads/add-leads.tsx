import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "#dashboard/routing/link.tsx";
import { useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { AddToCampaignAnswer } from "#modules/campaigns/contract/enrol.ts";
import { api } from "#dashboard/api/client.ts";
import { countsQuery } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { Check, SelectField } from "#dashboard/parts/field.tsx";
import { EnrolDialog } from "#dashboard/rooms/leads/enrol-dialog.tsx";
import { listsQuery, segmentsQuery } from "#dashboard/rooms/leads/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { campaignChanged } from "#dashboard/rooms/campaigns/queries.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";

const EVERYONE = "everyone";
const SEGMENT = "segment:";

/** Brings a list, or everybody, into the campaign; says who was left out and why. */
export function AddLeads({ campaign, onClose }: { campaign: CampaignDetail; onClose: () => void }) {
  const { wid } = useWorkspace();
  const lists = useQuery(listsQuery(wid)).data?.data;
  const segments = useQuery(segmentsQuery(wid)).data?.data;
  const all = useQuery(countsQuery(wid)).data?.leads ?? 0;
  const [from, setFrom] = useState<string | null>(null);
  const [onlyValid, setOnlyValid] = useState(false);
  const chosen = from ?? String(lists?.find(({ lead_count }) => lead_count > 0)?.id ?? EVERYONE);
  const add = useMutation({
    mutationFn: () => {
      const segment_id = chosen.startsWith(SEGMENT) ? Number(chosen.slice(SEGMENT.length)) : null;
      const list_id = chosen === EVERYONE || segment_id !== null ? undefined : Number(chosen);
      return api.post<AddToCampaignAnswer>(`/workspaces/${wid}/leads/add-to-campaign`, {
        campaign_id: campaign.id,
        ...(onlyValid || list_id === undefined
          ? {
              filter: {
                ...(list_id && { list_id }),
                ...(segment_id && { segment_id }),
                ...(onlyValid && { status: "valid" }),
              },
            }
          : { list_id }),
      });
    },
    onSuccess: () => campaignChanged(wid, campaign.id),
  });
  return (
    <EnrolDialog
      title={t("Add leads")}
      add={add}
      mayAdd={lists !== undefined && all > 0}
      onClose={onClose}
    >
      {lists && all === 0 ? (
        <p className="text-text-2">
          <Say
            id={"This workspace has no leads yet. <0>Import a CSV or XLSX file</0> first."}
            parts={{
              0: (
                <Link to="/w/$wid/leads" params={{ wid: String(wid) }} search={{ upload: true }} />
              ),
            }}
          />
        </p>
      ) : (
        <>
          <SelectField
            label={t("Leads")}
            value={chosen}
            onChange={(event) => setFrom(event.target.value)}
            hint={t(
              "Suppressed, unsubscribed, bounced and invalid leads are skipped. So are leads in another active campaign, unless the settings allow them.",
            )}
          >
            {lists?.map(({ id, name, lead_count }) => (
              <option key={id} value={id}>
                {name} ({count(lead_count)})
              </option>
            ))}
            {segments?.map(({ id, name }) => (
              <option key={`s${id}`} value={`${SEGMENT}${id}`}>
                {t("{name} (segment)", { name })}
              </option>
            ))}
            <option value={EVERYONE}>
              {t("All leads in this workspace ({all})", { all: count(all) })}
            </option>
          </SelectField>
          <Check
            label={t("Only valid leads")}
            hint={t("Skips risky leads and leads that are not validated yet.")}
            checked={onlyValid}
            onChange={(event) => setOnlyValid(event.target.checked)}
          />
          <p className="text-12 text-text-2">
            <Say
              id={"To add individual leads, select them in <0>Leads</0>."}
              parts={{ 0: <Link to="/w/$wid/leads" params={{ wid: String(wid) }} /> }}
            />
          </p>
        </>
      )}
    </EnrolDialog>
  );
}
