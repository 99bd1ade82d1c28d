import { describe, expect, it } from "vitest";
import { type Claims, describePerson, mayLinkByEmail } from "#modules/accounts/rules/sso.ts";
import { ROLES } from "#platform/access/permissions.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";

const place = (id: number) => asId<WorkspaceId>(id);
const RULES: Parameters<typeof describePerson>[1] = {
  issuer: "https://id.example.com",
  domains: [],
  trust_email: false,
  role_claim: "groups",
  roles: [
    { value: "admins", role: "admin", workspaces: [] },
    { value: "sales", role: "employee", workspaces: [place(1)] },
    { value: "support", role: "employee", workspaces: [place(2), place(1)] },
    { value: "staff", role: "employee", workspaces: null },
    { value: "acme", role: "client", workspaces: [place(9)] },
  ],
  default_role: null,
  mfa_values: ["mfa"],
};
const described = (claims: Claims, more: Partial<typeof RULES> = {}) =>
  describePerson(
    { email: "Ann@Example.com", email_verified: true, ...claims },
    { ...RULES, ...more },
  );
const accessOf = (groups: unknown, more: Partial<typeof RULES> = {}) =>
  described({ groups }, more).access;

describe("access by claims", () => {
  it.each([
    [["sales"], { role: "employee", workspaces: [1], keepsOthers: false }],
    ["sales", { role: "employee", workspaces: [1], keepsOthers: false }],
    [["support", "sales"], { role: "employee", workspaces: [1, 2], keepsOthers: false }],
    [["staff", "sales"], { role: "employee", workspaces: [1], keepsOthers: true }],
    [["acme", "sales"], { role: "employee", workspaces: [1], keepsOthers: false }],
    [["acme"], { role: "client", workspaces: [9], keepsOthers: false }],
    [["sales", "admins"], { role: "admin", workspaces: [], keepsOthers: true }],
    [["Sales"], null],
    [[], null],
    [undefined, null],
    [[{ name: "admins" }, 7, null], null],
    [{ admins: true }, null],
  ])("%j", (groups, access) => expect(accessOf(groups)).toEqual(access));

  it("is set here without rows, and what the default says where none fits", () => {
    expect(accessOf([], { roles: [] })).toBe("set_here");
    expect(accessOf([], { default_role: "employee" })).toEqual({
      role: "employee",
      workspaces: [],
      keepsOthers: true,
    });
  });

  it("finds a claim by its whole name, or step by step, and nothing that objects inherit", () => {
    const read = (role_claim: string, claims: Claims) => described(claims, { role_claim }).access;
    const employee = { role: "employee", workspaces: [place(1)], keepsOthers: false };
    expect(read("https://x.test/roles", { "https://x.test/roles": ["sales"] })).toEqual(employee);
    expect(read("a.b.c", { a: { b: { c: "sales" } } })).toEqual(employee);
    expect(read("a.b", { "a.b": "sales", a: { b: "admins" } })).toEqual(employee);
    for (const name of ["constructor.name", "__proto__", "a.__proto__.x", "a..b"]) {
      expect(read(name, { a: ["sales"] })).toBeNull();
    }
  });
});

describe("an address", () => {
  it.each([
    [{ email_verified: true }, "ann@example.com"],
    [{ email_verified: "true" }, "ann@example.com"],
    [{ email_verified: false }, null],
    [{ email_verified: "false", xms_edov: true }, null],
    [{ email_verified: null }, null],
    [{ email_verified: undefined }, null],
    [{ email_verified: undefined, xms_edov: 1 }, "ann@example.com"],
    [{ email_verified: undefined, xms_edov: "0" }, null],
    [{ email: "ann" }, null],
    [{ email: "a@b@c" }, null],
    [{ email: "a b@c" }, null],
    [{ email: 7 }, null],
    [{ email: `${"a".repeat(250)}@b.test` }, null],
  ])("%j", (claims, email) => expect(described(claims).email).toBe(email));

  it("counts without a word of the provider where the admin trusts it", () => {
    const trust = { trust_email: true };
    expect(described({ email_verified: undefined }, trust).email).toBe("ann@example.com");
    expect(described({ email_verified: false }, trust).email).toBeNull();
  });

  it("of Google is allowed by its Workspace, not by what is typed before the sign @", () => {
    const google = { issuer: "https://accounts.google.com", domains: ["example.com"] };
    const allowed = (claims: Claims, more: object = {}) =>
      described(claims, { ...google, ...more }).hasAllowedDomain;
    expect(allowed({ hd: "example.com" })).toBe(true);
    expect(allowed({})).toBe(false);
    expect(allowed({ hd: "evil.test" })).toBe(false);
    expect(allowed({ hd: "example.com", email: "ann@evil.test" })).toBe(false);
    expect(allowed({ hd: "example.com" }, { domains: [] })).toBe(false);
    expect(described({}).hasAllowedDomain).toBe(true);
  });
});

describe("a person", () => {
  it("has the name that the provider says, on one line, or what stands before the sign @", () => {
    expect(described({ name: " Ann\u202e\nB " }).name).toBe("Ann B");
    expect(described({ given_name: "Ann", family_name: "Berg" }).name).toBe("Ann Berg");
    expect(described({ name: 7 }).name).toBe("ann");
    expect(described({ name: "x".repeat(5_000) }).name).toHaveLength(200);
  });

  it("has proved two factors where amr or acr has a value of the admin's", () => {
    expect(described({ amr: ["pwd", "mfa"] }).isStrong).toBe(true);
    expect(described({ acr: "mfa" }).isStrong).toBe(true);
    expect(described({ amr: ["MFA"] }).isStrong).toBe(false);
    expect(described({ amr: ["mfa"] }, { mfa_values: [] }).isStrong).toBe(false);
    expect(described({ amr: ["*"] }).isStrong).toBe(false);
    expect(described({}, { mfa_values: ["*"] }).isStrong).toBe(true);
  });

  it("is linked by the address up to the role that the provider gives, a super admin never", () => {
    const linkable = (access: Parameters<typeof mayLinkByEmail>[1]) =>
      ROLES.filter((role) => mayLinkByEmail(role, access));
    const given = (role: "admin" | "employee" | "client") => ({
      role,
      workspaces: [],
      keepsOthers: true,
    });
    expect(linkable("set_here")).toEqual(["employee", "client"]);
    expect(linkable(given("admin"))).toEqual(["admin", "employee", "client"]);
    expect(linkable(given("client"))).toEqual(["client"]);
  });
});
