import { useState } from "react";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import type { Selection } from "#dashboard/parts/use-selection.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import type { LeadList } from "#modules/leads/contract/leads.ts";
import { MoreActs } from "#dashboard/rooms/leads/bulk/more-acts.tsx";
import { DeleteSelected } from "./delete-selected.tsx";
import { AddToCampaign } from "./add-to-campaign.tsx";
import type { searchFilterOf } from "#dashboard/rooms/leads/queries.ts";
import { t } from "#dashboard/words/words.ts";

export type LeadFilter = ReturnType<typeof searchFilterOf>;

/** What is selected and what can be done with it; nothing is shown while nothing is. */
export function Selected({
  wid,
  selection,
  filter,
  total,
  lists,
  onChange,
}: {
  wid: number;
  selection: Selection;
  filter: LeadFilter;
  /** Of all that the filters find; null where that is not counted. */
  total: number | null;
  lists: readonly LeadList[];
  onChange: (next: Selection) => void;
}) {
  const { may } = useWorkspace();
  const [isAdding, setAdding] = useState(false);
  const [gone, setGone] = useState<number | null>(null);
  if (selection.kind === "some" && selection.ids.size === 0) return null;
  const isAll = selection.kind === "all";
  const many = isAll ? total : selection.ids.size;
  const said = isAll
    ? total === null
      ? t("All selected")
      : t("All {total} selected", { total: count(total) })
    : t("{number} selected", { number: count(selection.ids.size) });
  return (
    <div className="selection" role="region" aria-label={t("Selection")}>
      <b>{said}</b>
      {gone !== null && (
        <span role="status">{t("Deleting: {number} deleted", { number: count(gone) })}</span>
      )}
      {gone === null && !isAll && (
        <button type="button" className="link" onClick={() => onChange({ kind: "all" })}>
          {total === null ? t("Select all") : t("Select all {total}", { total: count(total) })}
        </button>
      )}
      <button
        type="button"
        className="link"
        onClick={() => onChange({ kind: "some", ids: new Set() })}
      >
        {t("Clear")}
      </button>
      <span className="ml-auto flex gap-2">
        {may("leads.delete") && (
          <DeleteSelected
            wid={wid}
            selection={selection}
            filter={filter}
            many={many}
            onProgress={setGone}
            onDone={() => onChange({ kind: "some", ids: new Set() })}
          />
        )}
        <MoreActs
          wid={wid}
          many={many}
          choice={isAll ? { filter } : { lead_ids: [...selection.ids] }}
          lists={lists}
          listId={filter.list_id}
          onDone={() => onChange({ kind: "some", ids: new Set() })}
        />
        {may("leads.enrol") && (
          <Button onClick={() => setAdding(true)}>
            {many === null
              ? t("Add all to campaign")
              : t("Add {number} to campaign", { number: count(many) })}
          </Button>
        )}
      </span>
      {isAdding && (
        <AddToCampaign
          wid={wid}
          selection={selection}
          filter={filter}
          onClose={() => setAdding(false)}
          onDone={() => onChange({ kind: "some", ids: new Set() })}
        />
      )}
    </div>
  );
}
