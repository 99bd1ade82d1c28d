import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { Button } from "#dashboard/parts/button.tsx";
import { t } from "#dashboard/words/words.ts";
import { clockOf, DAYS, inWords, slotIsOpen, paint, type Range, SHORT_DAYS } from "./week.ts";

type Week = readonly (readonly Range[])[];
/** Hours that are seen without asking; earlier and later ones appear when something is open there. */
const USUAL = [12, 44] as const;

/**
 * A week of half hours that one paints: drag, or Space, with Shift to extend. Each row says itself
 * in words, and its words open the exact times.
 */
export function WeekGrid({
  week,
  disabled,
  onChange,
  onEdit,
}: {
  week: Week;
  disabled: boolean;
  onChange: (week: Week) => void;
  /** The words of a day were pressed. */
  onEdit: (day: number) => void;
}) {
  const [all, setAll] = useState(false);
  const span = spanOf(week, all);
  const [from, until] = span;
  const slots = Array.from({ length: until - from }, (_, index) => from + index);
  const { grid, at, press, onKey, onMove } = usePainting(week, span, onChange);
  const focused = { day: at.day, slot: Math.max(from, Math.min(until - 1, at.slot)) };
  return (
    <div
      className="week"
      role="grid"
      aria-label={t("Sending hours")}
      aria-readonly={disabled}
      ref={grid}
      onKeyDown={disabled ? undefined : onKey}
      onPointerMove={onMove}
    >
      {DAYS.map((name, day) => (
        <div className="week-row" role="row" key={name}>
          <span role="rowheader" className="font-medium">
            {SHORT_DAYS[day]}
          </span>
          <div className="week-cells" role="presentation">
            {slots.map((slot) => {
              const open = slotIsOpen(week[day] ?? [], slot);
              return (
                <button
                  key={slot}
                  type="button"
                  role="gridcell"
                  className={`cell ${slot % 2 === 0 ? "hour" : ""}`}
                  data-day={day}
                  data-slot={slot}
                  aria-selected={open}
                  aria-label={`${name} ${clockOf(slot * 30)}`}
                  tabIndex={day === focused.day && slot === focused.slot ? 0 : -1}
                  disabled={disabled}
                  onPointerDown={(event) => {
                    // So that the pointer's moves reach the cells that it comes over.
                    event.currentTarget.releasePointerCapture(event.pointerId);
                    press(day, slot);
                  }}
                />
              );
            })}
          </div>
          <div role="gridcell">
            <button
              type="button"
              className="link text-left text-12"
              disabled={disabled}
              aria-label={t("{day}: {hours}. Change the times", {
                day: name,
                hours: inWords(week[day] ?? []),
              })}
              onClick={() => onEdit(day)}
            >
              {inWords(week[day] ?? [])}
            </button>
          </div>
        </div>
      ))}
      <div className="week-row" role="row">
        <span role="gridcell" />
        <div className="week-hours" aria-hidden="true">
          {slots
            .filter((slot) => slot % 4 === 0)
            .map((slot) => (
              <span key={slot}>{clockOf(slot * 30).slice(0, 2)}</span>
            ))}
        </div>
        <div role="gridcell">
          {!all && (from > 0 || until < 48) && (
            <Button look="ghost" size="small" onClick={() => setAll(true)}>
              {t("Show all hours")}
            </Button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Paints by the pointer and by keys; `at` is the cell that keys start from. */
function usePainting(
  week: Week,
  [from, until]: readonly [number, number],
  onChange: (week: Week) => void,
) {
  const [at, setAt] = useState({ day: 0, slot: 18 });
  const grid = useRef<HTMLDivElement>(null);
  const drag = useRef<{ day: number; slot: number; open: boolean; before: Week } | null>(null);

  /** Paints a rectangle over the week as it was when the painting began. */
  const paintTo = (day: number, slot: number): void => {
    const start = drag.current;
    if (!start) return;
    const [low, high] = [Math.min(start.day, day), Math.max(start.day, day)];
    onChange(
      start.before.map((ranges, index) =>
        index >= low && index <= high ? paint(ranges, start.slot, slot, start.open) : ranges,
      ),
    );
  };
  useEffect(() => {
    const end = (): void => void (drag.current = null);
    document.addEventListener("pointerup", end);
    return () => document.removeEventListener("pointerup", end);
  }, []);

  const cellOf = (event: PointerEvent): { day: number; slot: number } | null => {
    const cell = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>(".cell");
    if (!cell || !grid.current?.contains(cell)) return null;
    return { day: Number(cell.dataset["day"]), slot: Number(cell.dataset["slot"]) };
  };
  const begin = (day: number, slot: number): void => {
    drag.current = { day, slot, open: !slotIsOpen(week[day] ?? [], slot), before: week };
    setAt({ day, slot });
  };
  const onKey = (event: KeyboardEvent): void => {
    // The buttons beside the cells have keys of their own.
    if (!(event.target instanceof Element && event.target.matches("[data-slot]"))) return;
    const moves: Record<string, [number, number]> = {
      ArrowLeft: [0, -1],
      ArrowRight: [0, 1],
      ArrowUp: [-1, 0],
      ArrowDown: [1, 0],
    };
    const move = moves[event.key];
    if (move) {
      event.preventDefault();
      const next = {
        day: Math.max(0, Math.min(6, at.day + move[0])),
        slot: Math.max(from, Math.min(until - 1, at.slot + move[1])),
      };
      if (event.shiftKey) {
        // What the cell is, its neighbours become.
        const open = slotIsOpen(week[at.day] ?? [], at.slot);
        drag.current ??= { ...at, open, before: week };
        paintTo(next.day, next.slot);
      } else drag.current = null;
      setAt(next);
      grid.current
        ?.querySelector<HTMLElement>(`[data-day="${next.day}"][data-slot="${next.slot}"]`)
        ?.focus();
    } else if (event.key === " " || event.key === "Enter") {
      event.preventDefault();
      begin(at.day, at.slot);
      paintTo(at.day, at.slot);
      drag.current = null;
    }
  };
  return {
    grid,
    at,
    onKey,
    press: (day: number, slot: number): void => {
      begin(day, slot);
      paintTo(day, slot);
    },
    onMove: (event: PointerEvent): void => {
      if (event.buttons === 0 || !drag.current) return;
      const cell = cellOf(event);
      if (cell) paintTo(cell.day, cell.slot);
    },
  };
}

/** Even hours that hold everything open, and the working day. */
function spanOf(week: Week, all: boolean): [number, number] {
  if (all) return [0, 48];
  const ranges = week.flat();
  const first = Math.min(USUAL[0] * 30, ...ranges.map(([from]) => from));
  const last = Math.max(USUAL[1] * 30, ...ranges.map(([, until]) => until));
  return [Math.floor(first / 120) * 4, Math.ceil(last / 120) * 4];
}
