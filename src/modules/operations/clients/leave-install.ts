import { auditStatement, bySystem } from "#modules/accounts/audit/audit-statement.ts";
import { moveTotals, standing } from "#modules/operations/figures/totals-store.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { type InstallStatement, onlyIf } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/**
 * For the batch in which a workspace leaves for another installation, before it stands no more: it
 * counts in no sum from then on, and the audit log names where it went.
 */
export const departureStatements = (
  deps: Pick<Deps, "install" | "now">,
  id: WorkspaceId,
  to: string,
): readonly InstallStatement[] => [
  moveTotals(deps.install, id, -1, standing(id)),
  auditStatement(
    bySystem(deps),
    {
      action: "workspace.departed",
      workspaceId: id,
      target: { type: "workspace", id },
      details: { to },
    },
    onlyIf(standing(id)),
  ),
];
