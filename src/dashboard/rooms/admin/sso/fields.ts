import type { SsoAdmin, SsoBody } from "#modules/accounts/contract/sso.ts";

type Role = SsoAdmin["roles"][number]["role"];

/** A row of the table as the form holds it. */
export type RoleRow = {
  /** Of this form alone. */
  readonly key: number;
  readonly value: string;
  readonly role: Role;
  /** Null: assigned in Outrider. */
  readonly workspaces: readonly number[] | null;
};

let keys = 0;
export const newRow = (row: Omit<RoleRow, "key">): RoleRow => ({ key: keys++, ...row });

/** Single sign-on as its form holds it: texts, empty where nothing is entered. */
export const fieldsOfSso = (sso: SsoAdmin) => ({
  issuer: sso.issuer ?? "",
  client_id: sso.client_id ?? "",
  client_secret: "",
  // What nobody has entered is shown as a placeholder.
  name: sso.source === null ? "" : sso.name,
  scopes: sso.source === null ? "" : sso.scopes.join(" "),
  domains: sso.domains.join(", "),
  create_people: sso.create_people,
  trust_email: sso.trust_email,
  role_claim: sso.role_claim ?? "",
  roles: sso.roles.map(newRow) as readonly RoleRow[],
  has_default: sso.default_role !== null,
  mfa_values: sso.mfa_values.join(", "),
  session_hours: sso.session_hours as number | string | null,
});
export type SsoFields = ReturnType<typeof fieldsOfSso>;

const listOf = (text: string, separator: RegExp): string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== "");

/** What a form says, as the API takes it. */
export function bodyOfSso(fields: SsoFields): Record<keyof SsoBody, unknown> {
  const { client_secret, name, session_hours, role_claim } = fields;
  const scopes = listOf(fields.scopes, /[\s,]+/);
  return {
    issuer: fields.issuer.trim(),
    client_id: fields.client_id,
    client_secret: client_secret === "" ? undefined : client_secret,
    name: name.trim() === "" ? undefined : name,
    scopes: scopes.length === 0 ? undefined : scopes,
    domains: listOf(fields.domains, /[\s,]+/),
    create_people: fields.create_people,
    trust_email: fields.trust_email,
    role_claim: role_claim.trim() === "" ? null : role_claim,
    roles: fields.roles.map(({ value, role, workspaces }) => ({
      value,
      role,
      workspaces: role === "admin" ? null : workspaces,
    })),
    default_role: fields.has_default ? "employee" : null,
    mfa_values: listOf(fields.mfa_values, /,/),
    session_hours: session_hours ?? undefined,
  };
}
