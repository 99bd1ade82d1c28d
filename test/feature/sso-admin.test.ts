import { afterEach, describe, expect, it } from "vitest";
import { oauthClients } from "#platform/oauth/schema.ts";
import { harness } from "#test/support/harness.ts";
import { CLIENT } from "#test/support/oauth/certified-provider.ts";
import { egressTo, labProvider } from "#test/support/oauth/provider.ts";
import { ADMIN_SSO, SSO, type SsoInstall, ssoInstall } from "#test/support/sso.ts";
import { auditOf } from "#test/support/staff.ts";

let install: SsoInstall;
afterEach(() => install.close());

describe("the set-up of single sign-on", () => {
  it("200: keeps the secret sealed, shows all but it, and is removed again", async () => {
    install = await ssoInstall(null);
    const { t, setUp, super_admin, admin, provider, rootWid, body } = install;
    const before = await admin.get(ADMIN_SSO);
    expect(before.json).toMatchObject({
      source: null,
      issuer: null,
      has_client_secret: false,
      proved: false,
      redirect_uri: "http://localhost/api/v1/auth/sso/callback",
      start_url: "http://localhost/api/v1/auth/sso/start",
    });
    expect((await t.get(SSO, { cookie: "" })).json).toEqual({
      enabled: false,
      name: null,
      only: false,
      start_url: null,
    });
    const rules = {
      role_claim: "groups",
      roles: [{ value: "sales", role: "employee", workspaces: [rootWid] }],
      mfa_values: ["mfa"],
      session_hours: 8,
    };
    const saved = await setUp(rules);
    expect([saved.status, saved.json]).toMatchObject([
      200,
      { source: "admin", issuer: provider.issuer, client_id: CLIENT.id, ...rules },
    ]);
    const rows = JSON.stringify(await t.db.select().from(oauthClients));
    for (const text of [saved.text, rows, JSON.stringify(t.lines)]) {
      expect(text).not.toContain(CLIENT.secret);
    }
    const { client_secret: _, ...rest } = body();
    expect((await super_admin.put(ADMIN_SSO, rest)).json.has_client_secret).toBe(true);
    // The stored secret still opens the provider.
    expect((await install.browser().signIn("nora@example.com")).to).toBe("/");
    const lines = await auditOf(super_admin, "sso.changed");
    expect(lines.map(({ details }) => details)).toMatchObject([
      { secret: false },
      { secret: true },
    ]);
    expect((await super_admin.delete(ADMIN_SSO)).status).toBe(204);
    expect((await install.browser().open(`${SSO}/start`)).to).toBe(
      "/sign-in?sso_problem=oauth_client_missing",
    );
    expect((await t.get(`${SSO}/start`, { cookie: "" })).json.code).toBe("oauth_client_missing");
  });

  it("422 for an issuer that is none, and for rules that fit nobody or anybody", async () => {
    install = await ssoInstall(null);
    const { setUp, clientWid, rootWid, provider } = install;
    const row = (more: object) => ({ role_claim: "groups", roles: [{ value: "x", ...more }] });
    const cases: (readonly [object, string])[] = [
      [{ client_secret: undefined }, "client_secret"],
      [{ issuer: `${provider.issuer}/nowhere` }, "issuer"],
      [{ issuer: "http://example.com" }, "issuer"],
      [{ issuer: "no url" }, "issuer"],
      [{ issuer: "http://127.0.0.1:1" }, "issuer"],
      [{ issuer: "https://accounts.google.com", domains: [] }, "domains"],
      [{ domains: [] }, "domains"],
      [{ domains: ["@example.com"] }, "domains.0"],
      [{ role_claim: "groups" }, "roles"],
      [{ roles: [{ value: "x", role: "admin" }] }, "role_claim"],
      [row({ role: "super_admin" }), "roles.0.role"],
      [row({ role: "admin", workspaces: [rootWid] }), "roles.0.workspaces"],
      [row({ role: "client" }), "roles.0.workspaces"],
      [row({ role: "client", workspaces: [rootWid] }), "roles.0.workspaces.0"],
      [row({ role: "employee", workspaces: [clientWid, 999] }), "roles.0.workspaces.1"],
      [{ session_hours: 0 }, "session_hours"],
      [{ default_role: "admin" }, "default_role"],
      [{ only: true }, "only"],
    ];
    for (const [more, path] of cases) {
      const answer = await setUp({ ...more });
      expect([path, answer.status, answer.json.errors?.[0]?.path]).toEqual([path, 422, path]);
    }
  });

  it("422: an issuer of any tenant, whose people nobody vouches for", async () => {
    install = await ssoInstall(null);
    const microsoft = await labProvider("microsoft", "http://127.0.0.1:7009");
    const t = await harness({
      settings: { ALLOW_PRIVATE_NETWORKS: "true" },
      egress: egressTo(microsoft),
    });
    await t.signUp();
    const answer = await t.put(ADMIN_SSO, { ...install.body(), issuer: microsoft.issuer });
    expect(answer.json.errors).toMatchObject([{ path: "issuer", code: "any_tenant" }]);
    t.close();
  });

  it("by the environment: comes first, cannot be changed, and makes no first account", async () => {
    install = await ssoInstall(null);
    const { provider } = install;
    const environment = {
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      OIDC_NAME: "Environment",
      OIDC_SCOPES: "openid email groups",
      OIDC_DOMAINS: "Example.com, example.org",
      OIDC_CREATE_PEOPLE: "true",
      OIDC_ROLE_CLAIM: "groups",
      OIDC_ROLES: '[{"value":"cn=admins,ou=x","role":"admin"}]',
      OIDC_DEFAULT_ROLE: "employee",
      OIDC_MFA_VALUES: "mfa",
      OIDC_SESSION_HOURS: "12",
    };
    await install.close();
    install = await ssoInstall(null, environment);
    const { t, super_admin, setUp, provider: own } = install;
    const shown = await super_admin.get(ADMIN_SSO);
    expect(shown.json).toMatchObject({
      source: "environment",
      name: "Environment",
      domains: ["example.com", "example.org"],
      create_people: true,
      roles: [{ value: "cn=admins,ou=x", role: "admin", workspaces: null }],
      default_role: "employee",
      session_hours: 12,
      updated_at: null,
    });
    expect((await setUp()).json.code).toBe("invalid_state");
    expect((await super_admin.delete(ADMIN_SSO)).json.code).toBe("invalid_state");
    expect((await t.get(SSO, { cookie: "" })).json.name).toBe("Environment");
    expect(own.issuer).not.toBe(provider.issuer);
    const empty = await harness({
      settings: { ALLOW_PRIVATE_NETWORKS: "true", ...environment },
    });
    expect((await empty.get(SSO)).json.enabled).toBe(false);
    expect((await empty.get(`${SSO}/start`)).json.code).toBe("oauth_client_missing");
    empty.close();
  });

  it("200: lists linked people page by page", async () => {
    install = await ssoInstall();
    const { browser, admin } = install;
    for (const name of ["a", "b", "c"]) await browser().signIn(`${name}@example.com`);
    const first = await admin.get(`${ADMIN_SSO}/people?limit=2`);
    expect(first.json.data.map(({ email }: { email: string }) => email)).toEqual([
      "c@example.com",
      "b@example.com",
    ]);
    const cursor = first.json.pagination.next_cursor as string;
    const rest = await admin.get(`${ADMIN_SSO}/people?limit=2&cursor=${cursor}`);
    expect(rest.json).toMatchObject({
      data: [{ email: "a@example.com", ended_at: null }],
      pagination: { total: 3, next_cursor: null },
    });
    expect((await admin.get(`${ADMIN_SSO}/people?ended=true`)).json.data).toEqual([]);
    expect((await admin.get(`${ADMIN_SSO}/people?q=b@ex`)).json.data).toHaveLength(1);
  });
});
