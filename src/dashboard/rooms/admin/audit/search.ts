import { AUDIT_ACTIONS, type AuditAction } from "#modules/accounts/rules/audit-actions.ts";

/** What the audit log shows, by its address. */
export type AuditSearch = {
  readonly action?: AuditAction;
  readonly person?: number;
  /** Only what the person did while acting as somebody else. */
  readonly acting?: true;
  /** A key: `workspace:3`, `installation:3`. */
  readonly key?: string;
  readonly workspace?: number;
  /** A record: `campaign:31`. */
  readonly record?: string;
  /** Days of the reader, `2026-11-24`; both are shown. */
  readonly from?: string;
  readonly to?: string;
};

const idOf = (value: unknown): number | undefined => {
  const id = Number(value);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
};
const dayOf = (value: unknown): string | undefined =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;
const fitting = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === "string" && pattern.test(value) ? value : undefined;

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const action = AUDIT_ACTIONS.find((known) => known === search["action"]);
  const person = idOf(search["person"]);
  const key = fitting(search["key"], /^(?:workspace|installation):[1-9]\d{0,14}$/);
  const workspace = idOf(search["workspace"]);
  const record = fitting(search["record"], /^[a-z_]{1,40}:.{1,200}$/);
  const from = dayOf(search["from"]);
  const to = dayOf(search["to"]);
  return {
    ...(action && { action }),
    ...(person && { person }),
    ...(person && search["acting"] === true && { acting: true as const }),
    ...(key && { key }),
    ...(workspace && { workspace }),
    ...(record && { record }),
    ...(from && { from }),
    ...(to && { to }),
  };
}

/** The midnight of the reader at which a day begins, `later` days after it. */
function midnight(day: string, later = 0): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  return new Date(year, month - 1, date + later).toISOString();
}

/** The filter as the API takes it. */
export function auditParameters(search: AuditSearch): Record<string, string> {
  const { action, person, acting, key, workspace, record, from, to } = search;
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
