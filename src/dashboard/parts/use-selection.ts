import { useRef, useState } from "react";

/** Rows by id, or every one that the filters find. */
export type Selection =
  | { readonly kind: "some"; readonly ids: ReadonlySet<number> }
  | { readonly kind: "all" };

export const NOTHING_PICKED: Selection = { kind: "some", ids: new Set() };

/** What is ticked of a list; with Shift, everything between two ticks. */
export function useSelection(ids: readonly number[]) {
  const [selection, select] = useState<Selection>(NOTHING_PICKED);
  const last = useRef<number | null>(null);
  const has = (id: number): boolean => selection.kind === "all" || selection.ids.has(id);
  const toggle = (id: number, isRange: boolean): void => {
    const next = new Set(selection.kind === "all" ? ids : selection.ids);
    const isOn = !has(id);
    const [from, to] = [ids.indexOf(last.current ?? id), ids.indexOf(id)];
    const those =
      isRange && from >= 0 ? ids.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
    for (const one of those) {
      if (isOn) next.add(one);
      else next.delete(one);
    }
    last.current = id;
    select({ kind: "some", ids: next });
  };
  return {
    selection,
    select,
    has,
    toggle,
    clear: () => select(NOTHING_PICKED),
    isEmpty: selection.kind === "some" && selection.ids.size === 0,
  };
}

const marked = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-row-id]")];
const ROW = ".vrow, tr";

/**
 * Keys of a list whose rows have something with `data-row-id` that opens them: j and k go from row to
 * row, x ticks the one that has the focus, with Shift everything from the last tick to it. Enter opens it, as any link.
 */
export const rowKeys = (toggle: (id: number, isRange: boolean) => void) => {
  const step = (by: number): void => {
    const all = marked();
    const row = document.activeElement?.closest(ROW);
    const now = all.findIndex((link) => row?.contains(link));
    const next = now < 0 ? all[0] : all[now + by];
    next?.focus();
    next?.scrollIntoView({ block: "nearest" });
  };
  const tick = (event: KeyboardEvent): void => {
    const row = document.activeElement?.closest(ROW);
    const id = Number(row?.querySelector<HTMLElement>("[data-row-id]")?.dataset["rowId"]);
    if (id > 0) toggle(id, event.shiftKey);
  };
  return { j: () => step(1), k: () => step(-1), x: tick };
};
