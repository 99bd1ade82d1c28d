import { X } from "lucide-react";
import { useState } from "react";
import { Button } from "#dashboard/parts/button.tsx";
import { TextField } from "#dashboard/parts/field.tsx";
import { locale, t } from "#dashboard/words/words.ts";

/** As the contract allows. */
const MOST = 500;

/** Days without emails, one by one. */
export function Holidays({
  days,
  disabled,
  onChange,
}: {
  /** YYYY-MM-DD. */
  days: readonly string[];
  disabled: boolean;
  onChange: (days: string[]) => void;
}) {
  const [date, setDate] = useState("");
  const isKnown = days.includes(date);
  const add = (): void => {
    if (date === "" || isKnown || days.length >= MOST) return;
    onChange([...days, date].toSorted());
    setDate("");
  };
  return (
    <div className="grid content-start gap-2">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <TextField
            label={t("Holidays")}
            type="date"
            value={date}
            disabled={disabled}
            error={isKnown ? t("This day is in the list.") : null}
            hint={t("No emails on these days.")}
            onChange={(event) => setDate(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== "Enter") return;
              event.preventDefault();
              add();
            }}
          />
        </div>
        {!disabled && (
          <Button className="mt-6" disabled={date === "" || isKnown} onClick={add}>
            {t("Add day")}
          </Button>
        )}
      </div>
      {days.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label={t("Days without emails")}>
          {days.map((day) => (
            <li key={day} className={disabled ? "tag" : "filter"}>
              {inWords(day)}
              {!disabled && (
                <button
                  type="button"
                  aria-label={t("Remove {day}", { day: inWords(day) })}
                  onClick={() => onChange(days.filter((other) => other !== day))}
                >
                  <X size={14} aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** "Fri 25 Dec 2026". */
const inWords = (day: string): string =>
  new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    year: "numeric",
    timeZone: "UTC",
  })
    .format(new Date(`${day}T00:00:00Z`))
    .replace(",", "");
