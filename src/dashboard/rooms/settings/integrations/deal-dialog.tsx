import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Integration } from "#modules/events/contract/integrations.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, isApiError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { Waiting } from "#dashboard/parts/waiting.tsx";
import { t } from "#dashboard/words/words.ts";
import { dealChoicesQuery } from "#dashboard/rooms/settings/queries.ts";
import { connectionName } from "./connection.ts";
import { type DealDraft, NEW_DEAL_RULE, withDefaults } from "./deal-draft.ts";
import { DealFields } from "./deal-fields.tsx";

/** The rule by which a CRM gets deals: off until somebody turns it on and saves it. */
export function DealDialog({
  wid,
  one,
  onClose,
}: {
  wid: number;
  one: Integration;
  onClose: () => void;
}) {
  const { title } = one;
  const queries = useQueryClient();
  const [isOn, setOn] = useState(one.deals !== null);
  const [draft, setDraft] = useState<DealDraft>(one.deals ?? NEW_DEAL_RULE);
  const asked = useQuery({ ...dealChoicesQuery(wid, one.id), enabled: isOn });
  const choices = asked.data;
  const rule = choices ? withDefaults(draft, choices) : draft;
  const save = useMutation({
    mutationFn: () =>
      api.put<Integration>(`/workspaces/${wid}/integrations/${one.id}`, {
        deals: isOn ? rule : null,
      }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["w", wid, "integrations"] });
      toast(t("Saved."));
      onClose();
    },
  });
  const change = (next: () => void): void => {
    if (save.isError) save.reset();
    next();
  };
  const isEmpty = choices !== undefined && choices.pipelines.length === 0;
  return (
    <Dialog
      open
      broad
      alert
      onClose={onClose}
      title={t("Deals in {title}", { title: connectionName(one) })}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            busy={save.isPending}
            disabled={isOn && (!choices || isEmpty)}
            onClick={() => (isOn || one.deals ? save.mutate() : onClose())}
          >
            {t("Save")}
          </Button>
        </>
      }
    >
      <Check
        label={t("Make deals")}
        hint={t(
          "A lead gets one deal for each campaign. Deals only move forward, and a deal that somebody closed stays closed.",
        )}
        checked={isOn}
        onChange={({ target }) => change(() => setOn(target.checked))}
      />
      {isOn && !choices && (asked.isFetching || !asked.error) && (
        <Waiting what={t("pipelines")} rows={3} error={null} onRetry={asked.refetch} />
      )}
      {isOn && !choices && !asked.isFetching && asked.error && (
        <div role="alert">
          <Note
            tone="bad"
            title={t("The pipelines of {title} could not be loaded.", { title })}
            action={<Button onClick={() => void asked.refetch()}>{t("Try again")}</Button>}
          >
            {saidOf(asked.error)}
          </Note>
        </div>
      )}
      {isOn && isEmpty && (
        <Note
          title={t("{title} has no pipeline for deals.", { title })}
          action={
            <Button busy={asked.isFetching} onClick={() => void asked.refetch()}>
              {t("Try again")}
            </Button>
          }
        >
          {t("Add one there, then try again in a minute.")}
        </Note>
      )}
      {isOn && choices && !isEmpty && (
        <DealFields
          title={title}
          rule={rule}
          choices={choices}
          error={(field) => fieldError(save.error, `deals.${field}`)}
          onChange={(part) => change(() => setDraft({ ...rule, ...part }))}
        />
      )}
      {save.error && !isBeside(save.error) && (
        <Note tone="bad" title={t("Nothing was saved.")}>
          {saidOf(save.error)}
        </Note>
      )}
    </Dialog>
  );
}

/** What the CRM refuses is said of the field, and names the scope to grant. */
const saidOf = (error: unknown): string =>
  (isApiError(error) && error.fields[0]?.message) || sentenceOf(error);

/** Whether a field of the form shows it. */
const isBeside = (error: unknown): boolean =>
  isApiError(error) && error.fields.some(({ path }) => path.startsWith("deals."));
