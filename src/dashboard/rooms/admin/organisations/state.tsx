import { Status } from "#dashboard/parts/status.tsx";
import { t } from "#dashboard/words/words.ts";
import type { Organisation } from "./queries.ts";

/** Whether an organisation lets this install in. */
export function OrganisationState({ state }: Pick<Organisation, "state">) {
  switch (state) {
    case "ready":
      return (
        <Status tone="ok" shape="tick">
          {t("Ready")}
        </Status>
      );
    case "lacking":
      return (
        <Status tone="bad" shape="octagon">
          {t("Access missing")}
        </Status>
      );
    case "untested":
      return <Status shape="ring">{t("Not tested")}</Status>;
  }
}
