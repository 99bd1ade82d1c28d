import { useBeforeLeaving } from "#dashboard/routing/leaving.ts";
import { ask } from "./ask.tsx";
import { t } from "#dashboard/words/words.ts";

/** Asks once before a page is left on which something was changed and not stored. */
export function useUnsaved(isChanged: boolean): void {
  useBeforeLeaving(isChanged, () =>
    ask({
      title: t("Discard unsaved changes?"),
      text: t("Your changes on this page are not saved."),
      yes: t("Discard changes"),
      no: t("Keep editing"),
    }),
  );
}
