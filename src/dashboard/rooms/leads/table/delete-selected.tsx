import { useMutation } from "@tanstack/react-query";
import type { DeleteLeadsAnswer, LeadDeletion } from "#modules/leads/contract/leads.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Consequences } from "#dashboard/rooms/leads/consequences.tsx";
import type { Selection } from "#dashboard/parts/use-selection.ts";
import { t } from "#dashboard/words/words.ts";
import type { LeadFilter } from "./selected.tsx";

/** Deletes the selected leads after a confirmation that lists the consequences; shows the progress. */
export function DeleteSelected({
  wid,
  selection,
  filter,
  many,
  onProgress,
  onDone,
}: {
  wid: number;
  selection: Selection;
  filter: LeadFilter;
  /** How many leads; null: all, and nobody counted them. */
  many: number | null;
  /** How many are gone so far; null when it is over. */
  onProgress: (gone: number | null) => void;
  onDone: () => void;
}) {
  const act = useMutation({
    mutationFn: async () => {
      const path = `/workspaces/${wid}/leads`;
      const choice = selection.kind === "all" ? { filter } : { lead_ids: [...selection.ids] };
      const plan = await api.post<LeadDeletion>(`${path}/deletion`, choice);
      const { total: leads } = plan;
      const sure = await ask({
        title: t("Delete {leads, plural, one {# lead} other {# leads}}?", { leads }),
        text: <Consequences of={plan} />,
        yes: t("Delete {leads, plural, one {# lead} other {# leads}}", { leads }),
        no: t("Cancel"),
      });
      if (!sure) return null;
      onProgress(0);
      for (let gone = 0; ;) {
        const { up_to_id } = plan;
        const step = await api.post<DeleteLeadsAnswer>(`${path}/delete`, { ...choice, up_to_id });
        gone += step.deleted;
        if (!step.has_more) return gone;
        onProgress(gone);
      }
    },
    onSuccess: (gone) => {
      if (gone === null) return;
      toast(t("{leads, plural, one {# lead deleted.} other {# leads deleted.}}", { leads: gone }));
      onDone();
    },
    onError: (error) => toast(sentenceOf(error)),
    onSettled: async () => {
      onProgress(null);
      await changed(wid, "leads", "lists", "stats", "campaigns", "threads");
    },
  });
  return (
    <Button data-deletes="" busy={act.isPending} onClick={() => act.mutate()}>
      {many === null ? t("Delete all") : t("Delete {number}", { number: count(many) })}
    </Button>
  );
}
