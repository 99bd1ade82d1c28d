import { Check, SelectField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import type { Head, HeadChoice } from "./read-head.ts";

/** Which sheet of a workbook is meant, and whether its hidden rows are too. */
export function SheetChoice({
  workbook: { sheet, sheets },
  choice,
  onChange,
}: {
  workbook: NonNullable<Head["workbook"]>;
  choice: HeadChoice;
  onChange: (next: HeadChoice) => void;
}) {
  return (
    <div className="grid items-start gap-3 wide:grid-cols-2">
      {sheets.length > 1 && (
        <SelectField
          label={t("Sheet")}
          value={sheet}
          onChange={(event) => onChange({ ...choice, sheet: event.target.value })}
        >
          {sheets.map(({ name, isHidden }) => (
            <option key={name} value={name}>
              {isHidden ? t("{name} (hidden)", { name }) : name}
            </option>
          ))}
        </SelectField>
      )}
      <Check
        label={t("Include hidden rows")}
        hint={t("If this is off, rows hidden by hand or by a filter are skipped.")}
        checked={choice.withHidden ?? false}
        onChange={(event) => onChange({ ...choice, withHidden: event.target.checked })}
      />
    </div>
  );
}
