import {
  type Action,
  ACTIONS,
  type KeyKind,
  mayEver,
  PERMISSIONS,
  type Role,
} from "./permissions.ts";

/** Named sets of scopes. `full` is whatever the key's role allows, now and in later versions. */
export const PRESETS = ["read", "leads", "send", "full"] as const;
export type Preset = (typeof PRESETS)[number];

/** Whom a key stands for. */
export type KeyRole =
  | { readonly keyKind: "workspace"; readonly role: "employee" | "client" }
  | { readonly keyKind: "install"; readonly role: "admin" };

const group = (action: Action): string => action.split(".")[0] ?? "";

/** What a program needs to find its way, whatever it is for. */
const ORIENTATION: readonly Action[] = [
  "account.read",
  "workspaces.list",
  "workspace.read",
  "mcp.use",
];
const isReading = (action: Action): boolean =>
  ORIENTATION.includes(action) || action.endsWith(".read");
const isOfLeads = (action: Action): boolean =>
  ORIENTATION.includes(action) ||
  action === "campaigns.read" ||
  ["leads", "suppressions"].includes(group(action));
const SENDING = ["campaigns", "threads", "reply_templates", "ai"];
const isOfSending = (action: Action): boolean =>
  isOfLeads(action) ||
  SENDING.includes(group(action)) ||
  (isReading(action) && !reachesBeyond(action)) ||
  action === "mailboxes.test" ||
  action === "notifications.edit";

const PARTS = {
  read: isReading,
  leads: isOfLeads,
  send: isOfSending,
  full: () => true,
} as const satisfies Record<Preset, (action: Action) => boolean>;

/** Whether an action concerns the whole install: a key of the install may, one of a workspace never. */
export function reachesBeyond(action: Action): boolean {
  const rule: string = PERMISSIONS[action];
  return rule.includes("I") && !rule.includes("K");
}

/** Every scope that a key of that kind and role can have. */
export const scopesFor = (key: KeyRole): readonly Action[] =>
  ACTIONS.filter((action) => mayEver({ ...key, byKey: true }, action));

/** What a preset gives such a key. One for named workspaces reaches no further, unless it is asked for by name. */
export const presetScopes = (
  preset: Preset,
  key: KeyRole,
  everywhere: boolean,
): readonly Action[] =>
  scopesFor(key).filter(
    (action) => PARTS[preset](action) && (everywhere || !reachesBeyond(action)),
  );

/** The preset that has just these scopes; null: chosen one by one. */
export function presetOf(
  scopes: readonly string[] | null,
  key: KeyRole,
  everywhere: boolean,
): Preset | null {
  if (scopes === null) return "full";
  const has = new Set(scopes);
  return (
    PRESETS.filter((preset) => preset !== "full").find((preset) => {
      const parts = presetScopes(preset, key, everywhere);
      return parts.length === has.size && parts.every((action) => has.has(action));
    }) ?? null
  );
}

/** Every role of a key. */
export const KEY_ROLES: readonly KeyRole[] = [
  { keyKind: "workspace", role: "employee" },
  { keyKind: "workspace", role: "client" },
  { keyKind: "install", role: "admin" },
] satisfies readonly { keyKind: KeyKind; role: Role }[];
