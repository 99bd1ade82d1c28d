import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Client } from "#modules/operations/contract/admin.ts";
import type { ClientAccess } from "#modules/operations/contract/client-access.ts";
import type { Switch } from "#platform/access/switches.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { t } from "#dashboard/words/words.ts";
import { AccessFields } from "./access-fields.tsx";

/** Changes what the people of a client may do. */
export function AccessDialog({ client, onClose }: { client: Client; onClose: () => void }) {
  const queries = useQueryClient();
  const [switches, setSwitches] = useState<readonly Switch[]>(client.access.switches);
  const save = useMutation({
    mutationFn: () => api.put<ClientAccess>(`/admin/clients/${client.id}/access`, { switches }),
    async onSuccess() {
      toast(t("Access of {name} saved.", { name: client.workspace.name }));
      await queries.invalidateQueries({ queryKey: ["admin"] });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Access of {name}", { name: client.workspace.name })}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {t("Save access")}
          </Button>
        </>
      }
    >
      <AccessFields switches={switches} onChange={setSwitches} />
      {save.error && (
        <Note tone="bad" title={t("The access was not saved.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
    </Dialog>
  );
}
