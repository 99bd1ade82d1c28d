import { type FormEvent, useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { formFieldsOf, SelectField, TextField } from "#dashboard/parts/field.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { toast } from "#dashboard/parts/toast.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { postTestEmail } from "#dashboard/rooms/campaigns/queries.ts";
import { useSaving } from "#dashboard/rooms/campaigns/use-saving.ts";
import { t } from "#dashboard/words/words.ts";

/** Sends one step to an address of one's own. */
export function TestMailDialog({
  campaign,
  open,
  onClose,
}: {
  campaign: CampaignDetail;
  open: boolean;
  onClose: () => void;
}) {
  const { wid, me } = useWorkspace();
  const saving = useSaving();
  const [stepId, setStepId] = useState<number | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const { to = "" } = formFieldsOf(event.currentTarget);
    const sent = await saving.run(async () => {
      const answer = await postTestEmail(wid, campaign.id, {
        to,
        ...(stepId !== null && { step_id: stepId }),
      });
      toast(
        t("Test email “{subject}” sent to {to} from {email}.", {
          subject: answer.subject,
          to: answer.to,
          email: answer.from.email,
        }),
      );
    });
    if (sent) onClose();
  };
  const error = fieldError(saving.error, "to");
  return (
    <Dialog open={open} onClose={onClose} title={t("Send test email")}>
      <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
        <p className="text-text-2">
          {t(
            "Test emails are marked as tests and not tracked or counted. Variables use a sample lead.",
          )}
        </p>
        <TextField
          label={t("To")}
          name="to"
          type="email"
          defaultValue={me.user?.email ?? ""}
          error={error}
          required
        />
        <SelectField
          label={t("Step")}
          value={stepId ?? ""}
          onChange={(event) => setStepId(Number(event.target.value) || null)}
        >
          {campaign.steps.map(({ id, position, subject }) => (
            <option key={id} value={id}>
              {position}. {subject || t("same thread")}
            </option>
          ))}
        </SelectField>
        {saving.error !== null && error === null && (
          <Note tone="bad" title={sentenceOf(saving.error)} />
        )}
        <div className="acts">
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button
            look="primary"
            type="submit"
            busy={saving.busy}
            disabled={campaign.steps.length === 0}
          >
            {t("Send test")}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
