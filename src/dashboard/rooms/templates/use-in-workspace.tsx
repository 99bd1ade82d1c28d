import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "#dashboard/routing/use-place.ts";
import type { Template } from "#modules/campaigns/contract/templates.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { formFieldsOf, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { campaignChanged, postCampaign } from "#dashboard/rooms/campaigns/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** Makes a draft campaign of the template in a workspace, and opens it there. */
export function UseInWorkspace({ template, onClose }: { template: Template; onClose: () => void }) {
  const { wid, me } = useWorkspace();
  const navigate = useNavigate();
  const use = useMutation({
    mutationFn: ({ name = "", workspace = "" }: Record<string, string>) =>
      postCampaign(Number(workspace), name, template.id),
    onSuccess: ({ id, workspace_id }) => {
      onClose();
      campaignChanged(workspace_id, id);
      void navigate({
        to: "/w/$wid/campaigns/$id",
        params: { wid: String(workspace_id), id: String(id) },
      });
    },
  });
  const nameFault = fieldError(use.error, "name");
  return (
    <Dialog open onClose={onClose} title={t("Use in a workspace")}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          use.mutate(formFieldsOf(event.currentTarget));
        }}
      >
        <SelectField label={t("Workspace")} name="workspace" defaultValue={wid}>
          {me.workspaces.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <TextField
          label={t("Name of the campaign")}
          name="name"
          defaultValue={template.name}
          maxLength={200}
          required
          hint={t("It is a draft. Nothing is sent until you start it.")}
          error={nameFault ?? (use.error && sentenceOf(use.error))}
        />
        <div className="acts">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" busy={use.isPending}>
            {t("Create campaign")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
