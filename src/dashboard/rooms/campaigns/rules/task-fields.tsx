import { TASK_KINDS, type TaskKind } from "#modules/campaigns/rules/tasks.ts";
import { SelectField, TextArea } from "#dashboard/parts/field.tsx";
import { KIND_NAMES } from "#dashboard/rooms/tasks/search.ts";
import { t } from "#dashboard/words/words.ts";

/** What a task is and says. */
export function TaskFields({
  task,
  disabled = false,
  error = null,
  onChange,
}: {
  task: { readonly kind: TaskKind; readonly text: string };
  disabled?: boolean;
  error?: string | null;
  onChange: (part: { kind?: TaskKind; text?: string }) => void;
}) {
  return (
    <>
      <SelectField
        label={t("Kind")}
        value={task.kind}
        disabled={disabled}
        onChange={(event) => {
          const kind = TASK_KINDS.find((known) => known === event.target.value);
          if (kind) onChange({ kind });
        }}
      >
        {TASK_KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {KIND_NAMES[kind]}
          </option>
        ))}
      </SelectField>
      <TextArea
        label={t("What is to be done")}
        rows={4}
        value={task.text}
        disabled={disabled}
        error={error}
        hint={t("Variables as in emails, such as {variable}.", { variable: "{{ first_name }}" })}
        onChange={(event) => onChange({ text: event.target.value })}
      />
    </>
  );
}
