import { lazy, Suspense, useState } from "react";
import type { CampaignDetail, Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";

const TransferDialog = lazy(() =>
  import("./transfer-dialog.tsx").then((m) => ({ default: m.TransferDialog })),
);

/** Leads by id, or all whose sequence is running. */
export type Picked = ReadonlySet<number> | "all";
export const NONE_PICKED: Picked = new Set<number>();

/** Whether a lead can be removed or moved. */
export const isInSequence = ({ status }: Pick<Enrolment, "status">): boolean =>
  status === "pending" || status === "in_progress" || status === "paused";

/** What is ticked of the rows, and how. */
export function usePicked(rows: readonly Enrolment[]) {
  const [picked, setPicked] = useState<Picked>(NONE_PICKED);
  return {
    picked,
    setPicked,
    pick: {
      is: (row: Enrolment): boolean =>
        isInSequence(row) && (picked === "all" || picked.has(row.lead_id)),
      toggle(row: Enrolment): void {
        const ids = new Set(
          picked === "all" ? rows.filter(isInSequence).map(({ lead_id: id }) => id) : picked,
        );
        if (!ids.delete(row.lead_id)) ids.add(row.lead_id);
        setPicked(ids);
      },
    },
  };
}

/** What is selected of a campaign's leads, and what can be done with it. */
export function PickedLeads({
  wid,
  campaign,
  picked,
  status,
  mayAll,
  onChange,
}: {
  wid: number;
  campaign: CampaignDetail;
  picked: Picked;
  status: Enrolment["status"] | undefined;
  /** Whether all can be meant: the API does not know the search of this list. */
  mayAll: boolean;
  onChange: (next: Picked) => void;
}) {
  const [verb, setVerb] = useState<"remove" | "move" | null>(null);
  if (picked !== "all" && picked.size === 0) return null;
  const choice =
    picked === "all"
      ? { choice: { filter: {} }, ...(status && { status }) }
      : { choice: { lead_ids: [...picked] } };
  return (
    <div className="selection" role="region" aria-label="Selection">
      <b>{picked === "all" ? "All running selected" : `${count(picked.size)} selected`}</b>
      {picked !== "all" && mayAll && (
        <button type="button" className="link" onClick={() => onChange("all")}>
          Select all running
        </button>
      )}
      <button type="button" className="link" onClick={() => onChange(NONE_PICKED)}>
        Clear
      </button>
      <span className="ml-auto flex gap-2">
        <Button onClick={() => setVerb("remove")}>Remove</Button>
        <Button onClick={() => setVerb("move")}>Move</Button>
      </span>
      {verb && (
        <Suspense>
          <TransferDialog
            wid={wid}
            campaign={campaign}
            verb={verb}
            choice={choice}
            onClose={() => setVerb(null)}
            onDone={() => onChange(NONE_PICKED)}
          />
        </Suspense>
      )}
    </div>
  );
}
