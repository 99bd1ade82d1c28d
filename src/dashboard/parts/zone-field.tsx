import { ChevronDown } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import { zones } from "#dashboard/lib/time.ts";
import { t } from "#dashboard/words/words.ts";
import { Field } from "./field.tsx";

/** A time zone, found by any part of its name: "new york", "berlin", "utc". */
export function ZoneField({
  label,
  zone,
  onChoose,
  hint,
  error = null,
  hideLabel = false,
  disabled = false,
}: {
  label: string;
  /** Null: none is chosen yet. */
  zone: string | null;
  onChoose: (zone: string) => void;
  hint?: ReactNode;
  error?: string | null;
  hideLabel?: boolean;
  disabled?: boolean;
}) {
  const id = useId();
  const { open, typed, found, at, setAt, show, close, type } = useSearch(zone);
  const choose = (chosen: string | undefined): void => {
    if (chosen === undefined) return;
    close();
    if (chosen !== zone) onChoose(chosen);
  };
  const onKey = (event: KeyboardEvent): void => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      if (open) setAt((at + by + found.length) % Math.max(1, found.length));
      else show();
    } else if (open && event.key === "Enter") {
      event.preventDefault();
      choose(found[at]);
    } else if (open && event.key === "Escape") {
      // Closes the list alone, not a dialog around it.
      event.stopPropagation();
      close();
    }
  };
  return (
    <Field label={label} hint={hint} error={error} hideLabel={hideLabel}>
      {(ties) => (
        <div className="relative">
          <input
            {...ties}
            className="in pr-10"
            role="combobox"
            autoComplete="off"
            spellCheck={false}
            aria-expanded={open}
            aria-autocomplete="list"
            aria-controls={open && found.length > 0 ? id : undefined}
            aria-activedescendant={open && found.length > 0 ? `${id}-${at}` : undefined}
            placeholder={t("Search time zones")}
            disabled={disabled}
            value={typed ?? zone ?? ""}
            onFocus={(event) => event.currentTarget.select()}
            onClick={show}
            onBlur={close}
            onChange={(event) => type(event.target.value)}
            onKeyDown={onKey}
          />
          <ChevronDown
            size={16}
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 right-3 my-auto text-text-3"
          />
          {open && <Found id={id} zones={found} at={at} onPoint={setAt} onChoose={choose} />}
        </div>
      )}
    </Field>
  );
}

/** What is typed, and what it finds; without a word, every zone. */
function useSearch(zone: string | null) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState<string | null>(null);
  const [at, setAt] = useState(0);
  const found = open ? zones(zone).filter((name) => typed === null || isFound(name, typed)) : [];
  return {
    open,
    typed,
    found,
    at,
    setAt,
    show: () => {
      if (!open) setAt(0);
      setOpen(true);
    },
    close: () => {
      setOpen(false);
      setTyped(null);
    },
    type: (text: string) => {
      setTyped(text);
      setAt(0);
      setOpen(true);
    },
  };
}

function Found({
  id,
  zones: found,
  at,
  onPoint,
  onChoose,
}: {
  id: string;
  zones: readonly string[];
  at: number;
  onPoint: (at: number) => void;
  onChoose: (zone: string) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [at, found.length]);
  if (found.length === 0) {
    return (
      <p className="pop menu zones menu-label" role="status">
        {t("No time zone has this name.")}
      </p>
    );
  }
  return (
    <div className="pop menu zones" id={id} role="listbox" aria-label={t("Time zones")} ref={list}>
      {found.map((name, index) => (
        <div
          key={name}
          role="option"
          tabIndex={-1}
          id={`${id}-${index}`}
          className="menu-item"
          aria-selected={index === at}
          data-highlighted={index === at ? "" : undefined}
          onPointerMove={() => onPoint(index)}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(name)}
          onKeyDown={() => undefined}
        >
          {name}
        </div>
      ))}
    </div>
  );
}

/** Whether each word of a query is in the name, however its parts are divided. */
function isFound(zone: string, query: string): boolean {
  const name = spaced(zone);
  return spaced(query)
    .split(" ")
    .every((word) => name.includes(word));
}

const spaced = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[_/\s]+/g, " ")
    .trim();
