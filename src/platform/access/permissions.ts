import { AppError } from "#platform/rules/errors.ts";

/*
 * S super_admin, A admin, E employee, C client, c client where a switch of its workspace gives it;
 * K: a key of a workspace may too, within its own role; I: a key of the install, which has the role
 * of an admin. Employees and clients act only in workspaces that they belong to, a key only in those
 * that it opens.
 */
const EVERYONE = "SAECKI";
const STAFF_AND_SWITCHED = "SAEcKI";
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
  /** Who decides whom a provider lets in could become anybody here. */
  "sso.edit": "S",
  /** To bring everything in from another product: what an employee may see of it is their workspaces' alone. */
  "moves.read": "SAEI",
  "moves.edit": "SAEI",
  /** To take a workspace in that another installation hands over. */
  "arrivals.edit": ADMINS_AND_KEYS,
  "system.update": "S",
  "leads.read": STAFF_AND_SWITCHED,
  "leads.edit": STAFF_AND_SWITCHED,
  "leads.delete": STAFF,
  "leads.import": STAFF_AND_SWITCHED,
  "leads.enrol": STAFF,
  "leads.validate": STAFF,
  "tasks.edit": STAFF,
  "suppressions.read": STAFF_AND_SWITCHED,
  "suppressions.edit": STAFF,
  "campaigns.read": EVERYONE,
  "campaigns.edit": STAFF,
  "campaigns.run": STAFF_AND_SWITCHED,
  /** To say yes to what is sent in a client's name: who writes it must not. */
  "campaigns.approve": "c",
  "campaigns.test": STAFF,
  /** To decide about emails of which nobody knows whether they arrived. */
  "campaigns.resend": STAFF,
  /** No person is in them, and who is written for may check what was done. */
  "receipts.read": EVERYONE,
  /** Templates of the install: no client sees them, and a key of one workspace changes none. */
  "templates.read": STAFF,
  "templates.edit": "SAEI",
  "mailboxes.read": STAFF_AND_SWITCHED,
  "mailboxes.edit": STAFF,
  "mailboxes.test": STAFF,
  "connections.edit": STAFF,
  "organisations.edit": ADMINS_AND_KEYS,
  "threads.read": EVERYONE,
  "threads.answer": STAFF_AND_SWITCHED,
  /** What colleagues tell each other about a thread. */
  "threads.notes": STAFF,
  /** Who waits for an answer, by the people who should give it. */
  "threads.waiting": STAFF,
  /** To show others that one is at a thread: a key is nobody. */
  "threads.presence": "SAEc",
  /** To bring in people who took no part in a thread, and to write to who is suppressed. */
  "threads.address_anyone": STAFF,
  "threads.force": STAFF,
  "threads.forward": STAFF,
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
  /** Null: whatever the role allows. Of a client it has what its switches give. */
  readonly only: ReadonlySet<string> | null;
} & ({ readonly byKey: false } | { readonly byKey: true; readonly keyKind: KeyKind });

/** Whether a caller may: by its role, by the kind of its key, and by what it is limited to. */
export const mayDo = (caller: Standing, action: Action): boolean =>
  mayEver(caller, action) &&
  // A client of whom no switches are known has none.
  (caller.only === null ? reaches(caller.role, action) === "always" : caller.only.has(action));

/** The same whatever it is limited to: what scopes and switches can give it. */
export const mayEver = (
  caller: Pick<Standing, "role"> &
    ({ readonly byKey: false } | { readonly byKey: true; readonly keyKind: KeyKind }),
  action: Action,
): boolean =>
  reaches(caller.role, action) !== "never" &&
  (!caller.byKey || PERMISSIONS[action].includes(KEY_LETTER[caller.keyKind]));

/** What the table says of a role. */
export function reaches(role: Role, action: Action): "always" | "switched" | "never" {
  const rule: string = PERMISSIONS[action];
  if (rule.includes(LETTER[role])) return "always";
  return role === "client" && rule.includes("c") ? "switched" : "never";
}

/** Throws `forbidden` unless the caller may. */
export function assertMayDo(caller: Standing, action: Action): void {
  if (mayDo(caller, action)) return;
  throw new AppError("forbidden", refusal(caller, action));
}

function refusal(caller: Standing, action: Action): string {
  if (!mayEver(caller, action)) return "Your role does not allow this. Ask an admin.";
  if (reaches(caller.role, action) === "switched") {
    return caller.byKey
      ? `This API key lacks the scope ${action}, or clients of its workspace may not do this. Ask an admin.`
      : "Clients of this workspace may not do this. Ask an admin.";
  }
  return caller.byKey
    ? `This API key does not have the scope ${action}. Create one that has it.`
    : "Your role does not allow this. Ask an admin.";
}

export const ROLES = ["super_admin", "admin", "employee", "client"] as const;
export type Role = (typeof ROLES)[number];
