import { useRef, useState } from "react";

/** Mailboxes by id, or every one that the filters find. */
export type Selection =
  | { readonly kind: "some"; readonly ids: ReadonlySet<number> }
  | { readonly kind: "all" };

const NOTHING: Selection = { kind: "some", ids: new Set() };

/** What is ticked of a list; with Shift, everything between two ticks. */
export function useSelection(ids: readonly number[]) {
  const [selection, select] = useState<Selection>(NOTHING);
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
    clear: () => select(NOTHING),
    isEmpty: selection.kind === "some" && selection.ids.size === 0,
  };
}
