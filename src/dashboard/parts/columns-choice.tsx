import { Columns3 } from "lucide-react";
import { keep, readKept } from "#dashboard/lib/kept.ts";
import { createStore, useStore } from "#dashboard/lib/store.ts";
import { t } from "#dashboard/words/words.ts";
import { Button } from "./button.tsx";
import { Check } from "./field.tsx";
import { Popover } from "./popover.tsx";

const areNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === "string");

/** The columns of a list that this browser leaves out, under a name of its own. */
export function keptColumns(name: string) {
  const hidden = createStore<readonly string[]>(readKept(`${name}.hidden`, areNames) ?? []);
  return {
    hidden,
    hide: (next: unknown): void => {
      if (!areNames(next)) return;
      hidden.set(next);
      keep(`${name}.hidden`, next.length === 0 ? null : next);
    },
  };
}

/** Chooses what a list shows. */
export function ColumnsChoice({
  columns,
  choices,
}: {
  columns: ReturnType<typeof keptColumns>;
  choices: readonly (readonly [name: string, label: string])[];
}) {
  const hidden = useStore(columns.hidden);
  return (
    <span className="max-wide:hidden">
      <Popover
        title={t("Columns")}
        align="end"
        trigger={
          <Button icon aria-label={t("Columns")} title={t("Columns")}>
            <Columns3 size={16} aria-hidden="true" />
          </Button>
        }
      >
        <div className="grid w-56 gap-3 p-4">
          {choices.map(([name, label]) => (
            <Check
              key={name}
              label={label}
              checked={!hidden.includes(name)}
              onChange={() =>
                columns.hide(
                  hidden.includes(name)
                    ? hidden.filter((other) => other !== name)
                    : [...hidden, name],
                )
              }
            />
          ))}
        </div>
      </Popover>
    </span>
  );
}
