import { Status } from "#dashboard/parts/status.tsx";
import type { Organisation } from "./queries.ts";

/** Whether an organisation lets this install in. */
export function OrganisationState({ state }: Pick<Organisation, "state">) {
  switch (state) {
    case "ready":
      return (
        <Status tone="ok" shape="tick">
          Ready
        </Status>
      );
    case "lacking":
      return (
        <Status tone="bad" shape="octagon">
          Access missing
        </Status>
      );
    case "untested":
      return <Status shape="ring">Not tested</Status>;
  }
}
