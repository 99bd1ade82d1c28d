import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { Step } from "#modules/campaigns/contract/steps.ts";
import { fieldError, sentenceOf } from "#dashboard/api/problem.ts";
import { Button } from "#dashboard/parts/button.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { useUnsaved } from "#dashboard/parts/use-unsaved.ts";
import { Person } from "#dashboard/rooms/campaigns/rules/action-fields.tsx";
import { TaskFields } from "#dashboard/rooms/campaigns/rules/task-fields.tsx";
import type { StepStore } from "#dashboard/rooms/campaigns/publishing/step-store.ts";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";
import { WaitFields } from "./step-fields.tsx";

type Draft = Pick<Step, "delay" | "delay_unit"> & { readonly task: NonNullable<Step["task"]> };

/** A step that a person does: its wait, what it is, and for whom. */
export function TaskEditor({ step, store }: { step: Step; store: StepStore }) {
  const { wid, may } = useWorkspace();
  const disabled = !may("campaigns.edit");
  const stored: Draft = {
    delay: step.delay,
    delay_unit: step.delay_unit,
    task: step.task ?? { kind: "other", text: "", assigned_to: null },
  };
  const [draft, setDraft] = useState(stored);
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored);
  useUnsaved(isChanged);
  const save = useMutation({
    mutationFn: () => store.putTask(step, draft),
  });
  const { task } = draft;
  const set = (part: Partial<Draft["task"]>): void =>
    setDraft({ ...draft, task: { ...task, ...part } });
  const fault = fieldError(save.error, "task.text");
  return (
    <section className="panel" aria-label={t("Step {position}", { position: step.position })}>
      <header>
        <h2>{t("Step {position}: task", { position: step.position })}</h2>
        {!disabled && (
          <Button
            look="primary"
            className="ml-auto"
            busy={save.isPending}
            disabled={!isChanged}
            onClick={() => save.mutate()}
          >
            {t("Save")}
          </Button>
        )}
      </header>
      <div className="body grid grid-cols-[minmax(0,1fr)] gap-4">
        {save.error && !fault && <Note tone="bad" title={sentenceOf(save.error)} />}
        {step.position > 1 && (
          <WaitFields
            wait={draft}
            disabled={disabled}
            error={fieldError(save.error, "delay")}
            onChange={(part) => setDraft({ ...draft, ...part })}
          />
        )}
        <TaskFields task={task} disabled={disabled} error={fault} onChange={set} />
        <Person
          wid={wid}
          label={t("For")}
          nobody={t("Anybody")}
          value={task.assigned_to}
          disabled={disabled}
          onChange={(assigned_to) => set({ assigned_to })}
        />
        <p className="text-12 text-text-3">
          {t("The sequence waits here until somebody marks the task as done, or skips it.")}
        </p>
      </div>
    </section>
  );
}
