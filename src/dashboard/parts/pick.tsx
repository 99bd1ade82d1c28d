import { useRef } from "react";
import { t } from "#dashboard/words/words.ts";

/** Ticks a row; with Shift, everything from the last tick to it. */
export function Pick({
  name,
  selected,
  disabled = false,
  onToggle,
}: {
  name: string;
  selected: boolean;
  disabled?: boolean;
  onToggle: (isRange: boolean) => void;
}) {
  const isRange = useRef(false);
  return (
    <label
      className="pick"
      // A press with Shift would mark text.
      onMouseDown={(event) => event.shiftKey && event.preventDefault()}
      onClickCapture={(event) => {
        isRange.current = event.shiftKey;
      }}
    >
      <input
        type="checkbox"
        className="disabled:opacity-40"
        aria-label={t("Select {name}", { name })}
        checked={selected}
        disabled={disabled}
        onChange={() => onToggle(isRange.current)}
      />
    </label>
  );
}
