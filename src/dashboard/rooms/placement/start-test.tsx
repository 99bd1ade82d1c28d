import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { PlacementPlan, PlacementTest } from "#modules/placement/contract/tests.ts";
import { api } from "#dashboard/api/client.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { campaignsQuery, mailboxesQuery } from "#dashboard/api/workspace.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { Check, SelectField, TextArea, TextField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { fromServer, t } from "#dashboard/words/words.ts";
import { testsQuery } from "./queries.ts";

/** Chooses an email and its senders, says what that takes, and starts a test. */
export function StartTest({
  wid,
  onClose,
  onStarted,
}: {
  wid: number;
  onClose: () => void;
  onStarted: (id: number) => void;
}) {
  const queries = useQueryClient();
  const { data: campaigns } = useQuery(campaignsQuery(wid));
  const { data: mailboxes } = useQuery(mailboxesQuery(wid));
  const [campaign, setCampaign] = useState("");
  const [subject, setSubject] = useState("");
  const [text, setText] = useState("");
  const [senders, setSenders] = useState<readonly number[]>([]);
  const body = {
    mailbox_ids: senders,
    ...(campaign === "" ? { subject, body_text: text } : { campaign_id: Number(campaign) }),
  };
  const plan = useMutation({
    mutationFn: () => api.post<PlacementPlan>(`/workspaces/${wid}/placement-tests/preview`, body),
  });
  const start = useMutation({
    mutationFn: () => api.post<PlacementTest>(`/workspaces/${wid}/placement-tests`, body),
    onSuccess: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: testsQuery(wid).queryKey });
      onClose();
      onStarted(id);
    },
  });
  const changed = (change: () => void) => (): void => {
    change();
    plan.reset();
    start.reset();
  };
  const error = start.error ?? plan.error;
  const active = (mailboxes ?? []).filter(({ status }) => status === "active");
  const toggle = (id: number): void =>
    setSenders(senders.includes(id) ? senders.filter((one) => one !== id) : [...senders, id]);
  return (
    <Dialog
      open
      broad
      onClose={onClose}
      title={t("Test placement")}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          {plan.data ? (
            <Button look="primary" busy={start.isPending} onClick={() => start.mutate()}>
              {t("Send {mails, plural, one {# test email} other {# test emails}}", {
                mails: plan.data.mails,
              })}
            </Button>
          ) : (
            <Button look="primary" busy={plan.isPending} onClick={() => plan.mutate()}>
              {t("Preview")}
            </Button>
          )}
        </>
      }
    >
      <SelectField
        label={t("Email")}
        value={campaign}
        error={fieldError(error, "campaign_id") ?? fieldError(error, "step_id")}
        onChange={(event) => changed(() => setCampaign(event.target.value))()}
      >
        <option value="">{t("A draft")}</option>
        {(campaigns?.data ?? []).map(({ id, name }) => (
          <option key={id} value={id}>
            {t("First step of {name}", { name })}
          </option>
        ))}
      </SelectField>
      {campaign === "" && (
        <>
          <TextField
            label={t("Subject")}
            value={subject}
            error={fieldError(error, "subject")}
            onChange={(event) => changed(() => setSubject(event.target.value))()}
          />
          <TextArea
            label={t("Text")}
            rows={5}
            value={text}
            error={fieldError(error, "body_text") ?? fieldError(error, "body_html")}
            onChange={(event) => changed(() => setText(event.target.value))()}
          />
        </>
      )}
      <fieldset className="grid max-h-48 gap-2 overflow-y-auto">
        <legend className="mb-2 font-medium">{t("Senders")}</legend>
        {active.map(({ id, email }) => (
          <Check
            key={id}
            label={email}
            checked={senders.includes(id)}
            onChange={changed(() => toggle(id))}
          />
        ))}
      </fieldset>
      {plan.data && <Planned plan={plan.data} />}
      {error !== null && (
        <Note tone="bad" title={t("The test could not be started.")}>
          {sentenceOf(error)}
        </Note>
      )}
    </Dialog>
  );
}

/** What the test would take. */
function Planned({ plan }: { plan: PlacementPlan }) {
  return (
    <Note tone="info" title={fromServer(plan.message)}>
      {plan.left_out.length > 0 &&
        t(
          "{pairs, plural, one {# pair} other {# pairs}} left out: a sender never tests with itself, partners of its warmup, leads or suppressed addresses.",
          { pairs: plan.left_out.length },
        ) + " "}
      {daysOf(plan)}
    </Note>
  );
}

function daysOf({ senders }: PlacementPlan): string {
  const days = Math.max(0, ...senders.map((sender) => sender.days ?? 0));
  return days > 1
    ? t("It takes {days} days: each sender keeps its daily limit.", { days })
    : t("Emails leave three minutes apart.");
}
