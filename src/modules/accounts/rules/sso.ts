import type { Role } from "#platform/access/permissions.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { type Outside, type OutsideText, trimEnd } from "#platform/rules/outside-text.ts";
import type { InvitedRole } from "./administer.ts";

/** What a provider says of a person. */
export type Claims = Readonly<Record<string, unknown>>;

/** How people of a provider get in, as an admin or the environment says. */
type Rules = {
  readonly issuer: string;
  readonly domains: readonly string[];
  readonly trust_email: boolean;
  readonly role_claim: string | null;
  readonly roles: readonly {
    readonly value: string;
    readonly role: InvitedRole;
    readonly workspaces: readonly WorkspaceId[] | null;
  }[];
  readonly default_role: "employee" | null;
  readonly mfa_values: readonly string[];
};

/** A person as the provider describes them. */
export type Described = {
  /** Lower case; null where there is none that the provider has verified. */
  readonly email: string | null;
  readonly name: string;
  readonly hasAllowedDomain: boolean;
  /** Whether they proved two factors there, by the admin's own measure. */
  readonly isStrong: boolean;
  /** Null: the rules give no access. */
  readonly access: Access | "set_here" | null;
};

/** What the rules give. */
export type Access = {
  readonly role: InvitedRole;
  readonly workspaces: readonly WorkspaceId[];
  /** Whether other workspaces, which were assigned here, stay. */
  readonly keepsOthers: boolean;
};

/** Whose addresses and requests need more than the standard says. */
export const isGoogle = (issuer: string): boolean =>
  trimEnd(issuer, "/") === "https://accounts.google.com";

/** More than any provider puts into a token. */
const MOST_VALUES = 2_000;
const MAX_NAME = 200;
const MAX_EMAIL = 254;
/** Steps of a claim within claims. */
const DEEPEST = 10;

export function describePerson(claims: Outside<Claims>, rules: Rules): Described {
  const email = verifiedEmail(claims, rules.trust_email);
  return {
    email,
    name: nameOf(claims, email),
    hasAllowedDomain: email !== null && isAllowed(claims, email, rules),
    isStrong: isStrong(claims, rules),
    access: accessOf(claims, rules),
  };
}

/** Whether the ID token lacks something that the provider may say when it is asked for the person. */
export const isIncomplete = (claims: Outside<Claims>, { role_claim, roles }: Rules): boolean =>
  readEmail(claims["email"]) === null ||
  (roles.length > 0 && role_claim !== null && valuesOf(claims, role_claim).length === 0);

/** A provider that demands two factors of everybody need not say so each time. */
const EVERY_SIGN_IN = "*";

const isStrong = (claims: Claims, { mfa_values: values }: Rules): boolean =>
  values.includes(EVERY_SIGN_IN) ||
  [...valuesOf(claims, "amr"), ...valuesOf(claims, "acr")].some((value) => values.includes(value));

function verifiedEmail(claims: Claims, trusts: boolean): string | null {
  const said = claims["email_verified"];
  // Microsoft says it by a claim of its own: the tenant owns the domain of the address.
  const isVerified = said === undefined ? trusts || isYes(claims["xms_edov"]) : isYes(said);
  return isVerified ? readEmail(claims["email"]) : null;
}

const isYes = (value: unknown): boolean => [true, "true", 1, "1"].some((yes) => yes === value);

function readEmail(value: unknown): string | null {
  if (typeof value !== "string" || value.length > MAX_EMAIL) return null;
  const email = value.trim().toLowerCase();
  return isAddress(email) ? email : null;
}

/** One sign @, something on both sides, and nothing that would end an address. */
const isAddress = (text: OutsideText): boolean =>
  /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/.test(text);

/**
 * Google verifies any address once, of any domain: only `hd` says that the domain's
 * own Workspace made the account.
 */
function isAllowed(claims: Claims, email: string, { issuer, domains }: Rules): boolean {
  if (domains.length === 0) return !isGoogle(issuer);
  if (!domains.includes(email.slice(email.lastIndexOf("@") + 1))) return false;
  return !isGoogle(issuer) || domains.some((domain) => domain === claims["hd"]);
}

function nameOf(claims: Claims, email: string | null): string {
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === "string" ? plainLine(value, MAX_NAME) : "";
  };
  const both = `${text("given_name")} ${text("family_name")}`.trim();
  return text("name") || plainLine(both, MAX_NAME) || (email?.split("@")[0] ?? "");
}

/** The texts of a claim: by its whole name, which may have dots, or step by step. */
function valuesOf(claims: Claims, name: string): string[] {
  const found = Object.hasOwn(claims, name) ? claims[name] : within(claims, name.split("."));
  const values: unknown[] = Array.isArray(found) ? found.slice(0, MOST_VALUES) : [found];
  return values.filter((value) => typeof value === "string");
}

function within(claims: Claims, steps: readonly string[]): unknown {
  if (steps.length > DEEPEST) return undefined;
  let at: unknown = claims;
  for (const step of steps) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string, unknown>)[step];
  }
  return at;
}

function accessOf(claims: Claims, { role_claim, roles, default_role }: Rules): Described["access"] {
  if (roles.length === 0 || role_claim === null) return "set_here";
  const has = new Set(valuesOf(claims, role_claim));
  const fitting = roles.filter(({ value }) => has.has(value));
  const [first] = fitting.toSorted((a, b) => rankOf(b.role) - rankOf(a.role));
  if (!first) {
    return default_role && { role: default_role, workspaces: [], keepsOthers: true };
  }
  const rows = fitting.filter(({ role }) => role === first.role);
  return {
    role: first.role,
    workspaces: [...new Set(rows.flatMap(({ workspaces }) => workspaces ?? []))],
    // Admins enter all, and keep theirs for a day on which they are none.
    keepsOthers: first.role === "admin" || rows.some(({ workspaces }) => workspaces === null),
  };
}

const RANKS = { client: 0, employee: 1, admin: 2, super_admin: 3 } as const satisfies Record<
  Role,
  number
>;
const rankOf = (role: Role): number => RANKS[role];

/**
 * Whether an account may be linked to a person of the provider by its address alone: only where its
 * role is not above what the provider gives. An admin of the provider could otherwise become anybody
 * here.
 */
export const mayLinkByEmail = (role: Role, access: Access | "set_here"): boolean =>
  rankOf(role) <= rankOf(access === "set_here" ? "employee" : access.role);
