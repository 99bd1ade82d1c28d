import { Check, SelectField } from "#dashboard/parts/field.tsx";
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
          label="Sheet"
          value={sheet}
          onChange={(event) => onChange({ ...choice, sheet: event.target.value })}
        >
          {sheets.map(({ name, isHidden }) => (
            <option key={name} value={name}>
              {isHidden ? `${name} (hidden)` : name}
            </option>
          ))}
        </SelectField>
      )}
      <Check
        label="Include hidden rows"
        hint="If this is off, rows hidden by hand or by a filter are skipped."
        checked={choice.withHidden ?? false}
        onChange={(event) => onChange({ ...choice, withHidden: event.target.checked })}
      />
    </div>
  );
}
