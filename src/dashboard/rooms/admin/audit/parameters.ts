import { AUDIT_ACTIONS } from "#modules/accounts/rules/audit-actions.ts";
import type { AuditSearch } from "./search.ts";

/** The midnight of the reader at which a day begins, `later` days after it. */
function midnight(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The filter as the API takes it. */
export function auditParameters(search: AuditSearch): Record<string, string> {
  const { person, acting, key, workspace, record, from, to } = search;
  const action = AUDIT_ACTIONS.find((known) => known === search.action);
  const [kind, keyId = ""] = key?.split(":") ?? [];
  const at = record?.indexOf(":") ?? -1;
  return {
    ...(action && { action }),
    ...(person && { [acting ? "impersonator_id" : "user_id"]: String(person) }),
    ...(kind && { [kind === "workspace" ? "api_key_id" : "install_key_id"]: keyId }),
    ...(workspace && { workspace_id: String(workspace) }),
    ...(record && { target_type: record.slice(0, at), target_id: record.slice(at + 1) }),
    ...(from && { from: midnight(from) }),
    ...(to && { to: midnight(to, 1) }),
  };
}
