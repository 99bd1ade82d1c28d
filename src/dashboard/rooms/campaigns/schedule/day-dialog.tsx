import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/parts/button.tsx";
import { Dialog } from "#dashboard/parts/dialog.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { t } from "#dashboard/words/words.ts";
import { clockOf, DAYS, joinedRanges, type Range } from "./week.ts";

/** The exact hours of one day. */
export function DayDialog({
  day,
  ranges,
  onSave,
  onClose,
}: {
  day: number;
  ranges: readonly Range[];
  onSave: (ranges: Range[]) => void;
  onClose: () => void;
}) {
  const [rows, setRows] = useState(() =>
    ranges.map(([from, until]) => ({
      from: clockOf(from),
      until: until === 1_440 ? "00:00" : clockOf(until),
    })),
  );
  const set = (index: number, part: { from?: string; until?: string }): void =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...part } : row)));
  const read = rows.map(({ from, until }): Range => [minutes(from), minutes(until) || 1_440]);
  const wrong = read.some(([from, until]) => !(from < until));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("Sending hours on {day}", { day: DAYS[day] })}
      acts={
        <>
          <Button onClick={onClose}>{t("Cancel")}</Button>
          <Button look="primary" disabled={wrong} onClick={() => onSave(joinedRanges(read))}>
            {t("Apply hours")}
          </Button>
        </>
      }
    >
      {rows.length === 0 && <p className="text-text-2">{t("No sending on this day.")}</p>}
      {rows.map(({ from, until }, index) => (
        // Rows have no other name than their place.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex items-end gap-2">
          <TextField
            label={t("From")}
            type="time"
            value={from}
            onChange={(event) => set(index, { from: event.target.value })}
          />
          <TextField
            label={t("Until")}
            type="time"
            value={until}
            error={
              minutes(from) < (minutes(until) || 1_440) ? null : t("Enter a time after the start.")
            }
            onChange={(event) => set(index, { until: event.target.value })}
          />
          <Button
            look="ghost"
            icon
            aria-label={t("Remove {from} to {until}", { from, until })}
            onClick={() => setRows(rows.filter((_, at) => at !== index))}
          >
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      ))}
      <Button
        look="ghost"
        className="w-fit"
        onClick={() => setRows([...rows, { from: "09:00", until: "17:00" }])}
      >
        <Plus size={16} aria-hidden="true" />
        {t("Add hours")}
      </Button>
    </Dialog>
  );
}

function minutes(clock: string): number {
  const [hours = 0, rest = 0] = clock.split(":").map(Number);
  return hours * 60 + rest;
}
