import { describe, expect, it, onTestFinished } from "vitest";
import { sessions } from "#modules/accounts/schema/accounts.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { nodeEgress } from "#server/egress.ts";
import {
  CLIENT,
  consentAt,
  startCertifiedProvider,
} from "#test/support/oauth/certified-provider.ts";
import { ADMIN_SSO, SSO } from "#test/support/sso.ts";
import { auditOf } from "#test/support/staff.ts";
import { agency, BASE, HOST } from "#test/support/white-label.ts";

/* Single sign-on from a workspace's own host. The provider knows BASE_URL alone. */

const PAGE = { accept: "text/html" };

/** An agency with a client's host and single sign-on, whose group `acme` is the client's people. */
async function withProvider(role: "client" | "employee" = "client") {
  const provider = await startCertifiedProvider(`${BASE}${SSO}/callback`);
  onTestFinished(() => provider.close());
  const a = await agency({
    // It goes by the clock of the machine.
    now: unixMs(Date.now()),
    settings: { ALLOW_PRIVATE_NETWORKS: "true" },
  });
  await a.settle();
  Object.assign(a.t.deps, { egress: nodeEgress({ allowPrivate: true }) });
  const set = await a.super_admin.put(ADMIN_SSO, {
    issuer: provider.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    name: "Certified",
    scopes: ["openid", "email", "profile", "groups"],
    domains: ["example.com"],
    create_people: true,
    role_claim: "groups",
    roles: [{ value: "acme", role, workspaces: [a.wid] }],
    default_role: "employee",
  });
  if (set.status !== 200) throw new Error(set.text);
  /** A browser at the client's host, which is sent on as browsers are. */
  const browser = () => {
    const jar = new Map<string, string>();
    const open = async (href: string) => {
      const { host, pathname, search } = new URL(href, `https://${HOST}`);
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
      const headers = { ...PAGE, ...(host === HOST && { cookie }) };
      const answer = await a.here("GET", `${pathname}${search}`, undefined, headers, host);
      for (const line of answer.headers.getSetCookie()) {
        const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        if (host === HOST) jar.set(name, value);
      }
      return { ...answer, to: answer.headers.get("location") ?? "" };
    };
    const leave = async () => (await open(`${SSO}/start?next=/w/${a.wid}/inbox`)).to;
    return { jar, open, leave };
  };
  return { ...a, provider, browser };
}

describe("single sign-on at a workspace's own host", () => {
  it("303: comes back by BASE_URL to the host that it began at, and opens a session there alone", async () => {
    const { t, wid, provider, browser, here } = await withProvider();
    provider.say("vera@example.com", { groups: ["acme"] });
    expect((await here("GET", SSO)).json).toMatchObject({
      enabled: true,
      start_url: `https://${HOST}${SSO}/start`,
    });
    const vera = browser();
    const atBase = await consentAt(await vera.leave(), "vera@example.com");
    expect(new URL(atBase).origin).toBe(BASE);
    const passed = await vera.open(atBase);
    expect(passed.to).toBe(`https://${HOST}${SSO}/callback${new URL(atBase).search}`);
    const done = await vera.open(passed.to);
    expect(done.to).toBe(`https://${HOST}/w/${wid}/inbox`);
    const cookie = `auth_token=${vera.jar.get("auth_token")}`;
    expect((await here("GET", "/api/v1/auth/me", undefined, { cookie })).json.user).toMatchObject({
      email: "vera@example.com",
      role: "client",
    });
    expect(
      (await here("GET", "/api/v1/auth/me", undefined, { cookie }, new URL(BASE).host)).status,
    ).toBe(401);
    const hosts = (await t.db.select().from(sessions)).map(({ host }) => host);
    expect(hosts.filter((host) => host === HOST)).toHaveLength(1);
  });

  it("303 with a problem: another browser, twice, a host that is gone, and people of other workspaces", async () => {
    const { super_admin, paths, provider, browser } = await withProvider();
    provider.say("vera@example.com", { groups: ["acme"] });
    const begin = async (who: string) => {
      const one = browser();
      const passed = await one.open(await consentAt(await one.leave(), who));
      return { ...one, passed: passed.to };
    };
    const problem = (to: string) => new URL(to).searchParams.get("sso_problem");
    const vera = await begin("vera@example.com");
    expect(problem((await browser().open(vera.passed)).to)).toBe("consent_unknown");
    expect(problem((await vera.open(vera.passed)).to)).toBeNull();
    expect(problem((await vera.open(vera.passed)).to)).toBe("consent_unknown");

    const nora = await begin("nora@example.com");
    const refused = await nora.open(nora.passed);
    expect(problem(refused.to)).toBe("workspace_forbidden");
    expect(new URL(refused.to).host).toBe(HOST);
    expect(nora.jar.has("auth_token")).toBe(false);
    expect(await auditOf(super_admin, "auth.sign_in_failed")).toMatchObject([
      { details: { method: "sso", code: "workspace_forbidden", email: "nora@example.com" } },
    ]);

    const late = browser();
    const back = await consentAt(await late.leave(), "vera@example.com");
    await super_admin.put(paths.host, { host: null });
    const stays = await late.open(back);
    expect(new URL(stays.to).origin).toBe(BASE);
    expect(problem(stays.to)).toBe("consent_unknown");
  });

  it("is not shown where it lets no client in", async () => {
    const { here } = await withProvider("employee");
    expect((await here("GET", SSO)).json).toMatchObject({ enabled: false, name: null });
  });
});
