import { useNavigate, useSearch } from "#dashboard/routing/use-place.ts";
import { LayoutTemplate, ListTodo, Plus } from "lucide-react";
import { lazy, Suspense, useMemo, useState } from "react";
import type { CampaignDetail } from "#modules/campaigns/contract/campaigns.ts";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { count, percent } from "#dashboard/lib/format.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Empty, Failure, ListSkeleton } from "#dashboard/parts/states.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { KIND_NAMES } from "#dashboard/rooms/tasks/search.ts";
import { ApprovalOf } from "#dashboard/rooms/campaigns/publishing/approval.tsx";
import { type StepStore, stepsAsSent } from "#dashboard/rooms/campaigns/publishing/step-store.ts";
import { t } from "#dashboard/words/words.ts";
import { StepEditor } from "./step-editor.tsx";
import { Stop, StopMenu } from "./stop.tsx";
import { useStepActs } from "./use-step-acts.ts";

const Staged = lazy(() =>
  import("#dashboard/rooms/campaigns/publishing/staged.tsx").then((m) => ({ default: m.Staged })),
);
const TaskEditor = lazy(() => import("./task-editor.tsx").then((m) => ({ default: m.TaskEditor })));
const TemplatePicker = lazy(() =>
  import("#dashboard/rooms/templates/picker.tsx").then((m) => ({ default: m.TemplatePicker })),
);
const SaveAsTemplate = lazy(() =>
  import("#dashboard/rooms/templates/save-dialog.tsx").then((m) => ({ default: m.SaveAsTemplate })),
);

/** The steps of a campaign; of one that was started, as its draft has them. */
export function StepsTab({ campaign }: { campaign: CampaignDetail }) {
  const { wid, may } = useWorkspace();
  const { id, status } = campaign;
  const store = useMemo(() => stepsAsSent(wid, id), [wid, id]);
  if (status !== "draft" && may("campaigns.edit")) {
    return (
      <Suspense fallback={<ListSkeleton label={t("Loading steps")} />}>
        <Staged campaign={campaign}>
          {(staged, stagedStore) => <StepsToWrite campaign={staged} store={stagedStore} />}
        </Staged>
      </Suspense>
    );
  }
  return (
    <>
      <ApprovalOf campaign={campaign} />
      <StepsToWrite campaign={campaign} store={store} />
    </>
  );
}

/** The mails in order as stops on a line, and the chosen one to write. */
function StepsToWrite({ campaign, store }: { campaign: CampaignDetail; store: StepStore }) {
  const { may } = useWorkspace();
  const { step: chosenId } = useSearch({ from: "/w/$wid/campaigns/$id" });
  const navigate = useNavigate({ from: "/w/$wid/campaigns/$id" });
  const { id, steps } = campaign;
  const chosen = steps.find((step) => step.id === chosenId) ?? steps[0];
  const mayEdit = may("campaigns.edit");
  const choose = (step: number): void =>
    void navigate({ search: (old) => ({ ...old, step }), resetScroll: false });
  const { saving, add, addTask, addFrom, move, remove } = useStepActs(campaign, store, choose);
  const [picking, setPicking] = useState(false);
  const [saved, setSaved] = useState<Step | null>(null);
  const mayUse = mayEdit && may("templates.read");
  const dialogs = (
    <Suspense>
      {picking && (
        <TemplatePicker
          kind="step"
          title={t("Add a step from a template")}
          onClose={() => setPicking(false)}
          onChoose={(template) => {
            setPicking(false);
            void addFrom(template.id);
          }}
        />
      )}
      {saved && (
        <SaveAsTemplate
          campaign={id}
          step={saved.id}
          name={
            saved.subject ||
            t("{name}, step {position}", { name: campaign.name, position: saved.position })
          }
          onClose={() => setSaved(null)}
        />
      )}
    </Suspense>
  );
  if (steps.length === 0) {
    return (
      <>
        {saving.error !== null && (
          <Failure what={t("The step was not added.")} error={saving.error} />
        )}
        <NoSteps
          mayWrite={mayEdit}
          busy={saving.busy}
          onWrite={() => void add()}
          onUse={mayUse ? () => setPicking(true) : null}
        />
        {dialogs}
      </>
    );
  }
  return (
    <>
      {saving.error !== null && (
        <Failure
          what={t("The steps were not changed.")}
          error={saving.error}
          onRetry={saving.forget}
        />
      )}
      <div className="work">
        <section className="route" aria-label={t("Steps")}>
          <div className="mb-2 flex min-h-12 items-center gap-2">
            <h2>{t("Steps")}</h2>
            <span className="text-12 text-text-3">{lengthWords(steps)}</span>
            {mayEdit && (
              <AddActs
                busy={saving.busy}
                onUse={mayUse ? () => setPicking(true) : null}
                onTask={() => void addTask()}
                onAdd={() => void add()}
              />
            )}
          </div>
          <ol>
            {steps.map((step, index) => (
              <Stop
                key={step.id}
                step={step}
                opening={openingOf(steps, index)}
                result={resultOf(campaign.stats.by_step.find(({ step_id }) => step_id === step.id))}
                current={step.id === chosen?.id}
                onChoose={() => choose(step.id)}
                menu={
                  mayEdit && (
                    <StopMenu
                      position={step.position}
                      isFirst={index === 0}
                      isLast={index === steps.length - 1}
                      onMove={(by) => void move(step, by)}
                      onSave={may("templates.edit") && step.id > 0 ? () => setSaved(step) : null}
                      onRemove={() => void remove(step)}
                    />
                  )
                }
              />
            ))}
            <End campaign={campaign} />
          </ol>
        </section>
        {chosen &&
          (chosen.type === "task" ? (
            <Suspense fallback={<ListSkeleton label={t("Loading task")} />}>
              <TaskEditor key={chosen.id} step={chosen} store={store} />
            </Suspense>
          ) : (
            <StepEditor key={chosen.id} campaign={campaign} step={chosen} store={store} />
          ))}
      </div>
      {dialogs}
    </>
  );
}

const resultOf = (step: CampaignDetail["stats"]["by_step"][number] | undefined): string | null =>
  step === undefined || step.sent === 0
    ? null
    : t("{sent} sent, {replyRate} replied", {
        sent: count(step.sent),
        replyRate: percent(step.delivered > 0 ? step.unique_replies / step.delivered : null),
      });

/** What adds to the sequence: from a template, a task, an email. */
function AddActs({
  busy,
  onUse,
  onTask,
  onAdd,
}: {
  busy: boolean;
  /** Null: there are no templates for this person. */
  onUse: (() => void) | null;
  onTask: () => void;
  onAdd: () => void;
}) {
  return (
    <span className="ml-auto inline-flex gap-1">
      {onUse && (
        <Button
          look="ghost"
          icon
          aria-label={t("Add a step from a template")}
          title={t("Add a step from a template")}
          busy={busy}
          onClick={onUse}
        >
          <LayoutTemplate size={16} aria-hidden="true" />
        </Button>
      )}
      <Button
        look="ghost"
        icon
        aria-label={t("Add a task")}
        title={t("Add a task")}
        busy={busy}
        onClick={onTask}
      >
        <ListTodo size={16} aria-hidden="true" />
      </Button>
      <Button icon aria-label={t("Add a step")} busy={busy} onClick={onAdd}>
        <Plus size={16} aria-hidden="true" />
      </Button>
    </span>
  );
}

function End({ campaign: { steps, check_reply } }: { campaign: CampaignDetail }) {
  return (
    <li className="endcap">
      <span className="no" aria-hidden="true" />
      <span className="text-12 text-text-3">{endWords(steps, check_reply)}</span>
    </li>
  );
}

function NoSteps({
  mayWrite,
  busy,
  onWrite,
  onUse,
}: {
  mayWrite: boolean;
  busy: boolean;
  onWrite: () => void;
  /** Null: there are no templates for this person. */
  onUse: (() => void) | null;
}) {
  return (
    <Empty
      picture="campaign"
      title={t("No steps yet")}
      action={
        mayWrite && (
          <span className="flex flex-wrap gap-2">
            <Button look="primary" busy={busy} onClick={onWrite}>
              {t("Write the first step")}
            </Button>
            {onUse && (
              <Button busy={busy} onClick={onUse}>
                {t("Use a template")}
              </Button>
            )}
          </span>
        )
      }
    >
      {t(
        "The first step starts the thread. Later steps go to leads who have not replied, in the same thread unless they have their own subject.",
      )}
    </Empty>
  );
}

const openingOf = (steps: readonly Step[], index: number): string =>
  steps[index]?.task
    ? t("Task: {kind}", { kind: KIND_NAMES[steps[index].task.kind] })
    : steps.slice(0, index).every(({ type }) => type === "task")
      ? t("First email")
      : steps[index]?.subject
        ? t("New thread")
        : t("Same thread");

const UNIT_DAYS = { minutes: 1 / 1_440, hours: 1 / 24, days: 1 } as const;

/** All waits together, in the largest unit that they fill: 14 days, 6 hours. */
function spanOf(steps: readonly Step[]): { n: number; unit: Step["delay_unit"] } {
  const days = steps
    .slice(1)
    .reduce((sum, { delay, delay_unit }) => sum + delay * UNIT_DAYS[delay_unit], 0);
  if (days >= 1) return { n: Math.round(days), unit: "days" };
  return days * 24 >= 1
    ? { n: Math.round(days * 24), unit: "hours" }
    : { n: Math.round(days * 1_440), unit: "minutes" };
}

/** "4 emails over 14 days" */
function lengthWords(steps: readonly Step[]): string {
  const emails = steps.filter(({ type }) => type === "email").length;
  return steps.length > 1
    ? t(
        "{emails, plural, one {# email} other {# emails}} over {unit, select, minutes {{n, plural, one {# minute} other {# minutes}}} hours {{n, plural, one {# hour} other {# hours}}} other {{n, plural, one {# day} other {# days}}}}",
        { emails, ...spanOf(steps) },
      )
    : t("{emails, plural, one {# email} other {# emails}}", { emails });
}

function endWords(steps: readonly Step[], endsAtReply: boolean): string {
  if (steps.length <= 1) {
    return endsAtReply
      ? t("Ends after this email or at the first reply")
      : t("Ends after this email");
  }
  return endsAtReply
    ? t(
        "Ends after {unit, select, minutes {{n, plural, one {# minute} other {# minutes}}} hours {{n, plural, one {# hour} other {# hours}}} other {{n, plural, one {# day} other {# days}}}} or at the first reply",
        spanOf(steps),
      )
    : t(
        "Ends after {unit, select, minutes {{n, plural, one {# minute} other {# minutes}}} hours {{n, plural, one {# hour} other {# hours}}} other {{n, plural, one {# day} other {# days}}}}",
        spanOf(steps),
      );
}
