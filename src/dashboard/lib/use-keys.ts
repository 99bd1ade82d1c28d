import { useEffect, useRef } from "react";
import { keep, readKept } from "./kept.ts";
import { createStore } from "./store.ts";

type Handler = (event: KeyboardEvent) => void;

const isFlag = (value: unknown): value is boolean => typeof value === "boolean";

/** Whether keys without Ctrl do anything: people who speak to their computer turn them off. */
export const singleKeys = createStore(readKept("single-keys", isFlag) ?? true);

export function setSingleKeys(on: boolean): void {
  singleKeys.set(on);
  keep("single-keys", on);
}

/** Whether single keys mean nothing now: while a person types, while a dialog is open, and with Ctrl, Alt or Cmd pressed. */
export function isSilent(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true;
  const at = event.target instanceof Element ? event.target : null;
  return (
    Boolean(
      // Who ticks a row by mouse goes on by key.
      at?.closest(
        "input:not([type=checkbox]), textarea, select, [contenteditable=true], [role=dialog], [role=menu]",
      ),
    ) || document.querySelector("[role=dialog], [role=alertdialog]") !== null
  );
}

/** Single keys of a page, by `event.key` in lower case. */
export function useKeys(keys: Readonly<Record<string, Handler>>, active = true): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent): void => {
      if (isSilent(event) || !singleKeys.get()) return;
      const handler = latest.current[event.key.toLowerCase()];
      if (!handler) return;
      event.preventDefault();
      handler(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [active]);
}
