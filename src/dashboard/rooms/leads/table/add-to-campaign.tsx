import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AddToCampaignAnswer } from "#modules/campaigns/contract/enrol.ts";
import type { CampaignStatus } from "#platform/rules/choices.ts";
import { api } from "#dashboard/api/client.ts";
import { campaignsQuery } from "#dashboard/api/workspace.ts";
import { SelectField } from "#dashboard/parts/field.tsx";
import { EnrolDialog } from "#dashboard/rooms/leads/enrol-dialog.tsx";
import type { Selection } from "#dashboard/parts/use-selection.ts";
import { t } from "#dashboard/words/words.ts";
import type { LeadFilter } from "./selected.tsx";

const STATUSES: Readonly<Record<CampaignStatus, string>> = {
  draft: t("draft"),
  active: t("active"),
  paused: t("paused"),
  completed: t("completed"),
};

/** Enrols leads, and says who was left out and why. */
export function AddToCampaign({
  wid,
  selection,
  filter,
  onClose,
  onDone,
}: {
  wid: number;
  selection: Selection;
  filter: LeadFilter;
  onClose: () => void;
  onDone: () => void;
}) {
  const queries = useQueryClient();
  const campaigns = useQuery(campaignsQuery(wid)).data?.data ?? [];
  const open = campaigns.filter(({ status }) => status !== "completed");
  const [chosen, setChosen] = useState(0);
  const campaignId = chosen || open[0]?.id;
  const add = useMutation({
    mutationFn: () =>
      api.post<AddToCampaignAnswer>(`/workspaces/${wid}/leads/add-to-campaign`, {
        campaign_id: campaignId,
        ...(selection.kind === "all" ? { filter } : { lead_ids: [...selection.ids] }),
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["w", wid, "campaigns"] }),
  });
  const close = (): void => {
    if (add.data) onDone();
    onClose();
  };
  return (
    <EnrolDialog
      title={t("Add to campaign")}
      add={add}
      mayAdd={campaignId !== undefined}
      onClose={close}
    >
      {open.length === 0 ? (
        <p className="text-text-2">{t("No campaigns yet. Create one first.")}</p>
      ) : (
        <SelectField
          label={t("Campaign")}
          value={campaignId}
          onChange={(event) => setChosen(Number(event.target.value))}
          hint={t("Suppressed, unsubscribed, bounced and invalid leads are skipped.")}
        >
          {open.map(({ id, name, status }) => (
            <option key={id} value={id}>
              {name} ({STATUSES[status]})
            </option>
          ))}
        </SelectField>
      )}
    </EnrolDialog>
  );
}
