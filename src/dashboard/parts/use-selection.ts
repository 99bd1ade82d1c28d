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
  const isWhole = ids.length > 0 && ids.every(has);
  return {
    selection,
    select,
    has,
    toggle,
    /** Whether every row that is there is ticked. */
    isWhole,
    toggleAll: () => select({ kind: "some", ids: new Set(isWhole ? [] : ids) }),
    clear: () => select(NOTHING_PICKED),
    isEmpty: selection.kind === "some" && selection.ids.size === 0,
  };
}

const marked = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>("[data-row-id]")];
const ROW = ".vrow, tr";

/** The first thing that can be done with the selection, but for what deletes it. */
const toBar = (): void =>
  document.querySelector<HTMLElement>(".selection .ml-auto .btn:not([data-deletes])")?.focus();

/**
 * Keys of a list whose rows have something with `data-row-id` that opens them: j and k go from row to
 * row, x ticks the one that has the focus, with Shift everything from the last tick to it. Enter opens it, as any link.
 * a ticks all or none, and b goes to what can be done with those that are ticked.
 */
export const rowKeys = ({
  toggle,
  toggleAll,
}: Pick<ReturnType<typeof useSelection>, "toggle" | "toggleAll">) => {
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
  return { j: () => step(1), k: () => step(-1), x: tick, a: toggleAll, b: toBar };
};
