import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import type { TestResponse } from "#platform/wire/companion.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { asId, type GrantId, type WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { giveToken } from "#modules/connections/tokens/access-token.ts";
import { keepGrantsAlive } from "#modules/connections/tokens/keep-alive.ts";
import { loadSenders } from "#modules/mailboxes/connections/load-senders.ts";
import { grantName } from "#modules/connections/rules/names.ts";
import { harness, type Harness } from "#test/support/harness.ts";
import { NoAnswer } from "#test/support/oauth/lab-mail.ts";
import { egressTo, labProvider, type LabProvider } from "#test/support/oauth/provider.ts";

const GOOGLE = "http://127.0.0.1:7001";
const MICROSOFT = "http://127.0.0.1:7002";
const PAGE = { accept: "text/html" };
const fine = {
  ok: true,
  latency_ms: 5,
  step: "ok",
  error_code: null,
  message: null,
  hint: null,
} as const;
const accepts: TestResponse = {
  smtp: fine,
  imap: { ...fine, folders: { inbox: "INBOX", sent: "Sent", junk: "Junk" } },
};

let t: Harness;
let wid: number;
let google: LabProvider;
let microsoft: LabProvider;

beforeEach(async () => {
  google = await labProvider("google", GOOGLE, () => t.clock.now);
  microsoft = await labProvider("microsoft", MICROSOFT, () => t.clock.now);
  for (const [provider, name] of [
    [google, "google"],
    [microsoft, "microsoft"],
  ] as const) {
    provider.client.redirects.push(`http://localhost/api/v1/oauth/callback/${name}`);
  }
  for (const email of ["ann@agency.test", "bob@agency.test"]) google.addUser(email);
  for (const email of ["joe@contoso.test", "kim@contoso.test"]) microsoft.addUser(email);
  t = await harness({
    settings: {
      ALLOW_PRIVATE_NETWORKS: "true",
      OAUTH_GOOGLE_CLIENT_ID: google.client.id,
      OAUTH_GOOGLE_CLIENT_SECRET: google.client.secret,
      OAUTH_GOOGLE_ISSUER: google.issuer,
      OAUTH_MICROSOFT_CLIENT_ID: microsoft.client.id,
      OAUTH_MICROSOFT_CLIENT_SECRET: microsoft.client.secret,
      OAUTH_MICROSOFT_ISSUER: microsoft.issuer,
    },
    egress: egressTo(google, microsoft),
    mail: { test: async () => accepts },
  });
  ({ wid } = await t.signUp());
});

const mailboxes = () => `/api/v1/workspaces/${wid}/mailboxes`;
type Consent = Parameters<LabProvider["consent"]>[1];

/** Begins a consent and lets the person's browser come back; answers what the product says to that. */
async function connect(provider: LabProvider, does: Consent, body: Record<string, unknown> = {}) {
  const name = provider === google ? "google" : "microsoft";
  const begun = await t.post(`${mailboxes()}/connect`, { provider: name, ...body });
  expect(begun.status).toBe(200);
  const back = new URL(provider.consent(begun.json.authorize_url, does));
  return t.get(`${back.pathname}${back.search}`, PAGE);
}

const idIn = (location: string | null): number =>
  Number(/\/mailboxes\/(\d+)$/.exec(location ?? "")?.[1]);
const mailbox = async (id: number) => (await t.get(`${mailboxes()}/${id}`)).json;
const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const tokenOf = (grant: string, refused?: string) =>
  giveToken(t.deps, { grant, ...(refused !== undefined && { refused: sha256(refused) }) });

/** The grant of a mailbox, as the mail service names it. */
async function grantOf(id: number): Promise<string> {
  const workspaceId = asId<WorkspaceId>(wid);
  const senders = await loadSenders(inWorkspace(t.deps, workspaceId), [asId(id)]);
  return senders.get(asId(id))?.smtp.oauth?.grant ?? "";
}

describe("connecting a mailbox by consent", () => {
  it("creates it with the provider's servers, tests it, and shows how it signs in", async () => {
    const back = await connect(google, { as: "ann@agency.test" });
    expect(back.status).toBe(303);
    const id = idIn(back.headers.get("location"));
    expect(back.headers.get("location")).toBe(`http://localhost/w/${wid}/mailboxes/${id}`);
    await t.drain();
    expect(await mailbox(id)).toMatchObject({
      email: "ann@agency.test",
      smtp_host: "smtp.gmail.com",
      smtp_port: 465,
      imap_host: "imap.gmail.com",
      smtp_username: "ann@agency.test",
      has_smtp_password: false,
      status: "active",
      connection: {
        kind: "oauth",
        provider: "google",
        account: "ann@agency.test",
        state: "connected",
        reason: null,
      },
    });
  });

  it("asks Microsoft for offline access and both mail scopes, and takes the tenant's own issuer", async () => {
    const begun = await t.post(`${mailboxes()}/connect`, {
      provider: "microsoft",
      login_hint: "joe@contoso.test",
    });
    const asked = new URL(begun.json.authorize_url).searchParams;
    expect(asked.get("login_hint")).toBe("joe@contoso.test");
    expect(asked.get("scope")?.split(" ")).toEqual(
      expect.arrayContaining([
        "offline_access",
        "https://outlook.office.com/IMAP.AccessAsUser.All",
        "https://outlook.office.com/SMTP.Send",
      ]),
    );
    expect(asked.get("code_challenge_method")).toBe("S256");
    const back = await connect(microsoft, { as: "joe@contoso.test" });
    expect(await mailbox(idIn(back.headers.get("location")))).toMatchObject({
      email: "joe@contoso.test",
      smtp_host: "smtp.office365.com",
      connection: { kind: "oauth", provider: "microsoft" },
    });
  });

  it("keeps its servers while its settings change, and gives no token to others", async () => {
    const back = await connect(google, { as: "ann@agency.test" });
    const id = idIn(back.headers.get("location"));
    const at = `${mailboxes()}/${id}`;
    const renamed = await t.put(at, { from_name: "Ann" });
    expect([renamed.status, renamed.json.connection.kind]).toEqual([200, "oauth"]);
    for (const [body, field] of [
      [{ smtp_host: "smtp.other.test" }, "smtp_password"],
      [{ imap_host: "imap.other.test" }, "imap_password"],
      [{ imap_host: "imap.other.test", imap_password: "pw" }, "smtp_password"],
    ] as const) {
      const refused = await t.put(at, body);
      expect([refused.status, refused.json.errors?.[0]?.path]).toEqual([422, field]);
    }
    const half = await t.put(at, { smtp_host: "smtp.other.test", smtp_password: "pw" });
    expect([half.status, half.json.errors?.[0]?.path]).toEqual([422, "imap_password"]);
    const grant = await grantOf(id);
    const moved = await t.put(at, {
      smtp_host: "smtp.other.test",
      smtp_password: "pw",
      imap_password: "pw",
    });
    expect(moved.status).toBe(200);
    expect((await mailbox(id)).connection).toMatchObject({ kind: "password", provider: null });
    expect(await grantOf(id)).toBe("");
    expect(await tokenOf(grant)).toMatchObject({ refusal: "not_granted" });
  });

  it("keeps the row of an address that is there already, its limits and its id", async () => {
    const made = await t.post(mailboxes(), {
      smtp_host: "smtp.gmail.com",
      smtp_port: 465,
      smtp_username: "ann@agency.test",
      smtp_password: "an app password",
      daily_limit: 77,
    });
    const back = await connect(google, { as: "ann@agency.test" });
    expect(idIn(back.headers.get("location"))).toBe(made.json.id);
    expect(await mailbox(made.json.id)).toMatchObject({
      daily_limit: 77,
      has_smtp_password: false,
      imap_host: "imap.gmail.com",
      connection: { kind: "oauth" },
    });
  });

  it.each([
    ["consent_denied", { as: "ann@agency.test", deny: true }, {}],
    ["scope_missing", { as: "ann@agency.test", grants: ["openid", "email"] }, {}],
  ] as const)("400 %s: stores nothing", async (code, does, body) => {
    const back = await connect(google, does, body);
    expect(back.status).toBe(303);
    expect(back.headers.get("location")).toBe(
      `http://localhost/w/${wid}/mailboxes?connect_problem=${code}`,
    );
    expect((await t.get(mailboxes())).json.pagination.total).toBe(0);
  });

  it("names the permission that was not granted to whoever asks for no page", async () => {
    const begun = await t.post(`${mailboxes()}/connect`, { provider: "google" });
    const back = new URL(
      google.consent(begun.json.authorize_url, { as: "ann@agency.test", grants: ["openid"] }),
    );
    const answer = await t.get(`${back.pathname}${back.search}`);
    expect([answer.status, answer.json.code]).toEqual([400, "scope_missing"]);
    expect(answer.json.detail).toContain("https://mail.google.com/");
  });

  it("400 refresh_token_missing where access would end within the hour", async () => {
    const scopes = ["openid", "email", "profile"].concat(
      "https://outlook.office.com/IMAP.AccessAsUser.All",
      "https://outlook.office.com/SMTP.Send",
    );
    const back = await connect(microsoft, { as: "joe@contoso.test", grants: scopes });
    expect(back.headers.get("location")).toContain("connect_problem=refresh_token_missing");
  });

  it("409 other_account: only the account of its address will do for a mailbox", async () => {
    const first = await connect(google, { as: "ann@agency.test" });
    const id = idIn(first.headers.get("location"));
    const back = await connect(google, { as: "bob@agency.test" }, { mailbox_id: id });
    expect(back.headers.get("location")).toBe(
      `http://localhost/w/${wid}/mailboxes/${id}?connect_problem=other_account`,
    );
    expect((await t.get(mailboxes())).json.pagination.total).toBe(1);
  });

  it("400 consent_unknown: a state is good once, for ten minutes, at its own provider and in its own session", async () => {
    const begin = async () =>
      (await t.post(`${mailboxes()}/connect`, { provider: "google" })).json.authorize_url as string;
    const comeBack = (href: string, headers = {}) => {
      const { pathname, search } = new URL(href);
      return t.get(`${pathname}${search}`, headers);
    };
    const used = google.consent(await begin(), { as: "ann@agency.test" });
    expect((await comeBack(used)).status).toBe(303);
    expect((await comeBack(used)).json.code).toBe("consent_unknown");

    const elsewhere = google.consent(await begin(), { as: "ann@agency.test" });
    const swapped = elsewhere.replace("/callback/google", "/callback/microsoft");
    expect((await comeBack(swapped)).json.code).toBe("consent_unknown");

    const late = google.consent(await begin(), { as: "ann@agency.test" });
    t.advance(10 * MINUTE_MS);
    expect((await comeBack(late)).json.code).toBe("consent_unknown");

    const mine = google.consent(await begin(), { as: "ann@agency.test" });
    const anonymous = await t.app.request(mine.slice("http://localhost".length));
    expect(anonymous.status).toBe(401);
    const login = await t.app.request("/api/v1/auth/login", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "ann@example.com", password: "correct horse battery" }),
    });
    const other = (login.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    expect((await comeBack(mine, { cookie: other })).json.code).toBe("consent_unknown");
    // Neither of them has used it up.
    expect((await comeBack(mine)).status).toBe(303);
  });

  it("409 oauth_client_missing with a link to where an admin sets it up", async () => {
    const answer = await t.post(`${mailboxes()}/connect`, { provider: "custom" });
    expect([answer.status, answer.json.code]).toEqual([409, "oauth_client_missing"]);
    expect(answer.json.detail).toContain("http://localhost/admin/connections");
  });

  it("503 where the provider can't be reached, and nothing is kept", async () => {
    const back = await (async () => {
      const begun = await t.post(`${mailboxes()}/connect`, { provider: "google" });
      google.control.outage = () => new Response("<h1>Bad gateway</h1>", { status: 502 });
      const { pathname, search } = new URL(
        google.consent(begun.json.authorize_url, { as: "ann@agency.test" }),
      );
      return t.get(`${pathname}${search}`);
    })();
    expect([back.status, back.json.code]).toEqual([503, "upstream_unavailable"]);
    expect((await t.get(mailboxes())).json.pagination.total).toBe(0);
  });

  it("503 where the provider answers a page with 200, or never", async () => {
    for (const outage of [
      () => new Response("<h1>Welcome</h1>", { headers: { "content-type": "text/html" } }),
      () => {
        throw new NoAnswer();
      },
    ]) {
      const begun = await t.post(`${mailboxes()}/connect`, { provider: "google" });
      google.control.outage = outage;
      const { pathname, search } = new URL(
        google.consent(begun.json.authorize_url, { as: "ann@agency.test" }),
      );
      const back = await t.get(`${pathname}${search}`);
      expect([back.status, back.json.code]).toEqual([503, "upstream_unavailable"]);
    }
    expect((await t.get(mailboxes())).json.pagination.total).toBe(0);
  });

  it("takes a provider's clock that is almost five minutes off, and no further", async () => {
    for (const [skew, email, status] of [
      [290, "ann@agency.test", "connected"],
      [-290, "bob@agency.test", "connected"],
    ] as const) {
      google.control.skewSeconds = skew;
      const back = await connect(google, { as: email });
      expect([skew, (await mailbox(idIn(back.headers.get("location")))).connection.state]).toEqual([
        skew,
        status,
      ]);
    }
    // An hour and ten minutes behind: what it gives has ended by our clock.
    microsoft.control.skewSeconds = -4_200;
    const back = await connect(microsoft, { as: "joe@contoso.test" });
    expect(back.headers.get("location")).toContain("connect_problem=");
    expect((await t.get(mailboxes())).json.pagination.total).toBe(2);
  });
});

describe("access tokens", () => {
  const life = 3_600;
  const connected = async (provider: LabProvider, as: string) => {
    const id = idIn((await connect(provider, { as })).headers.get("location"));
    await t.drain();
    return { id, grant: await grantOf(id) };
  };

  it("are good until 80 % of their life, then renewed; a refused one is renewed once for all", async () => {
    const { grant } = await connected(google, "ann@agency.test");
    google.calls.length = 0;
    const first = await tokenOf(grant);
    expect(google.calls).toEqual([]);
    t.advance(0.79 * life * SECOND_MS);
    expect(await tokenOf(grant)).toEqual(first);
    t.advance(0.02 * life * SECOND_MS);
    const second = await tokenOf(grant);
    expect(second).not.toEqual(first);
    const token = "token" in second ? second.token : "";
    const asked = await Promise.all(Array.from({ length: 20 }, () => tokenOf(grant, token)));
    expect(new Set(asked.map((one) => ("token" in one ? one.token : "")))).toHaveLength(1);
    expect(google.calls).toEqual(["refresh_token", "refresh_token"]);
  });

  it("are renewed by one request, however many ask for them", async () => {
    const { grant } = await connected(microsoft, "joe@contoso.test");
    microsoft.calls.length = 0;
    microsoft.control.rotation = "consume";
    t.advance(life * SECOND_MS);
    const asked = await Promise.all(Array.from({ length: 50 }, () => tokenOf(grant)));
    expect(asked.filter((one) => "token" in one)).toHaveLength(50);
    expect(microsoft.calls).toEqual(["refresh_token"]);
    t.advance(life * SECOND_MS);
    expect(await tokenOf(grant)).toHaveProperty("token");
  });

  it("end where the provider says so: the mailbox waits with one notice, and goes on when it is connected again", async () => {
    const { id, grant } = await connected(microsoft, "joe@contoso.test");
    microsoft.revoke("joe@contoso.test");
    t.advance(life * SECOND_MS);
    microsoft.calls.length = 0;
    expect(await tokenOf(grant)).toMatchObject({ refusal: "reconnect_required" });
    expect(await tokenOf(grant)).toMatchObject({ refusal: "reconnect_required" });
    expect(microsoft.calls).toEqual(["refresh_token"]);
    const waiting = await mailbox(id);
    expect(waiting).toMatchObject({
      status: "reconnect_required",
      connection: { state: "reconnect_required", reason: expect.stringContaining("AADSTS50173") },
    });
    const notices = await t.get(`/api/v1/workspaces/${wid}/notifications`);
    expect(notices.json.data.map((one: { kind: string }) => one.kind)).toEqual([
      "mailbox_reconnect",
    ]);
    expect((await t.get(`/api/v1/workspaces/${wid}/mailboxes/${id}/health`)).json.status).not.toBe(
      "disconnected",
    );
    t.advance(SECOND_MS);
    const back = await connect(microsoft, { as: "joe@contoso.test" }, { mailbox_id: id });
    expect(idIn(back.headers.get("location"))).toBe(id);
    await t.drain();
    expect(await mailbox(id)).toMatchObject({
      status: "active",
      connection: { state: "connected" },
    });
    expect(await tokenOf(grant)).toHaveProperty("token");
  });

  it("wait where the provider is away: the mailbox stays as it is, and an old token serves while it is good", async () => {
    const { id, grant } = await connected(google, "ann@agency.test");
    const held = await tokenOf(grant);
    google.control.outage = () => new Response("upstream error", { status: 503 });
    t.advance(0.9 * life * SECOND_MS);
    expect(await tokenOf(grant)).toEqual(held);
    t.advance(0.2 * life * SECOND_MS);
    google.calls.length = 0;
    expect(await tokenOf(grant)).toMatchObject({ refusal: "provider_unavailable" });
    expect(await tokenOf(grant)).toMatchObject({ refusal: "provider_unavailable" });
    expect(google.calls).toHaveLength(1);
    expect((await mailbox(id)).status).toBe("active");
    google.control.outage = null;
    t.advance(MINUTE_MS);
    expect(await tokenOf(grant)).toHaveProperty("token");
  });

  it("leave mailboxes alone where the install's own client was refused", async () => {
    const { id, grant } = await connected(google, "ann@agency.test");
    google.client.secret = "another";
    t.advance(life * SECOND_MS);
    expect(await tokenOf(grant)).toMatchObject({ refusal: "client_refused" });
    expect((await mailbox(id)).status).toBe("active");
  });

  it("are asked for weekly where nobody needs them", async () => {
    await connected(google, "ann@agency.test");
    google.calls.length = 0;
    t.advance(6 * DAY_MS);
    await t.sweep(keepGrantsAlive);
    expect(google.calls).toEqual([]);
    t.advance(1 * DAY_MS + 1);
    await t.sweep(keepGrantsAlive);
    await t.sweep(keepGrantsAlive);
    expect(google.calls).toEqual(["refresh_token"]);
  });

  it("may have 6 kB", async () => {
    google.control.padding = 6_000;
    const { grant } = await connected(google, "ann@agency.test");
    expect(await tokenOf(grant)).toHaveProperty("token", expect.stringMatching(/^.{6000,}$/));
  });

  it("are given for the grant of this workspace alone", async () => {
    const { grant } = await connected(google, "ann@agency.test");
    const id = asId<GrantId>(Number(grant.split(".")[1]));
    expect(await tokenOf(grantName(asId(wid + 1), id))).toMatchObject({ refusal: "not_granted" });
    expect(await tokenOf("nonsense")).toMatchObject({ refusal: "not_granted" });
  });

  it("and refresh tokens are in no answer, no log and no row in clear", async () => {
    const { id, grant } = await connected(google, "ann@agency.test");
    t.advance(life * SECOND_MS);
    const given = await tokenOf(grant);
    const secrets = [
      ...google.refreshTokens(),
      "token" in given ? given.token : "",
      google.client.secret,
    ];
    const seen = [
      JSON.stringify(await mailbox(id)),
      (await t.get("/api/v1/admin/oauth-clients")).text,
      JSON.stringify(t.lines),
      JSON.stringify(await t.client.execute("SELECT * FROM mail_grants")),
      JSON.stringify(await t.client.execute("SELECT * FROM mailboxes")),
    ];
    for (const secret of secrets) for (const text of seen) expect(text).not.toContain(secret);
  });
});

describe("the install's clients", () => {
  it("are entered by admins, sealed, never shown, and forgotten", async () => {
    const body = {
      client_id: "c-1",
      client_secret: "c-secret-9",
      name: "Own mail",
      issuer: "http://127.0.0.1:7001",
      smtp: { host: "127.0.0.1", port: 2525, security: "none" },
    };
    const saved = await t.put("/api/v1/admin/oauth-clients/custom", body);
    expect(saved.status).toBe(200);
    expect(saved.text).not.toContain("c-secret-9");
    expect(saved.json).toMatchObject({
      source: "admin",
      client_id: "c-1",
      has_client_secret: true,
      redirect_uri: "http://localhost/api/v1/oauth/callback/custom",
    });
    const { client_secret: _, ...rest } = body;
    expect((await t.put("/api/v1/admin/oauth-clients/custom", rest)).status).toBe(200);
    const providers = await t.get(`${mailboxes()}/providers`);
    expect(providers.json.data).toContainEqual({
      provider: "custom",
      name: "Own mail",
      is_available: true,
    });
    expect((await t.delete("/api/v1/admin/oauth-clients/custom")).status).toBe(204);
    const listed = await t.get("/api/v1/admin/oauth-clients");
    expect(listed.json.data.map((one: { source: string | null }) => one.source)).toEqual([
      "environment",
      "environment",
      null,
    ]);
  });

  it("422: an issuer is https, but on this machine", async () => {
    const body = {
      client_id: "c-1",
      client_secret: "s",
      issuer: "http://idp.example.com",
      smtp: { host: "smtp.example.com", port: 587, security: "starttls" },
    };
    const answer = await t.put("/api/v1/admin/oauth-clients/custom", body);
    expect([answer.status, answer.json.errors[0].path]).toEqual([422, "issuer"]);
    const without = await t.put("/api/v1/admin/oauth-clients/custom", {
      client_id: "c-1",
      client_secret: "s",
    });
    expect([without.status, without.json.errors[0].path]).toEqual([422, "issuer"]);
  });
});
