import { Link } from "#dashboard/routing/link.tsx";
import type { ReactNode } from "react";
import { buttonClass } from "#dashboard/parts/button.tsx";
import { useWorkspace } from "#dashboard/shell/use-workspace.ts";
import { t } from "#dashboard/words/words.ts";

/** Beside the first action of an empty list: the way in for those who use another product. */
export function MoveInOr({ wid, children }: { wid: number; children: ReactNode }) {
  const { me, may } = useWorkspace();
  if (!may("moves.edit") || me.own_host) return children;
  return (
    <span className="flex flex-wrap gap-2">
      {children}
      <Link
        to="/admin/moves"
        search={{ make: true, workspace: wid }}
        className={buttonClass({ look: "ghost" })}
      >
        {t("Move in from another product")}
      </Link>
    </span>
  );
}
