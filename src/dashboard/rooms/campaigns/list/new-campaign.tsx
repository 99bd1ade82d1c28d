import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { mailboxesQuery } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check, formFieldsOf, SelectField, TextField } from "#dashboard/parts/field.tsx";
import {
  enrolList,
  NEW_EMAIL,
  postCampaign,
  postStep,
  setMailboxes,
} from "#dashboard/rooms/campaigns/queries.ts";
import { listsQuery } from "#dashboard/rooms/leads/queries.ts";
import { installTemplatesQuery } from "#dashboard/rooms/templates/queries.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** Its name, a template, and the leads and mailboxes that it begins with. */
export function NewCampaign({
  open,
  onClose,
  onMade,
}: {
  open: boolean;
  onClose: () => void;
  onMade: (id: number) => void;
}) {
  const { wid, may } = useWorkspace();
  const [error, setError] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const mailboxes = useQuery({ ...mailboxesQuery(wid), enabled: open }).data ?? [];
  const active = mailboxes.filter(({ status }) => status === "active");
  const lists = useQuery({ ...listsQuery(wid), enabled: open }).data?.data ?? [];
  const templates =
    useInfiniteQuery({
      ...installTemplatesQuery("campaign", ""),
      enabled: open && may("templates.read"),
    }).data?.pages.flatMap((page) => page.data) ?? [];
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { name = "", list, all, template } = formFieldsOf(event.currentTarget);
    setBusy(true);
    try {
      const { id } = await postCampaign(wid, name, template ? Number(template) : null);
      setError(null);
      // The campaign page shows what is missing, so a failure here loses nothing.
      await Promise.allSettled([
        all &&
          setMailboxes(
            wid,
            id,
            active.map((mailbox) => mailbox.id),
          ),
        list && enrolList(wid, id, Number(list)),
        // Writing begins at once; nothing is sent before the start.
        !template && postStep(wid, id, { delay: 0, delay_unit: "days", ...NEW_EMAIL }),
      ]);
      onClose();
      onMade(id);
    } catch (cause) {
      setError(sentenceOf(cause));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog open={open} onClose={onClose} title={t("New campaign")}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <TextField
          label={t("Name")}
          name="name"
          hint={t("Only your team sees the name. Nothing is sent until you start the campaign.")}
          error={error}
          maxLength={200}
          required
        />
        {templates.length > 0 && (
          <SelectField
            label={t("Template")}
            name="template"
            hint={t(
              "Its steps and settings are copied. Later changes of the template do not reach this campaign.",
            )}
            defaultValue=""
          >
            <option value="">{t("No template")}</option>
            {templates.map(({ id, name, step_count }) => (
              <option key={id} value={id}>
                {name} ({t("{steps, plural, one {# step} other {# steps}}", { steps: step_count })})
              </option>
            ))}
          </SelectField>
        )}
        {lists.length > 0 && (
          <SelectField
            label={t("Leads")}
            name="list"
            hint={t("You can add more leads at any time.")}
            defaultValue={lists.length === 1 ? lists[0]?.id : ""}
          >
            <option value="">{t("Add later")}</option>
            {lists.map(({ id, name, lead_count }) => (
              <option key={id} value={id}>
                {name} ({count(lead_count)})
              </option>
            ))}
          </SelectField>
        )}
        {active.length > 0 && (
          <Check
            label={
              active.length === 1
                ? t("Send from {email}", { email: active[0]?.email })
                : t("Send from all {n} active mailboxes", { n: count(active.length) })
            }
            hint={t("You can change this in the campaign.")}
            name="all"
            value="yes"
            defaultChecked
          />
        )}
        <div className="acts">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" type="submit" busy={busy}>
            {t("Create campaign")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
