import { NEWS_NOT_STORED } from "#modules/moving/rules/states.ts";
import type { Move } from "#modules/moving/contract/moves.ts";
import { Status } from "#dashboard/parts/status.tsx";
import { t } from "#dashboard/words/words.ts";

/** Trouble that is tried again by itself. */
const PASSES: readonly string[] = ["rival_unavailable", "move_failed", NEWS_NOT_STORED];

/** How far a move is; loud while a person must act. */
export function MoveState({ move: { state, trouble, has_key, found } }: { move: Move }) {
  if (trouble && state !== "ended") {
    if (PASSES.includes(trouble.code)) {
      return (
        <Status tone="warn" shape="triangle">
          {t("Tried again soon")}
        </Status>
      );
    }
    return (
      <Status tone="bad" shape="octagon" loud>
        {t("Stopped")}
      </Status>
    );
  }
  switch (state) {
    case "reading":
      return (
        <Status tone="info" shape="half">
          {t("Reading")}
        </Status>
      );
    case "ready":
      return !has_key && found.leads + found.suppressions + found.mailboxes === 0 ? (
        <Status shape="draft">{t("Waiting for files")}</Status>
      ) : (
        <Status tone="accent" shape="half">
          {t("Ready to move")}
        </Status>
      );
    case "moving":
      return (
        <Status tone="info" shape="half">
          {t("Moving")}
        </Status>
      );
    case "checking":
      return (
        <Status tone="info" shape="half">
          {t("Checking mailboxes")}
        </Status>
      );
    case "ready_to_start":
      return (
        <Status tone="accent" shape="half">
          {t("Ready to start")}
        </Status>
      );
    case "started":
      return <Status tone="ok">{t("Started")}</Status>;
    case "ended":
      return <Status shape="tick">{t("Ended")}</Status>;
  }
}
