import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CampaignDetail, CampaignListItem } from "#modules/campaigns/contract/campaigns.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { campaignsQuery, changed } from "#dashboard/api/workspace.ts";
import { count } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { TransferOutcome, TransferPlan, transferAll } from "./transfer-answer.tsx";
import { campaignChanged, campaignQuery } from "#dashboard/rooms/campaigns/queries.ts";
import { t } from "#dashboard/words/words.ts";

/** Removes leads from a campaign or moves them to another: what happens before, how far it is, what was done. */
export function TransferDialog({
  wid,
  campaign,
  verb,
  choice,
  onClose,
  onDone,
}: {
  wid: number;
  campaign: CampaignDetail;
  verb: "remove" | "move";
  /** Which leads, as the API takes it. */
  choice: object;
  onClose: () => void;
  onDone: () => void;
}) {
  const others = (useQuery(campaignsQuery(wid)).data?.data ?? []).filter(
    ({ id }) => id !== campaign.id,
  );
  const [to, setTo] = useState(0);
  const [step, setStep] = useState(0);
  const target = to || others[0]?.id;
  const isMove = verb === "move";
  const steps =
    useQuery({ ...campaignQuery(wid, target ?? 0), enabled: isMove && target !== undefined }).data
      ?.steps ?? [];
  const body = {
    ...choice,
    ...(isMove && { to_campaign_id: target, ...(step > 0 && { at_step: step }) }),
  };
  const path = `/workspaces/${wid}/campaigns/${campaign.id}/leads/${verb}`;
  const plan = useQuery({
    queryKey: ["w", wid, "campaign", campaign.id, "transfer", verb, body],
    queryFn: () => transferAll(path, { ...body, dry_run: true }, () => {}),
    enabled: !isMove || target !== undefined,
    staleTime: 0,
  });
  const [gone, setGone] = useState(0);
  const act = useMutation({
    mutationFn: () => transferAll(path, body, setGone),
    onSettled: async () => {
      campaignChanged(wid, campaign.id);
      if (target !== undefined) campaignChanged(wid, target);
      await changed(wid, "leads", "campaigns", "stats");
    },
  });
  const n = plan.data && (isMove ? (plan.data.moved ?? 0) : plan.data.leads);
  const close = (): void => {
    if (act.data) onDone();
    onClose();
  };
  const error = act.error ?? plan.error;
  return (
    <Dialog
      open
      onClose={close}
      title={isMove ? t("Move to another campaign") : t("Remove from this campaign")}
      acts={
        act.data ? (
          <Button look="primary" onClick={close}>
            {t("Done")}
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>{t("Cancel")}</Button>
            <Button
              look={isMove ? "primary" : "danger"}
              busy={act.isPending || plan.isFetching}
              disabled={!plan.data || (isMove ? plan.data.moved : plan.data.leads) === 0}
              onClick={() => act.mutate()}
            >
              {verbOf(isMove, n)}
            </Button>
          </>
        )
      }
    >
      {act.data ? (
        <TransferOutcome of={act.data} isMove={isMove} />
      ) : (
        <div className="grid gap-3">
          {isMove && (
            <MoveTarget
              others={others}
              steps={steps}
              target={target}
              step={step}
              onChange={(campaignId, position) => {
                setTo(campaignId);
                setStep(position);
              }}
            />
          )}
          {act.isPending ? (
            <p role="status">{t("{n} leads looked at.", { n: count(gone) })}</p>
          ) : (
            plan.data && <TransferPlan of={plan.data} isMove={isMove} />
          )}
          {error && (
            <Note tone="bad" title={t("This cannot be done.")}>
              {sentenceOf(error)}
            </Note>
          )}
        </div>
      )}
    </Dialog>
  );
}

function verbOf(isMove: boolean, n: number | undefined): string {
  if (n === undefined) return isMove ? t("Move") : t("Remove");
  return isMove
    ? t("Move {n, plural, one {# lead} other {# leads}}", { n })
    : t("Remove {n, plural, one {# lead} other {# leads}}", { n });
}

const STATUS_NAMES: Readonly<Record<CampaignListItem["status"], string>> = {
  active: t("active"),
  paused: t("paused"),
  draft: t("draft"),
  completed: t("completed"),
};

/** Where the leads go on. */
function MoveTarget({
  others,
  steps,
  target,
  step,
  onChange,
}: {
  others: readonly CampaignListItem[];
  steps: CampaignDetail["steps"];
  target: number | undefined;
  /** 0: behind the steps that each had. */
  step: number;
  onChange: (campaignId: number, step: number) => void;
}) {
  if (target === undefined || others.length === 0) {
    return <p className="text-text-2">{t("There is no other campaign. Create one first.")}</p>;
  }
  return (
    <>
      <SelectField
        label={t("Campaign")}
        value={target}
        onChange={(event) => onChange(Number(event.target.value), 0)}
      >
        {others.map(({ id, name, status }) => (
          <option key={id} value={id}>
            {name} ({STATUS_NAMES[status]})
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t("Next step")}
        value={step}
        onChange={(event) => onChange(target, Number(event.target.value))}
        hint={t(
          "Leads that continue keep their waiting time. A chosen step is due after its wait.",
        )}
      >
        <option value={0}>{t("Continue after the steps that each lead had")}</option>
        {steps.map(({ id, position, subject }) => (
          <option key={id} value={position}>
            {t("Step {position}", { position })}
            {subject && `: ${subject}`}
          </option>
        ))}
      </SelectField>
    </>
  );
}
