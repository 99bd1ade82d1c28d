/*
 * Where rows of a workspace name people of the installation. The installation that takes it in knows them by
 * their addresses, or not at all.
 */

/** Columns with the id of a person, or null. */
export const PEOPLE_COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ["campaign_approvals", "by_user"],
  ["campaign_approvals", "decided_by"],
  ["campaign_drafts", "by_user"],
  ["campaign_versions", "by_user"],
  ["import_links", "created_by"],
  ["jobs", "created_by"],
  ["mail_grants", "granted_by"],
  ["mailbox_imports", "created_by"],
  ["notifications", "user_id"],
  ["push_causes", "user_id"],
  ["tasks", "assigned_to"],
  ["thread_notes", "author_id"],
  ["thread_presence", "user_id"],
  ["threads", "assigned_to"],
];

/** Tables of which the rows of a person concern nobody else: without the person they go. */
export const OF_ONE_PERSON: readonly string[] = ["notifications", "push_causes", "thread_presence"];

/** Columns with `user:7` or `key:3`. */
export const CALLER_COLUMNS: readonly (readonly [table: string, column: string])[] = [
  ["campaign_leads", "sent_now_by"],
  ["outbox", "created_by"],
  ["placement_searches", "created_by"],
  ["placement_tests", "created_by"],
  ["postmaster_figures", "entered_by"],
  ["resends", "asked_by"],
  ["tasks", "created_by"],
  ["tasks", "ended_by"],
];

/** Columns of JSON in which rules, steps and settings name people. */
export const WRITTEN: readonly (readonly [table: string, column: string])[] = [
  ["campaign_approvals", "content"],
  ["campaign_drafts", "draft"],
  ["campaign_rules", "then"],
  ["campaign_versions", "content"],
  ["steps", "task"],
  ["thread_notes", "mentions"],
  ["workspace_settings", "value"],
];

/** Those rows of such a column that may name somebody. */
export const writtenIn = (table: string, column: string, workspaceId: number): string =>
  `SELECT rowid AS id, "${column}" AS text FROM ${table} WHERE workspace_id = ${workspaceId}
    AND (${column === "mentions" ? `"${column}" <> '[]'` : `"${column}" GLOB '*"assign*"*' OR "${column}" GLOB '*"user_id"*'`})`;

/** The value with other ids of people: what names somebody unknown (null) is null, or is left out of its list. */
export function walkPeople(value: unknown, other: (id: number) => number | null): unknown {
  // `mentions`: a list of ids.
  if (Array.isArray(value) && value.every((id) => typeof id === "number")) {
    return value.map(other).filter((id) => id !== null);
  }
  return walked(value, other);
}

function walked(value: unknown, other: (id: number) => number | null): unknown {
  if (Array.isArray(value)) {
    return value.map((each) => walked(each, other)).filter((each) => each !== GONE);
  }
  if (typeof value !== "object" || value === null) return value;
  const fields: Record<string, unknown> = {};
  for (const [name, each] of Object.entries(value)) {
    if (name === "assign_to" && Array.isArray(each)) {
      const left = each.map((id: unknown) => other(Number(id))).filter((id) => id !== null);
      if (left.length === 0) return GONE;
      fields[name] = left;
    } else if (name === "user_id" && typeof each === "number") {
      const id = other(each);
      if (id === null) return GONE;
      fields[name] = id;
    } else if (name === "assigned_to" && typeof each === "number") {
      fields[name] = other(each);
    } else {
      fields[name] = walked(each, other);
    }
  }
  return fields;
}

/** Something that is about one person alone, who is unknown. */
const GONE = Symbol("gone");
