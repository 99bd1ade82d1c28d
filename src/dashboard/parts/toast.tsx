import { X } from "lucide-react";
import { useEffect, useState } from "react";
import { createStore, useStore } from "#dashboard/lib/store.ts";
import { t } from "#dashboard/words/words.ts";
import { Button } from "./button.tsx";

type Toast = {
  readonly text: string;
  /** Takes it back. */
  readonly undo?: (() => void) | undefined;
  /** It went away without having been taken back. */
  readonly gone?: (() => void) | undefined;
};

const STAYS_MS = 10_000;
const shown = createStore<Toast | null>(null);

/** Says what has happened, for ten seconds. Errors are no toasts: they are where the work is. */
export const toast = (text: string, undo?: () => void, gone?: () => void): void =>
  turnTo({ text, undo, gone });

/** What was done cannot be taken back by `undo` any more: the words stay, the button goes. */
export function withdraw(undo: () => void): void {
  const now = shown.get();
  if (now?.undo === undo) shown.set({ text: now.text });
}

function turnTo(next: Toast | null): void {
  const before = shown.get();
  shown.set(next);
  before?.gone?.();
}

/** Where toasts appear, one at a time; the shell has one. It stays while it is looked at. */
export function Toasts() {
  const now = useStore(shown);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (!now || isPaused) return;
    const timer = setTimeout(() => turnTo(null), STAYS_MS);
    return () => clearTimeout(timer);
  }, [now, isPaused]);
  return (
    <div className="toasts" role="status" aria-live="polite">
      {now && (
        <div
          className="toast"
          onPointerEnter={() => setPaused(true)}
          onPointerLeave={() => setPaused(false)}
          onFocus={() => setPaused(true)}
          onBlur={() => setPaused(false)}
        >
          <span>{now.text}</span>
          {now.undo && (
            <Button
              look="ghost"
              onClick={() => {
                now.undo?.();
                shown.set(null);
              }}
            >
              {t("Undo")}
            </Button>
          )}
          <Button look="ghost" icon aria-label={t("Close")} onClick={() => turnTo(null)}>
            <X size={16} aria-hidden="true" />
          </Button>
        </div>
      )}
    </div>
  );
}
