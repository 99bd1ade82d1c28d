import { useMutation } from "@tanstack/react-query";
import type { DeleteLeadsAnswer, LeadDeletion } from "#contract/leads.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { changed } from "#dashboard/api/workspace.ts";
import { count, counted } from "#dashboard/lib/format.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import type { LeadFilter, Selection } from "./selected.tsx";

/** Deletes what is selected, after it has told what that does; tells how far it is. */
export function DeleteSelected({
  wid,
  selection,
  filter,
  onProgress,
  onDone,
}: {
  wid: number;
  selection: Selection;
  filter: LeadFilter;
  /** How many are gone so far; null when it is over. */
  onProgress: (gone: number | null) => void;
  onDone: () => void;
}) {
  const act = useMutation({
    mutationFn: async () => {
      const path = `/workspaces/${wid}/leads`;
      const choice = selection.kind === "all" ? { filter } : { lead_ids: [...selection.ids] };
      const told = await api.post<LeadDeletion>(`${path}/deletion`, choice);
      const many = told.has_more ? "all selected leads" : counted(told.leads, "lead");
      const sure = await ask({
        title: `Delete ${many}?`,
        text: <Consequences of={told} />,
        yes: told.has_more ? "Delete all" : `Delete ${counted(told.leads, "lead")}`,
        no: "Keep them",
      });
      if (!sure) return null;
      onProgress(0);
      for (let gone = 0; ;) {
        const { up_to_id } = told;
        const step = await api.post<DeleteLeadsAnswer>(`${path}/delete`, { ...choice, up_to_id });
        gone += step.deleted;
        if (!step.has_more) return gone;
        onProgress(gone);
      }
    },
    onSuccess: (gone) => {
      if (gone === null) return;
      toast(`${counted(gone, "lead")} ${gone === 1 ? "is" : "are"} deleted.`);
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
      Delete
    </Button>
  );
}

/** What goes with the leads, and what stays. */
function Consequences({ of }: { of: LeadDeletion }) {
  const { in_sequence, campaigns, scheduled_mails, threads } = of;
  const facts = [
    of.has_more && `Figures are of the first ${count(of.leads)}; there are more.`,
    in_sequence > 0 &&
      `${counted(in_sequence, "place")} in ${counted(campaigns, "campaign")} ${in_sequence === 1 ? "ends" : "end"}: no further step is sent.`,
    scheduled_mails > 0 &&
      `${counted(scheduled_mails, "answer")} written for later ${scheduled_mails === 1 ? "is" : "are"} not sent.`,
    threads > 0 &&
      `${counted(threads, "conversation")} ${threads === 1 ? "stays" : "stay"} in the inbox, with what was sent.`,
    "They leave every list. Who is suppressed stays suppressed. This cannot be undone.",
  ].filter((fact) => fact !== false);
  return (
    <ul className="grid gap-2">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}
