import { useMutation } from "@tanstack/react-query";
import type { DeleteLeadsAnswer, LeadDeletion } from "#modules/leads/contract/leads.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
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
  /** How many, as the button says it. */
  many: string;
  /** How many are gone so far; null when it is over. */
  onProgress: (gone: number | null) => void;
  onDone: () => void;
}) {
  const act = useMutation({
    mutationFn: async () => {
      const path = `/workspaces/${wid}/leads`;
      const choice = selection.kind === "all" ? { filter } : { lead_ids: [...selection.ids] };
      const plan = await api.post<LeadDeletion>(`${path}/deletion`, choice);
      const leads = t("{total, plural, one {# lead} other {# leads}}", { total: plan.total });
      const sure = await ask({
        title: t("Delete {leads}?", { leads }),
        text: <Consequences of={plan} />,
        yes: t("Delete {leads}", { leads }),
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
      toast(t("{gone, plural, one {# lead} other {# leads}} deleted.", { gone }));
      onDone();
    },
    onError: (error) => toast(sentenceOf(error)),
    onSettled: async () => {
      onProgress(null);
      await changed(wid, "leads", "lists", "stats", "campaigns", "threads");
    },
  });
  return (
    <Button busy={act.isPending} onClick={() => act.mutate()}>
      {t("Delete {many}", { many })}
    </Button>
  );
}
