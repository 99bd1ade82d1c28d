import { useBlocker } from "@tanstack/react-router";
import { ask } from "./ask.tsx";

/** Asks once before a page is left on which something was changed and not stored. */
export function useUnsaved(isChanged: boolean): void {
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    shouldBlockFn: async () =>
      !(await ask({
        title: "Leave without saving?",
        text: "What you changed here is not stored yet.",
        yes: "Leave",
        no: "Stay here",
      })),
  });
}
