import { useInfiniteQuery, useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { formFieldsOf, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { installTemplatesQuery, saveTemplate } from "./queries.ts";

/** Saves a campaign, or one step of it, as a template: a new one, or in the place of another. */
export function SaveAsTemplate({
  campaign,
  step,
  name,
  onClose,
}: {
  campaign: number;
  /** Null: the whole campaign. */
  step: number | null;
  name: string;
  onClose: () => void;
}) {
  const { wid } = useWorkspace();
  const kind = step === null ? "campaign" : "step";
  const [replaced, setReplaced] = useState("");
  const list = useInfiniteQuery(installTemplatesQuery(kind, ""));
  const others = list.data?.pages.flatMap((page) => page.data) ?? [];
  const save = useMutation({
    mutationFn: (fields: Record<string, string>) =>
      saveTemplate(
        { wid, campaign, step },
        replaced === ""
          ? { name: fields["name"] ?? "", description: fields["description"] ?? "" }
          : { template_id: Number(replaced) },
      ),
    onSuccess: (template) => {
      onClose();
      toast(t("Template “{name}” saved for every workspace.", { name: template.name }));
    },
  });
  return (
    <Dialog open onClose={onClose} title={t("Save as template")}>
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(formFieldsOf(event.currentTarget));
        }}
      >
        <p className="text-text-2">
          {step === null
            ? t(
                "The template has the steps and settings of this campaign. Mailboxes, leads, cc and bcc, time zone and dates stay here.",
              )
            : t("The template has the texts, variants and wait of this step.")}{" "}
          {t("Your team can use it in every workspace.")}
        </p>
        {others.length > 0 && (
          <SelectField
            label={t("Save as")}
            value={replaced}
            onChange={({ target }) => setReplaced(target.value)}
          >
            <option value="">{t("A new template")}</option>
            {others.map((other) => (
              <option key={other.id} value={other.id}>
                {t("Replace “{name}”", { name: other.name })}
              </option>
            ))}
          </SelectField>
        )}
        {replaced === "" && (
          <>
            <TextField
              label={t("Name")}
              name="name"
              defaultValue={name.slice(0, 100)}
              maxLength={100}
              required
              error={fieldError(save.error, "name")}
            />
            <TextField
              label={t("Description")}
              name="description"
              maxLength={500}
              hint={t("What it is for. Optional.")}
            />
          </>
        )}
        {save.error && fieldError(save.error, "name") === null && (
          <p className="err" role="alert">
            {sentenceOf(save.error)}
          </p>
        )}
        <div className="acts">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" busy={save.isPending}>
            {replaced === "" ? t("Save template") : t("Replace template")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
