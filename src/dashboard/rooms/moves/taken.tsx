import type { CSSProperties } from "react";
import type { MoveClient } from "#modules/moving/contract/moves.ts";
import { count } from "#dashboard/lib/format.ts";
import { t } from "#dashboard/words/words.ts";
import { Say } from "#dashboard/words/say.tsx";
import { takenOver } from "./found.ts";

/** How much of what was found is in the workspace by now. */
export function Taken({ of }: { of: Pick<MoveClient, "found" | "waiting"> }) {
  const { all, done } = takenOver(of);
  if (all === 0) return <span className="text-text-3">{t("Nothing to take over")}</span>;
  return (
    <span className="grid min-w-28 gap-1">
      <span className="meter" aria-hidden="true">
        <i className="ok" style={{ "--v": (done / all) * 100 } as CSSProperties} />
      </span>
      <span className="text-12 text-text-2">
        <Say
          id="{done} of {all}<0> taken over</0>"
          values={{ done: count(done), all: count(all) }}
          parts={{ 0: <span className="wide:hidden" /> }}
        />
      </span>
    </span>
  );
}
