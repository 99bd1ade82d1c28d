import { useEffect, useRef } from "react";

type Handler = (event: KeyboardEvent) => void;

/**
 * Single keys of a page, by `event.key` in lower case. Silent while a person types, while a dialog
 * is open, and with Ctrl, Alt or Cmd pressed.
 */
export function useKeys(keys: Readonly<Record<string, Handler>>, active = true): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      const at = event.target instanceof Element ? event.target : null;
      if (
        at?.closest("input, textarea, select, [contenteditable=true], [role=dialog], [role=menu]")
      )
        return;
      if (document.querySelector("[role=dialog], [role=alertdialog]")) return;
      const handler = latest.current[event.key.toLowerCase()];
      if (!handler) return;
      event.preventDefault();
      handler(event);
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [active]);
}
