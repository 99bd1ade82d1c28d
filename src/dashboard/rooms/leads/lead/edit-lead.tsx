import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Lead, LeadDetails } from "#modules/leads/contract/leads.ts";
import { LEAD_FIELDS, type LeadField } from "#modules/leads/rules/fields.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { fieldLabel } from "#dashboard/rooms/leads/words.ts";
import { t } from "#dashboard/words/words.ts";

/** Changes what is known of a lead; only what was changed is sent. */
export function EditLead({
  wid,
  lead,
  onClose,
}: {
  wid: number;
  lead: LeadDetails;
  onClose: () => void;
}) {
  const queries = useQueryClient();
  const [fields, setFields] = useState<Readonly<Record<LeadField, string>>>(lead);
  const [custom, setCustom] = useState<Readonly<Record<string, string>>>(lead.custom);
  const [tags, setTags] = useState(lead.tags.join(", "));
  const changed = Object.fromEntries(
    LEAD_FIELDS.filter((name) => fields[name] !== lead[name]).map((name) => [name, fields[name]]),
  );
  const save = useMutation({
    mutationFn: () =>
      api.put<Lead>(`/workspaces/${wid}/leads/${lead.id}`, {
        ...changed,
        ...(custom !== lead.custom && { custom }),
        ...(tags !== lead.tags.join(", ") && { tags: tagsIn(tags) }),
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["w", wid, "leads"] });
      await queries.invalidateQueries({ queryKey: ["w", wid, "tags"] });
      onClose();
    },
  });
  const isElsewhere =
    save.error &&
    !(
      isApiError(save.error) &&
      save.error.fields.some(({ path }) => path in fields || path.startsWith("tags"))
    );
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Edit lead")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" busy={save.isPending} onClick={() => save.mutate()}>
            {t("Save")}
          </Button>
        </>
      }
    >
      <form
        className="grid gap-3 wide:grid-cols-2"
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate();
        }}
      >
        {LEAD_FIELDS.map((name) => (
          <TextField
            key={name}
            label={fieldLabel(name)}
            value={fields[name]}
            error={fieldError(save.error, name)}
            hint={
              name === "email" && fields.email !== lead.email
                ? t("A new address is validated again.")
                : null
            }
            onChange={(event) => setFields({ ...fields, [name]: event.target.value })}
          />
        ))}
        <TextField
          label={t("Tags")}
          value={tags}
          error={tagError(save.error)}
          hint={t("Separated by commas.")}
          onChange={(event) => setTags(event.target.value)}
        />
        {Object.entries(custom).map(([name, value]) => (
          <TextField
            key={name}
            label={name}
            value={value}
            error={fieldError(save.error, `custom.${name}`)}
            onChange={(event) => setCustom({ ...custom, [name]: event.target.value })}
          />
        ))}
        <button type="submit" hidden />
      </form>
      {isElsewhere && (
        <Note tone="bad" title={t("The lead could not be saved.")}>
          {sentenceOf(save.error)}
        </Note>
      )}
    </Dialog>
  );
}

const tagsIn = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const tagError = (error: Error | null): string | null =>
  (isApiError(error) && error.fields.find(({ path }) => path.startsWith("tags"))?.message) || null;
