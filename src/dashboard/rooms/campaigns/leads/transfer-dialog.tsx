import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { MoveLeadsAnswer, RemoveLeadsAnswer } from "#modules/campaigns/contract/transfers.ts";
import { api } from "#dashboard/api/client.ts";
import { sentenceOf } from "#dashboard/api/problem.ts";
import { campaignsQuery, changed } from "#dashboard/api/workspace.ts";
import { count, counted, words } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { SelectField } from "#dashboard/parts/field.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { campaignChanged, campaignQuery } from "#dashboard/rooms/campaigns/queries.ts";

type Answer = RemoveLeadsAnswer &
  Partial<Pick<MoveLeadsAnswer, "moved" | "stay" | "steps" | "hint">>;

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
    queryFn: () => all(path, { ...body, dry_run: true }, () => {}),
    enabled: !isMove || target !== undefined,
    staleTime: 0,
  });
  const [gone, setGone] = useState(0);
  const act = useMutation({
    mutationFn: () => all(path, body, setGone),
    onSettled: async () => {
      campaignChanged(wid, campaign.id);
      if (target !== undefined) campaignChanged(wid, target);
      await changed(wid, "leads", "campaigns", "stats");
    },
  });
  const many = plan.data ? counted(isMove ? (plan.data.moved ?? 0) : plan.data.leads, "lead") : "";
  const close = (): void => {
    if (act.data) onDone();
    onClose();
  };
  const error = act.error ?? plan.error;
  return (
    <Dialog
      open
      onClose={close}
      title={isMove ? "Move to another campaign" : "Remove from this campaign"}
      acts={
        act.data ? (
          <Button look="primary" onClick={close}>
            Done
          </Button>
        ) : (
          <>
            <Button onClick={onClose}>Cancel</Button>
            <Button
              look={isMove ? "primary" : "danger"}
              busy={act.isPending || plan.isFetching}
              disabled={!plan.data || (isMove ? plan.data.moved : plan.data.leads) === 0}
              onClick={() => act.mutate()}
            >
              {isMove ? `Move ${many}` : `Remove ${many}`}
            </Button>
          </>
        )
      }
    >
      {act.data ? (
        <Outcome of={act.data} isMove={isMove} />
      ) : (
        <div className="grid gap-3">
          {isMove &&
            (others.length === 0 ? (
              <p className="text-text-2">There is no other campaign. Create one first.</p>
            ) : (
              <>
                <SelectField
                  label="Campaign"
                  value={target}
                  onChange={(event) => {
                    setTo(Number(event.target.value));
                    setStep(0);
                  }}
                >
                  {others.map(({ id, name, status }) => (
                    <option key={id} value={id}>
                      {name} ({status})
                    </option>
                  ))}
                </SelectField>
                <SelectField
                  label="Next step"
                  value={step}
                  onChange={(event) => setStep(Number(event.target.value))}
                  hint="Leads that continue keep their waiting time. A chosen step is due after its wait."
                >
                  <option value={0}>Continue after the steps that each lead had</option>
                  {steps.map(({ id, position, subject }) => (
                    <option key={id} value={position}>
                      Step {position}
                      {subject && `: ${subject}`}
                    </option>
                  ))}
                </SelectField>
              </>
            ))}
          {act.isPending ? (
            <p role="status">{count(gone)} leads looked at.</p>
          ) : (
            plan.data && <Plan of={plan.data} isMove={isMove} />
          )}
          {error && (
            <Note tone="bad" title="This cannot be done.">
              {sentenceOf(error)}
            </Note>
          )}
        </div>
      )}
    </Dialog>
  );
}

/** Calls until no more leads are left, and adds the answers up. */
async function all(path: string, body: object, onProgress: (n: number) => void): Promise<Answer> {
  let sum: Answer | null = null;
  for (let after = 0; ;) {
    const next: Answer = await api.post<Answer>(path, { ...body, after_id: after });
    sum = sum ? added(sum, next) : next;
    onProgress(sum.leads);
    if (!next.has_more) return sum;
    after = next.after_id;
  }
}

function added(a: Answer, b: Answer): Answer {
  const stay = { ...a.stay };
  for (const [why, n] of Object.entries(b.stay ?? {})) stay[why] = (stay[why] ?? 0) + n;
  const steps = new Map((a.steps ?? []).map(({ step, leads }) => [step, leads]));
  for (const { step, leads } of b.steps ?? []) steps.set(step, (steps.get(step) ?? 0) + leads);
  return {
    ...b,
    leads: a.leads + b.leads,
    waiting: a.waiting + b.waiting,
    claimed: a.claimed + b.claimed,
    leaving: a.leaving + b.leaving,
    moved: (a.moved ?? 0) + (b.moved ?? 0),
    stay,
    steps: [...steps].map(([step, leads]) => ({ step, leads })),
    hint: b.hint ?? a.hint ?? null,
  };
}

const WHY: Readonly<Record<string, string>> = {
  already_in_campaign: "already in that campaign",
  past_last_step: "had all steps of that campaign",
  in_other_campaign: "in another active campaign",
  risky_blocked: "risky",
};

/** What will happen, in numbers. */
function Plan({ of, isMove }: { of: Answer; isMove: boolean }) {
  const stays = Object.entries(of.stay ?? {});
  const waits = of.waiting + of.claimed;
  const facts = [
    of.leads === 0 && "None of these leads has a sequence that is still running.",
    ...(of.steps ?? []).map(
      ({ step, leads }) =>
        `${counted(leads, "lead")} ${leads === 1 ? "goes" : "go"} on at step ${step}.`,
    ),
    ...stays.map(
      ([why, n]) =>
        `${counted(n, "lead")} ${n === 1 ? "stays" : "stay"} here: ${WHY[why] ?? words(why).toLowerCase()}.`,
    ),
    waits > 0 && `${counted(waits, "waiting email")} ${waits === 1 ? "is" : "are"} not sent.`,
    of.leaving > 0 &&
      `${counted(of.leaving, "email")} ${of.leaving === 1 ? "is" : "are"} being sent now and still ${of.leaving === 1 ? "leaves" : "leave"}.`,
    of.leads > 0 &&
      (isMove
        ? "No step is repeated. What was sent stays in the statistics of this campaign."
        : "The leads stay in the workspace, and what was sent stays in the statistics."),
  ].filter((fact) => fact !== false);
  return (
    <ul className="grid gap-2 text-text-2">
      {facts.map((fact) => (
        <li key={fact}>{fact}</li>
      ))}
    </ul>
  );
}

function Outcome({ of, isMove }: { of: Answer; isMove: boolean }) {
  return (
    <div className="grid gap-2" role="status">
      <p>
        {isMove
          ? `${counted(of.moved ?? 0, "lead")} moved.`
          : `${counted(of.leads, "lead")} removed.`}
      </p>
      {of.hint && <p className="text-text-2">{of.hint}</p>}
    </div>
  );
}
