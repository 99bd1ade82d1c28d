import { dateOf } from "#dashboard/lib/time.ts";

/** What the audit log shows, by its address. */
export type AuditSearch = {
  readonly action?: string;
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
const fitting = (value: unknown, pattern: RegExp): string | undefined =>
  typeof value === "string" && pattern.test(value) ? value : undefined;

export function readAuditSearch(search: Record<string, unknown>): AuditSearch {
  const action = fitting(search["action"], /^[a-z_.]{1,60}$/);
  const person = idOf(search["person"]);
  const key = fitting(search["key"], /^(?:workspace|installation):[1-9]\d{0,14}$/);
  const workspace = idOf(search["workspace"]);
  const record = fitting(search["record"], /^[a-z_]{1,40}:.{1,200}$/);
  const from = dateOf(search["from"]);
  const to = dateOf(search["to"]);
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
