import { useMutation } from "@tanstack/react-query";
import type { AddLeadsAnswer } from "#modules/leads/contract/add-leads.ts";
import type { Thread } from "#modules/inbox/contract/threads.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { fromServer, t } from "#dashboard/words/words.ts";

/** Whom the lead names in its place, to be added as a lead of the same company. */
export function AddSuccessor({
  thread,
  successor,
  disabled,
}: {
  thread: Thread;
  successor: NonNullable<Thread["successor"]>;
  disabled: boolean;
}) {
  const { wid, may } = useWorkspace();
  const add = useMutation({
    mutationFn: () => {
      const [first, ...others] = successor.name.split(" ");
      return api.post<AddLeadsAnswer>(`/workspaces/${wid}/leads`, {
        leads: [
          {
            email: successor.email,
            first_name: first ?? "",
            last_name: others.join(" "),
            company: thread.lead.company,
          },
        ],
      });
    },
  });
  const [result] = add.data?.results ?? [];
  return (
    <span className="flex min-w-0 flex-wrap items-center gap-x-2">
      <span className="text-text-3">{t("Names instead")}</span>
      <span className="min-w-0 truncate" title={successor.email}>
        {successor.name ? `${successor.name}, ${successor.email}` : successor.email}
      </span>
      {add.error || result?.status === "invalid" ? (
        <span className="text-bad">
          {add.error ? sentenceOf(add.error) : fromServer(result?.reason?.message ?? "")}
        </span>
      ) : result ? (
        <span className="text-text-3" role="status">
          {result.status === "created" ? t("Added as a lead") : t("Is a lead already")}
        </span>
      ) : (
        !disabled &&
        may("leads.import") && (
          <Button size="small" busy={add.isPending} onClick={() => add.mutate()}>
            {t("Add as a lead")}
          </Button>
        )
      )}
    </span>
  );
}
