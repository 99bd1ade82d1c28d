import { useMutation } from "@tanstack/react-query";
import { Ellipsis } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { LeadList } from "#modules/leads/contract/leads.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Menu, MenuItem } from "#dashboard/parts/menu.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import type { DialogVerb } from "./bulk-acts.ts";

const BulkDialog = lazy(() => import("./bulk-dialog.tsx").then((m) => ({ default: m.BulkDialog })));

/** Tag, and in a menu the rest of what can be done with the selected leads. */
export function MoreActs({
  wid,
  many,
  choice,
  lists,
  listId,
  onDone,
}: {
  wid: number;
  /** How many leads; null: all, and nobody counted them. */
  many: number | null;
  choice: object;
  lists: readonly LeadList[];
  /** The list that is shown. */
  listId: number | undefined;
  onDone: () => void;
}) {
  const { may } = useWorkspace();
  const [verb, setVerb] = useState<DialogVerb | null>(null);
  const list = lists.find(({ id }) => id === listId);
  const take = useMutation({
    mutationFn: async () => {
      const file = await api.download(`/workspaces/${wid}/leads/export`, choice);
      saveFile("leads.csv", await file.blob());
    },
    onError: (error) => toast(sentenceOf(error)),
  });
  const item = (of: DialogVerb, name: string, danger = false) => (
    <MenuItem danger={danger} onChoose={() => setVerb(of)}>
      {name}
    </MenuItem>
  );
  const mayEdit = may("leads.edit");
  const number = many === null ? null : count(many);
  return (
    <>
      {mayEdit && (
        <Button onClick={() => setVerb("tag")}>
          {number === null ? t("Tag all") : t("Tag {number}", { number })}
        </Button>
      )}
      <Menu
        trigger={
          <Button icon aria-label={t("More actions for the selection")} busy={take.isPending}>
            <Ellipsis size={16} aria-hidden="true" />
          </Button>
        }
      >
        {may("leads.validate") &&
          item(
            "validate",
            number === null ? t("Validate all") : t("Validate {number}", { number }),
          )}
        {mayEdit && item("untag", t("Remove a tag"))}
        {mayEdit && item("add_to_list", t("Add to a list"))}
        {mayEdit && list && item("move_to_list", t("Move to another list"))}
        {mayEdit &&
          list &&
          item("remove_from_list", t("Remove from “{name}”", { name: list.name }))}
        <MenuItem onChoose={() => take.mutate()}>
          {number === null ? t("Export all as CSV") : t("Export {number} as CSV", { number })}
        </MenuItem>
        {may("suppressions.edit") &&
          item(
            "suppress",
            number === null ? t("Suppress all") : t("Suppress {number}", { number }),
            true,
          )}
      </Menu>
      {verb && (
        <Suspense>
          <BulkDialog
            wid={wid}
            verb={verb}
            choice={choice}
            lists={lists}
            fromList={list}
            onClose={() => setVerb(null)}
            onDone={onDone}
          />
        </Suspense>
      )}
    </>
  );
}

/** Gives the person a file. */
function saveFile(name: string, file: Blob): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
