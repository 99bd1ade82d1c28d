import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AddToCampaignAnswer } from "#contract/leads.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { campaignsQuery } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { EnrolOutcome } from "./enrol-outcome.tsx";
import type { LeadFilter, Selection } from "./selected.tsx";

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
    <Dialog
      open
      onClose={close}
      title="Add to campaign"
      acts={
        add.data ? (
          <Button look="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={close}>Cancel</Button>
            <Button
              look="primary"
              busy={add.isPending}
              disabled={campaignId === undefined}
              onClick={() => add.mutate()}
            >
              Add leads
            </Button>
          </>
        )
      }
    >
      {add.data ? (
        <EnrolOutcome answer={add.data} />
      ) : open.length === 0 ? (
        <p className="text-text-2">There is no campaign yet. Make one first.</p>
      ) : (
        <SelectField
          label="Campaign"
          value={campaignId}
          onChange={(event) => setChosen(Number(event.target.value))}
          hint="Suppressed, unsubscribed, bounced and invalid leads are left out."
        >
          {open.map(({ id, name, status }) => (
            <option key={id} value={id}>
              {name} ({status})
            </option>
          ))}
        </SelectField>
      )}
      {add.error && (
        <Note tone="bad" title="Nothing was added.">
          {sentenceOf(add.error)}
        </Note>
      )}
    </Dialog>
  );
}
