import { useNavigate, useSearch } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { counted } from "#dashboard/lib/format.ts";
import { ask } from "#dashboard/parts/ask.tsx";
import { Button } from "#dashboard/parts/button.tsx";
import { deleteLater } from "#dashboard/parts/delete-later.ts";
import { Empty, Failure } from "#dashboard/parts/states.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import {
  postStep,
  campaignChanged,
  removeStep,
  reloadCampaign,
  postStepOrder,
  stepPath,
} from "#dashboard/rooms/campaigns/queries.ts";
import { StepEditor } from "./step-editor.tsx";
import { Stop, StopMenu } from "./stop.tsx";
import { useSaving } from "#dashboard/rooms/campaigns/use-saving.ts";

/** The mails in order as stops on a line, and the chosen one to write. */
export function StepsTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const { step: chosenId } = useSearch({ from: "/app/w/$wid/campaigns/$id" });
  const navigate = useNavigate({ from: "/w/$wid/campaigns/$id" });
  const saving = useSaving();
  const { id, steps } = campaign;
  const chosen = steps.find((step) => step.id === chosenId) ?? steps[0];
  const mayEdit = may("campaigns.edit");
  const choose = (step: number): void =>
    void navigate({ search: (old) => ({ ...old, step }), resetScroll: false });
  const add = (): Promise<boolean> =>
    saving.run(async () => {
      const made = await postStep(wid, id, {
        delay: steps.length === 0 ? 0 : 3,
        delay_unit: "days",
        subject: "",
        // The body cannot be empty; most emails begin like this.
        body_html: '<p>Hi {{ first_name | default: "there" }},</p>',
      });
      campaignChanged(wid, id);
      choose(made.id);
    });
  const move = (step: Step, by: -1 | 1): Promise<boolean> =>
    saving.run(async () => {
      const ids = steps.map((one) => one.id);
      const at = ids.indexOf(step.id);
      const other = ids[at + by];
      if (other === undefined) return;
      [ids[at], ids[at + by]] = [other, step.id];
      await postStepOrder(wid, id, ids);
      campaignChanged(wid, id);
    });
  const remove = async (step: Step): Promise<void> => {
    if (campaign.status !== "active") {
      return deleteLater({
        key: `step:${step.id}`,
        path: stepPath(wid, id, step.id),
        text: `Step ${step.position} deleted.`,
        done: () => reloadCampaign(wid, id),
      });
    }
    // A mail of it might leave before a deletion that waits.
    const sure = await ask({
      title: `Delete step ${step.position}?`,
      text: "Emails already sent stay in the inbox. Leads waiting for this step continue with the next one.",
      yes: "Delete step",
      no: "Cancel",
    });
    if (!sure) return;
    await saving.run(async () => {
      await removeStep(wid, id, step.id);
      campaignChanged(wid, id);
    });
  };
  if (steps.length === 0) {
    return (
      <>
        {saving.error !== null && <Failure what="The step was not added." error={saving.error} />}
        <NoSteps mayWrite={mayEdit} busy={saving.busy} onWrite={() => void add()} />
      </>
    );
  }
  return (
    <>
      {saving.error !== null && (
        <Failure what="The steps were not changed." error={saving.error} onRetry={saving.forget} />
      )}
      <div className="work">
        <section className="route" aria-label="Steps">
          <div className="mb-2 flex min-h-12 items-center gap-2">
            <h2>Steps</h2>
            <span className="text-12 text-text-3">
              {counted(steps.length, "email")}
              {steps.length > 1 && ` over ${spanOf(steps)}`}
            </span>
            {mayEdit && (
              <Button
                icon
                className="ml-auto"
                aria-label="Add a step"
                busy={saving.busy}
                onClick={() => void add()}
              >
                <Plus size={16} aria-hidden="true" />
              </Button>
            )}
          </div>
          <ol>
            {steps.map((step, index) => (
              <Stop
                key={step.id}
                step={step}
                opening={openingOf(steps, index)}
                current={step.id === chosen?.id}
                onChoose={() => choose(step.id)}
                menu={
                  mayEdit && (
                    <StopMenu
                      position={step.position}
                      isFirst={index === 0}
                      isLast={index === steps.length - 1}
                      onMove={(by) => void move(step, by)}
                      onRemove={() => void remove(step)}
                    />
                  )
                }
              />
            ))}
            <End campaign={campaign} />
          </ol>
        </section>
        {chosen && <StepEditor key={chosen.id} campaign={campaign} step={chosen} />}
      </div>
    </>
  );
}

function End({ campaign: { steps, check_reply } }: { campaign: CampaignDetail }) {
  return (
    <li className="endcap">
      <span className="no" aria-hidden="true" />
      <span className="text-12 text-text-3">
        {steps.length > 1 ? `Ends after ${spanOf(steps)}` : "Ends after this email"}
        {check_reply && " or at the first reply"}
      </span>
    </li>
  );
}

function NoSteps({
  mayWrite,
  busy,
  onWrite,
}: {
  mayWrite: boolean;
  busy: boolean;
  onWrite: () => void;
}) {
  return (
    <Empty
      title="No steps yet"
      action={
        mayWrite && (
          <Button look="primary" busy={busy} onClick={onWrite}>
            Write the first step
          </Button>
        )
      }
    >
      The first step starts the thread. Later steps go to leads who have not replied, in the same
      thread unless they have their own subject.
    </Empty>
  );
}

const openingOf = (steps: readonly Step[], index: number): string =>
  index === 0 ? "First email" : steps[index]?.subject ? "New thread" : "Same thread";

const UNIT_DAYS = { minutes: 1 / 1_440, hours: 1 / 24, days: 1 } as const;

/** "14 days", "6 hours": all waits together. */
function spanOf(steps: readonly Step[]): string {
  const days = steps
    .slice(1)
    .reduce((sum, { delay, delay_unit }) => sum + delay * UNIT_DAYS[delay_unit], 0);
  if (days >= 1) return counted(Math.round(days), "day");
  return days * 24 >= 1
    ? counted(Math.round(days * 24), "hour")
    : counted(Math.round(days * 1_440), "minute");
}
