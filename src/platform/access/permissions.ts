import { AppError } from "#platform/rules/errors.ts";

/*
 * S super_admin, A admin, E employee, C client; K: a key of a workspace may too, within its own role;
 * I: a key of the install, which has the role of an admin. Employees and clients act only in
 * workspaces that they belong to, a key only in those that it opens.
 */
const EVERYONE = "SAECKI";
const STAFF = "SAEKI";
const ADMINS = "SA";
const ADMINS_AND_KEYS = "SAI";
const PEOPLE = "SAEC";

/**
 * Who may do what: the one table, and the scopes that a key can have. What is not in it is refused.
 */
export const PERMISSIONS = {
  "account.read": EVERYONE,
  "account.edit": PEOPLE,
  "workspaces.list": EVERYONE,
  "workspaces.create": "SAE",
  "workspace.read": EVERYONE,
  "api_keys.read": "SAEK",
  "api_keys.edit": "SAE",
  "api_keys.adopt": ADMINS,
  "install_keys.read": ADMINS,
  "install_keys.edit": ADMINS,
  "admin.read": ADMINS_AND_KEYS,
  "admin.edit": ADMINS_AND_KEYS,
  "admin.impersonate": ADMINS,
  /** How people prove who they are: a key that could change it could become them. */
  "sign_in.edit": ADMINS,
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
  "organisations.edit": ADMINS_AND_KEYS,
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

/** Every action, in the order of the table. */
// Its keys are the actions.
export const ACTIONS = Object.keys(PERMISSIONS) as readonly Action[];

const LETTER = {
  super_admin: "S",
  admin: "A",
  employee: "E",
  client: "C",
} as const satisfies Record<Role, string>;

const KEY_LETTER = { workspace: "K", install: "I" } as const;
/** A key of one workspace, or one that admins made for several or all. */
export type KeyKind = keyof typeof KEY_LETTER;

/** What decides about a caller: its role, the kind of its key, and what it is limited to. */
export type Standing = {
  readonly role: Role;
  /** Null: whatever the role allows. */
  readonly only: ReadonlySet<string> | null;
} & ({ readonly byKey: false } | { readonly byKey: true; readonly keyKind: KeyKind });

/** Whether a caller may: by its role, by the kind of its key, and by what it is limited to. */
export const mayDo = (caller: Standing, action: Action): boolean =>
  mayByRole(caller, action) && (caller.only === null || caller.only.has(action));

function mayByRole(caller: Standing, action: Action): boolean {
  const rule: string = PERMISSIONS[action];
  return (
    rule.includes(LETTER[caller.role]) &&
    (!caller.byKey || rule.includes(KEY_LETTER[caller.keyKind]))
  );
}

/** Throws `forbidden` unless the caller may. */
export function assertMayDo(caller: Standing, action: Action): void {
  if (mayDo(caller, action)) return;
  throw new AppError(
    "forbidden",
    caller.byKey && mayByRole(caller, action)
      ? `This API key does not have the scope ${action}. Create one that has it.`
      : "Your role does not allow this. Ask an admin.",
  );
}

export const ROLES = ["super_admin", "admin", "employee", "client"] as const;
export type Role = (typeof ROLES)[number];
