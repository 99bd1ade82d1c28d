import type { Role } from "./roles.ts";

const EVERYONE = ["super_admin", "admin", "employee", "client"] as const;
const STAFF = ["super_admin", "admin", "employee"] as const;
const ADMINS = ["super_admin", "admin"] as const;

/**
 * Who may do what (spec 5.6, contract 1.1): the one table. What is not in it is refused.
 * Inside a workspace the caller must also be let in: employees and clients by membership.
 */
export const PERMISSIONS = {
  "account.read": EVERYONE,
  "workspaces.list": EVERYONE,
  "workspaces.create": STAFF,
  "workspace.read": EVERYONE,
  "admin.read": ADMINS,
  "leads.read": EVERYONE,
  "leads.edit": EVERYONE,
  "leads.import": STAFF,
  "leads.enrol": STAFF,
  "campaigns.read": EVERYONE,
  "campaigns.edit": STAFF,
  "campaigns.run": STAFF,
  "mailboxes.read": EVERYONE,
  "mailboxes.edit": STAFF,
  "mailboxes.test": STAFF,
  "threads.read": EVERYONE,
  "webhooks.read": STAFF,
  "webhooks.edit": STAFF,
} as const satisfies Record<string, readonly Role[]>;

export type Action = keyof typeof PERMISSIONS;

export const mayDo = (role: Role, action: Action): boolean =>
  (PERMISSIONS[action] as readonly Role[]).includes(role);
