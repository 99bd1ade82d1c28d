import { describe, expect, it } from "vitest";
import { z } from "zod";
import { endpoints } from "#app/endpoints.ts";
import { sessions } from "#modules/accounts/schema/accounts.ts";
import { unsubscribeToken } from "#modules/links/rules/token.ts";
import { routeTools } from "#modules/assist/mcp/tool-route.ts";
import { toolShapes } from "#modules/assist/mcp/tool-shapes.ts";
import { isOnOwnHosts, ON_OWN_HOSTS } from "#platform/http/own-hosts.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { Authenticator } from "#test/support/authenticator.ts";
import { password } from "#test/support/factors.ts";
import { TEST_SECRETS } from "#test/support/harness.ts";
import { statementsOf } from "#test/support/explain.ts";
import { auditOf, PASSWORD, signIn } from "#test/support/staff.ts";
import { agency, BASE, FORBIDDEN, HOST, LOGO, PNG } from "#test/support/white-label.ts";

describe("the white label of a workspace", () => {
  it("200: is set, changed in part, shown to its clients and to nobody else, and taken away", async () => {
    const { t, super_admin: admin, client, employee, paths, wid } = await agency();
    const none = await admin.get(paths.branding);
    expect(none.json).toMatchObject({ name: null, logo_url: null, updated_at: null });
    const nameless = await admin.put(paths.branding, { accent: "#123456" });
    expect([nameless.status, nameless.json.errors[0]]).toMatchObject([422, { path: "name" }]);

    const made = await admin.put(paths.branding, {
      name: "Acme Reach",
      accent: "#7A1F5C",
      logo: LOGO,
      sender_email: "Outreach@Acme.com",
    });
    expect(made.json).toMatchObject({
      name: "Acme Reach",
      accent: "#7a1f5c",
      sender_name: null,
      sender_email: "outreach@acme.com",
      logo_url: expect.stringMatching(/^\/api\/v1\/branding\/logo\/[0-9a-f]{32}$/),
    });
    const { logo_url: logoUrl } = made.json;
    const part = await admin.put(paths.branding, { name: "Acme", accent: null });
    expect(part.json).toMatchObject({ name: "Acme", accent: null, logo_url: logoUrl });

    const shown = async (by: typeof client) =>
      (await by.get("/api/v1/auth/me")).json.workspaces.find(
        (one: { id: number }) => one.id === wid,
      )?.branding;
    expect(await shown(client)).toEqual({ name: "Acme", logo_url: logoUrl, accent: null });
    expect(await shown(admin)).toBeNull();
    expect((await t.get("/api/v1/setup/branding")).json).toMatchObject({
      name: "Northgate Outbound",
      own_host: false,
    });
    expect((await client.put(paths.branding, { name: "Mine" })).status).toBe(403);
    expect((await employee.get(paths.branding)).status).toBe(403);

    const other = await admin.put(paths.branding, { logo: null });
    expect(other.json.logo_url).toBeNull();
    expect((await t.get(logoUrl)).status).toBe(404);
    expect((await admin.delete(paths.branding)).status).toBe(204);
    expect((await admin.delete(paths.branding)).status).toBe(204);
    expect(await shown(client)).toBeNull();
    const lines = await auditOf(admin, "client.branding_changed");
    expect(lines).toHaveLength(4);
    expect((await admin.get("/api/v1/admin/clients/9999/branding")).status).toBe(404);
  });

  it("422: takes no SVG, no other file and no large one as its logo, and no name of two lines", async () => {
    const { super_admin: admin, paths } = await agency();
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64");
    const large = Buffer.concat([Buffer.from(PNG, "base64"), Buffer.alloc(256 * 1024)]);
    for (const logo of [
      `data:image/svg+xml;base64,${svg}`,
      `data:image/png;base64,${svg}`,
      "https://acme.com/logo.png",
      `data:image/png;base64,${large.toString("base64")}`,
    ]) {
      const answer = await admin.put(paths.branding, { name: "Acme", logo });
      expect([answer.status, answer.json.errors[0].path]).toEqual([422, "logo"]);
    }
    for (const body of [
      { name: "Acme\nBcc: all@acme.com" },
      { name: "Acme", sender_name: "A\u0000" },
      { name: "Acme", sender_email: "no address" },
      { name: "Acme", accent: "red" },
    ]) {
      expect((await admin.put(paths.branding, body)).status).toBe(422);
    }
  });

  it("serves the logo by a name that changes with it, as a picture that cannot run", async () => {
    const { t, super_admin: admin, paths } = await agency();
    const { logo_url: url } = (await admin.put(paths.branding, { name: "Acme", logo: LOGO })).json;
    const answer = await t.app.request(url);
    expect(Buffer.from(await answer.arrayBuffer()).toString("base64")).toBe(PNG);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      "content-security-policy": expect.stringContaining("default-src 'none'"),
    });
    expect((await t.get("/api/v1/branding/logo/xyz")).status).toBe(404);
  });
});

describe("the host of a workspace", () => {
  it("200: names the record; links lead there once DNS and https are right, and back to the install when they are wrong twice", async () => {
    const {
      t,
      super_admin: admin,
      paths,
      dress,
      publish,
      row,
      round,
      zone,
      web,
      wid,
    } = await agency();
    expect((await admin.put(paths.host, { host: HOST })).json.code).toBe("invalid_state");
    await dress();
    const set = await admin.put(paths.host, { host: "Reach.ACME.com." });
    expect(set.json).toMatchObject({
      host: HOST,
      url: `https://${HOST}`,
      status: "pending",
      record: { type: "CNAME", host: HOST, expected: "out.agency.example", status: "unknown" },
      links_lead_to: BASE,
    });
    expect((await admin.delete(paths.branding)).json.code).toBe("invalid_state");
    await round();
    expect((await admin.get(paths.host)).json).toMatchObject({
      status: "pending",
      record: { status: "fail", code: "none" },
    });
    publish();
    web.answer = { ok: false, error: "tls" };
    expect((await admin.post(`${paths.host}/verify`)).json).toMatchObject({
      status: "pending",
      ssl: "failed",
      record: { status: "pass" },
    });
    web.answer = "itself";
    t.advance(MINUTE_MS);
    await round();
    expect((await admin.get(paths.host)).json).toMatchObject({
      status: "verified",
      ssl: "active",
      links_lead_to: `https://${HOST}`,
    });
    expect((await row())?.dueAt).toBe(t.clock.now + 6 * HOUR_MS);

    zone[`${HOST} CNAME`] = ["elsewhere.example"];
    t.advance(6 * HOUR_MS);
    await round();
    expect((await row())?.status).toBe("verified");
    t.advance(10 * MINUTE_MS);
    await round();
    expect((await admin.get(paths.host)).json).toMatchObject({
      status: "failed",
      links_lead_to: BASE,
    });
    const notices = (await admin.get(`/api/v1/workspaces/${wid}/notifications`)).json.data;
    expect(notices).toMatchObject([{ kind: "own_host_failed", severity: "warning" }]);
    publish();
    t.advance(HOUR_MS);
    await round();
    expect((await row())?.status).toBe("verified");
    const lines = await auditOf(admin, "client.host_changed");
    expect(lines).toMatchObject([{ details: { host: HOST } }]);
  });

  it("422, 409: is not the install's, the address in use, a tracking domain or another workspace's; a tracking domain is none of these either", async () => {
    const { t, super_admin: admin, paths, settle, wid, contosoWid } = await agency();
    await settle();
    for (const host of ["out.agency.example", "agency.example", "no domain", "127.0.0.1"]) {
      const answer = await admin.put(paths.host, { host });
      expect([host, answer.status]).toEqual([host, 422]);
    }
    const inUse = await t.request(
      "PUT",
      `https://way.agency.example${paths.host}`,
      { host: "way.agency.example" },
      { cookie: admin.cookie },
    );
    expect(inUse.json.errors[0].code).toBe("in_use");

    const tracking = (id: number) => `/api/v1/workspaces/${id}/settings/tracking-domain`;
    expect((await admin.put(tracking(wid), { domain: "go.acme.com" })).status).toBe(200);
    for (const id of [wid, contosoWid]) {
      const answer = await admin.put(tracking(id), { domain: HOST });
      expect([id, answer.status]).toEqual([id, 409]);
    }
    const taken = await admin.put(paths.host, { host: "go.acme.com" });
    expect([taken.status, taken.json.errors[0].code]).toEqual([409, "taken"]);

    const other = `/api/v1/admin/clients/${contosoWid}`;
    await admin.put(`${other}/branding`, { name: "Contoso Mail" });
    expect((await admin.put(`${other}/host`, { host: HOST })).status).toBe(409);
    expect((await admin.get(paths.host)).json.host).toBe(HOST);
  });

  it("is looked up in memory: a minute where it is known, five seconds where it is not, and never for a pixel", async () => {
    const { t, settle, here } = await agency();
    await settle();
    if (t.database === "d1") return;
    const looks = async (work: () => Promise<unknown>): Promise<number> =>
      (await statementsOf(t.client, work)).filter((text) => text.includes("workspace_hosts h"))
        .length;
    const reads = async (at: string) =>
      (
        await statementsOf(t.client, async () => {
          for (let i = 0; i < 20; i++) await here("GET", "/health", undefined, {}, at);
        })
      ).filter((text) => /UNION ALL SELECT host/.test(text)).length;
    t.advance(MINUTE_MS);
    expect(await reads(HOST)).toBe(1);
    t.advance(59_000);
    expect(await reads(HOST)).toBe(0);
    expect(await reads("unknown.example")).toBe(1);
    t.advance(6_000);
    expect(await reads("unknown.example")).toBe(1);
    t.advance(MINUTE_MS);
    expect(await looks(() => here("GET", "/t/x/pixel.png"))).toBe(0);
    expect(await statementsOf(t.client, () => here("GET", "/t/x/pixel.png"))).toEqual([]);
  });

  it("404: serves its workspace and the sign-in, and nothing of the install", async () => {
    const { t, settle, here, signInHere, super_admin: admin, wid, contosoWid } = await agency();
    await settle();
    const { headers } = await signInHere("root@example.com");
    const refused: string[] = [];
    for (const e of endpoints.filter((one) => !isOnOwnHosts(one))) {
      const path = e.path.replace(/:wid/, String(wid)).replace(/:\w+/g, "1");
      const answer = await here(e.method, path, e.method === "GET" ? undefined : {}, {
        ...headers,
        origin: `https://${HOST}`,
      });
      if (answer.status !== 404 || FORBIDDEN.test(answer.text)) refused.push(`${e.method} ${path}`);
    }
    expect(refused).toEqual([]);
    const known = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
    expect([...ON_OWN_HOSTS].filter((one) => !known.has(one))).toEqual([]);
    for (const path of ["/api/v1/openapi.json", "/api/v1/docs", "/api/v1/admin/dashboard"]) {
      expect([path, (await t.get(path, { cookie: admin.cookie })).status]).toEqual([path, 200]);
      expect([path, (await here("GET", path, undefined, headers)).status]).toEqual([path, 404]);
    }

    for (const id of [contosoWid, 9_999]) {
      const answer = await here("GET", `/api/v1/workspaces/${id}/stats`, undefined, headers);
      expect([id, answer.status, answer.json.code]).toEqual([id, 403, "workspace_forbidden"]);
    }
    expect((await here("GET", `/api/v1/workspaces/${wid}/stats`, undefined, headers)).status).toBe(
      200,
    );
    const me = (await here("GET", "/api/v1/auth/me", undefined, headers)).json;
    expect(me).toMatchObject({ own_host: true, workspaces: [{ id: wid }] });
    const list = (await here("GET", "/api/v1/workspaces", undefined, headers)).json;
    expect(list.pagination.total).toBe(1);
  });

  it("403: refuses people of other workspaces after their password, with words that name nobody, and lets no session cross", async () => {
    const { t, settle, here, signInHere, client, super_admin: admin, paths } = await agency();
    await settle();
    const stranger = await signInHere("kim@contoso.test");
    expect([stranger.answer.status, stranger.answer.json.code]).toEqual([
      403,
      "workspace_forbidden",
    ]);
    expect(stranger.answer.headers.get("set-cookie")).toBeNull();
    expect(stranger.answer.text).not.toMatch(FORBIDDEN);
    const unassigned = await signInHere("employee@example.com");
    expect(unassigned.answer.status).toBe(403);
    const wrong = await signInHere("kim@contoso.test", "not the password");
    expect([wrong.answer.status, wrong.answer.json.code]).toEqual([401, "invalid_credentials"]);

    const own = await signInHere("client@example.com");
    expect(own.answer.status).toBe(200);
    expect(own.answer.headers.get("set-cookie")).toMatch(/; Secure/);
    expect(own.answer.headers.get("set-cookie")).not.toMatch(/Domain/i);
    const ask = (cookie: string, at?: string) =>
      here("GET", "/api/v1/auth/me", undefined, { cookie }, at);
    expect((await ask(own.headers.cookie)).status).toBe(200);
    // Whoever runs the name server of the host could collect its cookies.
    expect((await t.get("/api/v1/auth/me", { cookie: own.headers.cookie })).status).toBe(401);
    expect((await ask(client.cookie)).status).toBe(401);
    expect((await ask(client.cookie)).headers.get("www-authenticate")).not.toMatch(FORBIDDEN);
    expect((await ask(admin.cookie)).status).toBe(401);

    // Another host is another place, and one that is gone ends what was opened there.
    await admin.put(paths.host, { host: "mail.acme.com" });
    expect((await ask(own.headers.cookie, "mail.acme.com")).status).toBe(401);
    expect((await t.db.select().from(sessions)).filter(({ host }) => host !== null)).toEqual([]);
    const gone = await here("POST", "/api/v1/auth/login", {
      username: "client@example.com",
      password: PASSWORD,
    });
    // Now it is a name that merely leads here.
    expect(gone.status).toBe(200);
  });

  it("401: a key of another workspace opens nothing there, a key of its own what it opens anyway", async () => {
    const { settle, here, super_admin: admin, wid, contosoWid } = await agency();
    await settle();
    const keyOf = async (id: number) =>
      (await admin.post(`/api/v1/workspaces/${id}/api-keys`, { name: "k" })).json.key as string;
    const ask = (key: string, path: string) =>
      here("GET", path, undefined, { authorization: `Bearer ${key}` });
    const [own, other] = [await keyOf(wid), await keyOf(contosoWid)];
    expect((await ask(own, `/api/v1/workspaces/${wid}/stats`)).status).toBe(200);
    expect((await ask(other, `/api/v1/workspaces/${contosoWid}/stats`)).status).toBe(401);
    expect((await ask(other, "/api/v1/auth/me")).status).toBe(401);
    const install = (await admin.post("/api/v1/admin/api-keys", { name: "all" })).json.key;
    expect((await ask(install, `/api/v1/workspaces/${contosoWid}/stats`)).status).toBe(403);
    expect((await ask(install, "/api/v1/admin/clients")).status).toBe(404);
  });

  it("403 cross_site: an action from another address, the install's included, is refused", async () => {
    const { settle, here, signInHere } = await agency();
    await settle();
    const { headers } = await signInHere("client@example.com");
    const rename = (origin: string) =>
      here("PUT", "/api/v1/auth/me", { name: "Client" }, { ...headers, origin });
    expect((await rename(BASE)).json.code).toBe("cross_site");
    expect((await rename("https://evil.example")).json.code).toBe("cross_site");
    expect((await rename(`https://${HOST}`)).status).toBe(200);
  });

  it("shows its brand to anybody, its own report and unsubscribe pages, and those of no other workspace", async () => {
    const { t, settle, here, super_admin: admin, wid, contosoWid } = await agency();
    await settle();
    expect((await here("GET", "/api/v1/setup/branding")).json).toMatchObject({
      name: "Acme Reach",
      accent: "#7a1f5c",
      own_host: true,
    });
    const icon = await here("GET", "/api/v1/branding/icon");
    expect(icon.headers.get("content-type")).toBe("image/svg+xml");
    expect(icon.text).toContain(PNG);
    const other = (
      await admin.put(`/api/v1/admin/clients/${contosoWid}/branding`, {
        name: "Contoso Mail",
        logo: LOGO.replace("AAAADUlEQVR42m", "AAAADUlEQVR42n"),
      })
    ).json.logo_url;
    expect((await t.app.request(other)).status).toBe(200);
    expect((await here("GET", other)).status).toBe(404);

    const report = await here("GET", "/api/v1/report/acme/stats");
    expect(report.json.branding).toMatchObject({ name: "Acme Reach", accent: "#7a1f5c" });
    const theirs = await here("GET", "/api/v1/report/contoso/stats");
    expect([theirs.status, FORBIDDEN.test(theirs.text)]).toEqual([404, false]);
    expect((await t.get("/api/v1/report/contoso/stats")).status).toBe(200);

    const page = (id: number) =>
      here(
        "GET",
        `/unsubscribe/${unsubscribeToken(TEST_SECRETS.TRACKING_SECRET, id as WorkspaceId, 1 as SendId)}`,
      );
    expect((await page(wid)).status).toBe(200);
    const foreign = await page(contosoWid);
    expect([foreign.status, FORBIDDEN.test(foreign.text)]).toEqual([404, false]);
    // Nobody can sign up to an agency's install from a client's page.
    expect((await here("POST", "/api/v1/auth/register", {})).status).toBe(404);
  });

  it("is an assistant's too: by its own name, with its workspace alone", async () => {
    const { settle, here, signInHere, wid, contosoWid, super_admin: admin } = await agency();
    await settle();
    const { headers } = await signInHere("root@example.com");
    const rpc = async (method: string, params: object) =>
      (
        await here(
          "POST",
          "/api/v1/mcp",
          { jsonrpc: "2.0", id: 1, method, params },
          {
            ...headers,
            accept: "application/json, text/event-stream",
            origin: `https://${HOST}`,
          },
        )
      ).json.result;
    const hello = await rpc("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    });
    expect(hello).toMatchObject({
      serverInfo: { name: "acme-reach", title: "Acme Reach" },
      instructions: expect.stringMatching(/^Acme Reach sends/),
    });
    expect(JSON.stringify([hello, await rpc("tools/list", {})])).not.toMatch(FORBIDDEN);
    const call = async (name: string, given: object) =>
      (await rpc("tools/call", { name, arguments: given })) as {
        isError?: boolean;
        content: unknown;
      };
    const list = await call("list_workspaces", {});
    expect(JSON.stringify(list)).not.toMatch(FORBIDDEN);
    expect((await call("workspace_stats", { workspace_id: wid })).isError).not.toBe(true);
    const other = await call("workspace_stats", { workspace_id: contosoWid });
    expect([other.isError, FORBIDDEN.test(JSON.stringify(other))]).toEqual([true, false]);
    // Tools whose routes this host does not serve are not there either.
    const elsewhere = [...routeTools(endpoints, toolShapes(endpoints))].filter(
      ([, { route }]) => !isOnOwnHosts(route),
    );
    expect(elsewhere.map(([name]) => name)).toContain("list_moves");
    const shown = z.object({ tools: z.array(z.object({ name: z.string() })) });
    const names = shown.parse(await rpc("tools/list", {})).tools.map(({ name }) => name);
    expect(names.filter((name) => elsewhere.some(([other]) => other === name))).toEqual([]);
    // A client's key is shown the same name at the install's address.
    const made = await admin.post(`/api/v1/workspaces/${wid}/api-keys`, {
      name: "k",
      role: "client",
    });
    const atBase = await here(
      "POST",
      "/api/v1/mcp",
      {
        jsonrpc: "2.0",
        id: 1,
        method: "initialize",
        params: {
          protocolVersion: "2025-06-18",
          capabilities: {},
          clientInfo: { name: "test", version: "1" },
        },
      },
      {
        authorization: `Bearer ${made.json.key}`,
        accept: "application/json, text/event-stream",
      },
      "out.agency.example",
    );
    expect(atBase.json.result.serverInfo.title).toBe("Acme Reach");
  });

  it("never binds what is below it to https, whatever the install does", async () => {
    const { t, settle, here } = await agency({ settings: { HSTS: "subdomains" } });
    await settle();
    expect((await t.get("/health")).headers.get("strict-transport-security")).toContain(
      "includeSubDomains",
    );
    expect((await here("GET", "/health")).headers.get("strict-transport-security")).toBe(
      "max-age=15552000",
    );
  });
});

describe("mails to the people of a white label", () => {
  it("are from its sender, by its name, lead to its host and name nobody else", async () => {
    const { t, settle, here, signInHere, sent, super_admin: admin, wid } = await agency();
    await settle();
    const invited = await admin.post("/api/v1/admin/invitations", {
      email: "new@acme.com",
      role: "client",
      workspaces: [wid],
    });
    expect(invited.status).toBe(201);
    await here("POST", "/api/v1/auth/forgot", { email: "client@example.com" });
    const { headers } = await signInHere("client@example.com");
    await here("PUT", "/api/v1/auth/me", { email: "cleo@acme.com" }, headers);
    const totp = await here("POST", "/api/v1/auth/factors/totp", {}, headers);
    expect(totp.json.otpauth_url).toContain("issuer=Acme%20Reach");
    await admin.put(`/api/v1/workspaces/${wid}/settings`, {
      notifications: { email: "ops@acme.com" },
    });
    const sample = await admin.post(`/api/v1/admin/clients/${wid}/branding/test-mail`);
    expect([sample.status, sample.json]).toEqual([202, { to: "root@example.com" }]);
    const mails = await sent();
    expect(mails.map(({ subject }) => subject).toSorted()).toEqual([
      "A change of your email was requested",
      "Confirm your email address",
      "Reset your password",
      "Test email of Acme Reach",
      "Your invitation to Acme Reach",
    ]);
    for (const mail of mails) {
      expect(mail.from).toEqual({ name: "Acme Reach", address: "outreach@acme.com" });
      expect(mail.envelope.from).toBe("outreach@acme.com");
      expect(mail.message_id).toMatch(/@acme\.com$/);
      // The server that carries it is the operator's: its name is no part of the mail.
      const { smtp: _, ...shown } = mail;
      expect(JSON.stringify(shown)).not.toMatch(FORBIDDEN);
      for (const link of mail.text.match(/https?:\/\/\S+/g) ?? []) {
        expect(new URL(link.replace(/\.$/, "")).host).toBe(HOST);
      }
    }
    const token = /#token=([\w-]+)/.exec(
      mails.find(({ subject }) => subject.startsWith("Your invitation"))?.text ?? "",
    )?.[1];
    const shown = await here("POST", "/api/v1/auth/invitation", { token });
    expect(shown.json).toMatchObject({ workspaces: ["Acme"] });
    const accepted = await here("POST", "/api/v1/auth/invitation/accept", {
      token,
      name: "New Person",
      password: "amber field seventeen",
    });
    expect(accepted.status).toBe(201);
    expect((await t.get("/health")).status).toBe(200);
  });

  it("of staff and of clients without one are the install's, by its product name", async () => {
    const { t, settle, sent, here } = await agency();
    await settle();
    for (const email of ["employee@example.com", "kim@contoso.test"]) {
      await t.post("/api/v1/auth/forgot", { email });
      // Asked for at a client's host, they still are.
      await here("POST", "/api/v1/auth/forgot", { email: "admin@example.com" });
      for (const mail of await sent()) {
        expect(mail.from).toEqual({ name: "Northgate Outbound", address: "hello@agency.example" });
        expect(mail.text).toContain(`${BASE}/reset-password#token=`);
      }
      t.advance(10 * MINUTE_MS);
    }
  });

  it("lead to the install while the host does not work, since who has its name could read their tokens", async () => {
    const { t, settle, sent, zone, round, web } = await agency();
    await settle();
    zone[`${HOST} CNAME`] = ["elsewhere.example"];
    web.answer = { ok: true, reply: { status: 200, body: "Buy this domain", retryAfter: null } };
    for (const wait of [6 * HOUR_MS, 10 * MINUTE_MS]) {
      t.advance(wait);
      await round();
    }
    await sent();
    await t.post("/api/v1/auth/forgot", { email: "client@example.com" });
    const [mail] = await sent();
    expect(mail?.text).toContain(`${BASE}/reset-password#token=`);
    expect(mail?.from.name).toBe("Acme Reach");
  });

  it("lead to the host of their own workspace where several have one, and to the install where theirs has none", async () => {
    const { t, settle, sent, zone, super_admin: admin, contosoWid } = await agency();
    const forgot = async (email: string): Promise<string> => {
      t.advance(10 * MINUTE_MS);
      await t.post("/api/v1/auth/forgot", { email });
      const [mail] = await sent();
      return new URL(/https?:\S+#/.exec(mail?.text ?? "")?.[0] ?? "").host;
    };
    const other = `/api/v1/admin/clients/${contosoWid}`;
    await admin.put(`${other}/branding`, { name: "Contoso Mail" });
    await settle();
    await admin.put(`${other}/host`, { host: "mail.contoso.test" });
    expect(await forgot("kim@contoso.test")).toBe("out.agency.example");
    zone["mail.contoso.test CNAME"] = ["out.agency.example"];
    expect((await admin.post(`${other}/host/verify`)).json.status).toBe("verified");
    expect(await forgot("kim@contoso.test")).toBe("mail.contoso.test");
    expect(await forgot("client@example.com")).toBe(HOST);
  });

  it("opens no invitation of another workspace", async () => {
    const { settle, here, sent, super_admin: admin, contosoWid } = await agency();
    await settle();
    await admin.post("/api/v1/admin/invitations", {
      email: "joe@contoso.test",
      role: "client",
      workspaces: [contosoWid],
    });
    const token = /#token=([\w-]+)/.exec((await sent())[0]?.text ?? "")?.[1];
    const body = { token, name: "Joe", password: "amber field seventeen" };
    for (const path of ["/api/v1/auth/invitation", "/api/v1/auth/invitation/accept"]) {
      const answer = await here("POST", path, path.endsWith("accept") ? body : { token });
      expect([path, answer.status, FORBIDDEN.test(answer.text)]).toEqual([path, 422, false]);
    }
  });

  it("about the install itself go to its operators, not to the address that a client reads", async () => {
    const { t, settle, sent, super_admin: admin, wid } = await agency();
    await settle();
    await admin.put(`/api/v1/workspaces/${wid}/settings`, {
      notifications: { email: "ops@acme.com" },
    });
    const insert = (kind: string, title: string, key: string) =>
      t.client.execute({
        sql: `INSERT INTO notifications (workspace_id, kind, severity, title, message, target_kind, dedupe_key, created_at, slot_at, due_at, attempts)
          VALUES (?, ?, 'warning', ?, 'Do something.', 'settings', ?, ?, ?, ?, 0)`,
        args: [wid, kind, title, key, t.clock.now, t.clock.now, t.clock.now],
      });
    await insert("campaign_paused", "Campaign paused", "a");
    await insert("update_available", "Outrider 9 is available", "b");
    await t.deps.queue.send({ type: "notices.deliver.v1", workspaceId: wid as WorkspaceId });
    const mails = await sent();
    const to = (address: string) => mails.filter((one) => one.to[0]?.address === address);
    expect(to("ops@acme.com")).toMatchObject([
      {
        from: { name: "Acme Reach", address: "outreach@acme.com" },
        subject: expect.stringContaining("Campaign paused"),
        text: expect.stringContaining(`https://${HOST}`),
      },
    ]);
    const { smtp: _, ...shown } = to("ops@acme.com")[0] ?? {};
    expect(JSON.stringify(shown)).not.toMatch(FORBIDDEN);
    expect(to("root@example.com")).toMatchObject([
      { from: { name: "Northgate Outbound" }, subject: expect.stringContaining("Outrider 9") },
    ]);
    expect(mails).toHaveLength(2);
  });
});

describe("passkeys at a workspace's host", () => {
  it("201: belong to that host: they sign in there, and neither at the install nor at another host", async () => {
    const { t, settle, here, signInHere, super_admin: admin, paths, zone } = await agency();
    await settle();
    const { headers } = await signInHere("client@example.com");
    const authenticator = new Authenticator(`https://${HOST}`);
    const asked = await here("POST", "/api/v1/auth/factors/passkeys/options", {}, headers);
    expect(asked.json.options.rp).toEqual({ id: HOST, name: "Acme Reach" });
    const added = await here(
      "POST",
      "/api/v1/auth/factors/passkeys",
      {
        ticket: asked.json.ticket,
        name: "Laptop",
        response: authenticator.create(asked.json.options),
      },
      headers,
    );
    expect([added.status, added.json]).toMatchObject([201, { host: HOST, works_here: true }]);

    const signInBy = async (at: string, origin: string, rpId?: string) => {
      const { ticket, options } = (
        await here("POST", "/api/v1/auth/login/passkey/options", {}, {}, at)
      ).json;
      authenticator.counter++;
      const response = authenticator.get(options, { origin, ...(rpId && { rpId }) });
      return here("POST", "/api/v1/auth/login/passkey", { ticket, response }, {}, at);
    };
    const done = await signInBy(HOST, `https://${HOST}`);
    expect(done.status).toBe(200);
    expect((await signInBy(HOST, BASE)).status).toBe(401);
    expect((await signInBy("out.agency.example", BASE)).status).toBe(401);
    expect((await signInBy("out.agency.example", BASE, "out.agency.example")).status).toBe(401);
    // A ticket of one host is no good at another one.
    const { ticket, options } = (await here("POST", "/api/v1/auth/login/passkey/options", {})).json;
    authenticator.counter++;
    const response = authenticator.get(options, { origin: `https://${HOST}` });
    const carried = await here(
      "POST",
      "/api/v1/auth/login/passkey",
      { ticket, response },
      {},
      "out.agency.example",
    );
    expect(carried.status).toBe(401);

    zone["mail.acme.com CNAME"] = ["out.agency.example"];
    await admin.put(paths.host, { host: "mail.acme.com" });
    expect((await signInBy("mail.acme.com", "https://mail.acme.com")).status).toBe(401);
    // With a passkey of a host that is gone, a recovery code is left.
    expect((await password(t, "client@example.com")).json.methods).toEqual(["recovery_code"]);
  });

  it("403: a second factor that was asked for elsewhere opens no session at a host of others", async () => {
    const { t, settle, here, super_admin: admin } = await agency();
    await settle();
    const kim = await signIn(t, "kim@contoso.test");
    const asked = await kim.post("/api/v1/auth/factors/passkeys/options", {});
    // At a host that is not the install's, passkeys of the install are not offered; codes are.
    expect(asked.status).toBe(409);
    const at = (path: string) => `https://out.agency.example${path}`;
    const options = await t.request(
      "POST",
      at("/api/v1/auth/factors/passkeys/options"),
      {},
      { cookie: kim.cookie },
    );
    const authenticator = new Authenticator(BASE);
    const added = await t.request(
      "POST",
      at("/api/v1/auth/factors/passkeys"),
      {
        ticket: options.json.ticket,
        name: "Laptop",
        response: authenticator.create(options.json.options),
      },
      { cookie: kim.cookie },
    );
    const [code] = added.json.recovery_codes as string[];
    const first = await t.post("/api/v1/auth/login", {
      username: "kim@contoso.test",
      password: PASSWORD,
    });
    expect(first.json.factor_required).toBe(true);
    const finished = await here("POST", "/api/v1/auth/login/factor", {
      ticket: first.json.ticket,
      method: "recovery_code",
      code,
    });
    expect([finished.status, finished.headers.get("set-cookie")]).toEqual([403, null]);
    expect(await auditOf(admin, "auth.sign_in_failed")).toMatchObject([
      { details: { host: HOST } },
    ]);
  });
});
