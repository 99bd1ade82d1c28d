import { lazy, Suspense, useState } from "react";
import type { CampaignDetail, Enrolment } from "#modules/campaigns/contract/campaigns.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { NOTHING_PICKED, type Selection, useSelection } from "#dashboard/parts/use-selection.ts";
import { t } from "#dashboard/words/words.ts";

const TransferDialog = lazy(() =>
  import("./transfer-dialog.tsx").then((m) => ({ default: m.TransferDialog })),
);

/** Whether a lead can be removed or moved. */
export const isInSequence = ({ status }: Pick<Enrolment, "status">): boolean =>
  status === "pending" || status === "in_progress" || status === "paused";

/** What is ticked of the rows; all are those whose sequence is running. */
export function usePicked(rows: readonly Enrolment[]) {
  const picked = useSelection(rows.filter(isInSequence).map(({ lead_id: id }) => id));
  const canBe = new Set(rows.filter(isInSequence).map(({ lead_id: id }) => id));
  return {
    ...picked,
    is: (row: Enrolment): boolean => isInSequence(row) && picked.has(row.lead_id),
    toggle: (id: number, isRange: boolean): void => {
      if (canBe.has(id)) picked.toggle(id, isRange);
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
  picked: Selection;
  status: Enrolment["status"] | undefined;
  /** Whether all can be meant: the API does not know the search of this list. */
  mayAll: boolean;
  onChange: (next: Selection) => void;
}) {
  const [verb, setVerb] = useState<"remove" | "move" | null>(null);
  if (picked.kind === "some" && picked.ids.size === 0) return null;
  const n = picked.kind === "all" ? null : picked.ids.size;
  const choice =
    picked.kind === "all"
      ? { choice: { filter: {} }, ...(status && { status }) }
      : { choice: { lead_ids: [...picked.ids] } };
  return (
    <div className="selection" role="region" aria-label={t("Selection")}>
      <b>{n === null ? t("All running selected") : t("{n, plural, other {# selected}}", { n })}</b>
      {picked.kind === "some" && mayAll && (
        <button type="button" className="link" onClick={() => onChange({ kind: "all" })}>
          {t("Select all running")}
        </button>
      )}
      <button type="button" className="link" onClick={() => onChange(NOTHING_PICKED)}>
        {t("Clear")}
      </button>
      <span className="ml-auto flex gap-2">
        <Button data-deletes="" onClick={() => setVerb("remove")}>
          {n === null ? t("Remove all running") : t("Remove {n}", { n: count(n) })}
        </Button>
        <Button onClick={() => setVerb("move")}>
          {n === null ? t("Move all running") : t("Move {n}", { n: count(n) })}
        </Button>
      </span>
      {verb && (
        <Suspense>
          <TransferDialog
            wid={wid}
            campaign={campaign}
            verb={verb}
            choice={choice}
            onClose={() => setVerb(null)}
            onDone={() => onChange(NOTHING_PICKED)}
          />
        </Suspense>
      )}
    </div>
  );
}
