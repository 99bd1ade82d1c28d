import { useBlocker } from "@tanstack/react-router";
import { ask } from "./ask.tsx";

/** Asks once before a page is left on which something was changed and not stored. */
export function useUnsaved(isChanged: boolean): void {
  useBlocker({
    disabled: !isChanged,
    enableBeforeUnload: isChanged,
    shouldBlockFn: async () =>
      !(await ask({
        title: "Discard unsaved changes?",
        text: "Your changes on this page are not saved.",
        yes: "Discard changes",
        no: "Keep editing",
      })),
  });
}
