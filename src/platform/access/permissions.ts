/*
 * S super_admin, A admin, E employee, C client; K: an API key may too, within its own role.
 * Employees and clients act only in workspaces that they belong to, a key only in its own.
 */
const EVERYONE = "SAECK";
const STAFF = "SAEK";
const ADMINS = "SA";
const PEOPLE = "SAEC";

/**
 * Who may do what: the one table. What is not in it is refused.
 */
export const PERMISSIONS = {
  "account.read": EVERYONE,
  "account.edit": PEOPLE,
  "workspaces.list": EVERYONE,
  "workspaces.create": "SAE",
  "workspace.read": EVERYONE,
  "api_keys.read": STAFF,
  "api_keys.edit": "SAE",
  "api_keys.adopt": ADMINS,
  "admin.read": ADMINS,
  "admin.edit": ADMINS,
  "admin.impersonate": ADMINS,
  "system.update": "S",
  "leads.read": EVERYONE,
  "leads.edit": EVERYONE,
  "leads.delete": STAFF,
  "leads.import": STAFF,
  "leads.enrol": STAFF,
  "leads.validate": STAFF,
  "suppressions.read": EVERYONE,
  "suppressions.edit": STAFF,
  "campaigns.read": EVERYONE,
  "campaigns.edit": STAFF,
  "campaigns.run": STAFF,
  "mailboxes.read": EVERYONE,
  "mailboxes.edit": STAFF,
  "mailboxes.test": STAFF,
  "connections.edit": STAFF,
  "organisations.edit": ADMINS,
  "threads.read": EVERYONE,
  "threads.answer": EVERYONE,
  /** To bring in people who took no part in a thread, and to write to who is suppressed. */
  "threads.address_anyone": STAFF,
  "threads.force": STAFF,
  "reply_templates.edit": STAFF,
  "notifications.read": STAFF,
  "notifications.edit": STAFF,
  "settings.read": STAFF,
  "settings.edit": STAFF,
  "webhooks.read": STAFF,
  "webhooks.edit": STAFF,
  "integrations.read": STAFF,
  "integrations.edit": STAFF,
  "ai.use": STAFF,
  "mcp.use": EVERYONE,
} as const satisfies Record<string, string>;

export type Action = keyof typeof PERMISSIONS;

const LETTER = {
  super_admin: "S",
  admin: "A",
  employee: "E",
  client: "C",
} as const satisfies Record<Role, string>;

/** Whether a caller of this role may; `byKey` when it holds an API key instead of a session. */
export function mayDo(
  caller: { readonly role: Role; readonly byKey: boolean },
  action: Action,
): boolean {
  const rule: string = PERMISSIONS[action];
  return rule.includes(LETTER[caller.role]) && (!caller.byKey || rule.includes("K"));
}

export const ROLES = ["super_admin", "admin", "employee", "client"] as const;
export type Role = (typeof ROLES)[number];
