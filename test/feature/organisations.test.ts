import { decodeJwt } from "jose";
import { beforeEach, describe, expect, it } from "vitest";
import type { TestResponse } from "#platform/wire/companion.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { testTicket } from "#platform/rules/mail/ticket.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, SECOND_MS } from "#platform/rules/time.ts";
import { giveToken } from "#modules/connections/tokens/access-token.ts";
import { loadSenders } from "#modules/mailboxes/connections/load-senders.ts";
import { harness, type Harness, TEST_START } from "#test/support/harness.ts";
import { createAppCertificate } from "#test/support/oauth/app-certificate.ts";
import { labGoogleDomains, type LabGoogleDomains } from "#test/support/oauth/google-domains.ts";
import {
  labMicrosoftTenants,
  type LabMicrosoftTenants,
} from "#test/support/oauth/microsoft-tenants.ts";
import { withRoads } from "#test/support/oauth/api-lab.ts";
import { gmailFace, type GmailFace } from "#test/support/oauth/gmail-face.ts";
import { graphFace, type GraphFace } from "#test/support/oauth/graph-face.ts";
import type { Holder } from "#test/support/oauth/lab-mail.ts";
import { egressTo } from "#test/support/oauth/provider.ts";
import { PASSWORD, signIn } from "#test/support/staff.ts";
import { uploadForm } from "#test/support/upload.ts";

const ADMIN = "/api/v1/admin";
const ORGANISATIONS = `${ADMIN}/organisations`;
const MAIL = "https://mail.google.com/";
const EXCHANGE = "https://outlook.office365.com/.default";
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
const refuses: TestResponse = {
  smtp: fine,
  imap: {
    ...fine,
    ok: false,
    step: "auth",
    error_code: "auth_failed",
    message: "AUTHENTICATE failed.",
    folders: { inbox: null, sent: null, junk: null },
  },
};

let t: Harness;
let wid: number;
let google: LabGoogleDomains;
let microsoft: LabMicrosoftTenants;
let gmail: GmailFace;
let graph: GraphFace;
let logIn: TestResponse;
/** Secrets that were entered: none of them may be seen again. */
let secrets: string[];

beforeEach(async () => {
  google = labGoogleDomains("http://127.0.0.1:7011", () => t.clock.now);
  microsoft = await labMicrosoftTenants("http://127.0.0.1:7012");
  microsoft.app.redirects.push("http://localhost/api/v1/oauth/callback/microsoft");
  logIn = accepts;
  secrets = [];
  t = await harness({
    settings: { ALLOW_PRIVATE_NETWORKS: "true", OAUTH_GOOGLE_API: google.origin },
    egress: egressTo(
      beside(google, /^\/gmail\//, (gmail = gmailFace(google.origin, holderAtGoogle))),
      beside(
        microsoft,
        /^\/v1\.0\/users\/[^/]+\//,
        (graph = graphFace(microsoft.origin, holderAtGraph)),
      ),
    ),
    mail: { test: async () => logIn },
  });
  ({ wid } = await t.signUp());
});

/** One address for a provider and for its API. */
const beside = (lab: Lab, path: RegExp, face: Lab): Lab => ({
  origin: lab.origin,
  handle: (request) => (path.test(new URL(request.url).pathname) ? face : lab).handle(request),
});
type Lab = { readonly origin: string; handle(request: Request): Promise<Response> };

const holderAtGoogle = (token: string): Holder | null => {
  const email = google.ownerOf(token);
  return email === undefined ? null : { email, scopes: [MAIL] };
};
/** An app speaks for everybody of its tenant. */
const holderAtGraph = (token: string): Holder | null => {
  const { aud, roles = [] } = decodeJwt<{ roles?: string[] }>(token);
  return aud === microsoft.origin ? { email: null, scopes: roles } : null;
};

async function enterGoogle() {
  const made = await google.addKey();
  secrets.push(made.key.replace(/-----[^-]+-----/g, "").trim());
  const body = { key_file: made.file, issuer: google.issuer, directory_url: google.origin };
  const saved = await t.put(`${ADMIN}/organisation-apps/google`, body);
  expect(saved.status, saved.text).toBe(200);
  return { ...made, saved };
}

async function enterMicrosoft(endsAt: number = TEST_START + 30 * DAY_MS) {
  const made = await createAppCertificate(endsAt);
  secrets.push(made.privateKey.replace(/-----[^-]+-----/g, "").trim());
  microsoft.certificates.set(made.thumbprint, made.publicKey);
  const body = {
    client_id: microsoft.app.id,
    certificate: made.certificate,
    private_key: made.privateKey,
    issuer: microsoft.issuer,
    directory_url: microsoft.origin,
  };
  const saved = await t.put(`${ADMIN}/organisation-apps/microsoft`, body);
  expect(saved.status, saved.text).toBe(200);
  return { ...made, saved, body };
}

async function add(body: Record<string, unknown>): Promise<number> {
  const answer = await t.post(ORGANISATIONS, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.json.organisation.id;
}
const addDomain = (domain: string) =>
  add({ provider: "google", domains: [domain], admin_email: `admin@${domain}` });
const addTenant = (tenant: string) => add({ provider: "microsoft", tenant });
const test = async (id: number, email: string) =>
  (await t.post(`${ORGANISATIONS}/${id}/test`, { email })).json;
const codes = (shown: { lacks: { code: string }[] }) => shown.lacks.map(({ code }) => code);
const grant = async (id: number, emails: readonly string[], workspace_id = wid) => {
  const answer = await t.post(`${ORGANISATIONS}/${id}/addresses`, { workspace_id, emails });
  expect(answer.status, answer.text).toBe(204);
};
const connect = (organisation_id: number, emails: readonly string[]) =>
  t.post(`/api/v1/workspaces/${wid}/mailboxes/connect-organisation`, { organisation_id, emails });
const mailbox = async (id: number) =>
  (await t.get(`/api/v1/workspaces/${wid}/mailboxes/${id}`)).json;

async function grantOf(id: number): Promise<string> {
  const senders = await loadSenders(inWorkspace(t.deps, asId<WorkspaceId>(wid)), [asId(id)]);
  return senders.get(asId(id))?.smtp.oauth?.grant ?? "";
}
const tokenOf = async (id: number) => giveToken(t.deps, { grant: await grantOf(id) });

/** A mailbox of an organisation, granted and connected. */
async function connected(id: number, email: string): Promise<number> {
  await grant(id, [email]);
  const answer = await connect(id, [email]);
  expect(answer.json.data).toEqual([{ email, mailbox_id: expect.any(Number), problem: null }]);
  await t.drain();
  return answer.json.data[0].mailbox_id;
}

describe("the install's apps", () => {
  it("show what an admin of an organisation has to enter, and never a key", async () => {
    const before = await t.get(`${ADMIN}/organisation-apps/google`);
    expect(before.json).toMatchObject({ is_set_up: false, client_id: null });
    const { id } = await enterGoogle();
    const { thumbprint } = await enterMicrosoft();
    expect((await t.get(`${ADMIN}/organisation-apps/google`)).json).toMatchObject({
      is_set_up: true,
      client_id: google.account.id,
      client_email: google.account.email,
      key_id: id,
      scopes: [MAIL, "https://www.googleapis.com/auth/admin.directory.user.readonly"],
    });
    expect((await t.get(`${ADMIN}/organisation-apps/microsoft`)).json).toMatchObject({
      client_id: microsoft.app.id,
      redirect_uri: "http://localhost/api/v1/oauth/callback/microsoft",
      thumbprint,
      certificate_ends_at: new Date(TEST_START + 30 * DAY_MS).toISOString(),
      is_expired: false,
    });
  });

  it("422 with a sentence for each thing that is wrong with a key or a certificate", async () => {
    const put = async (provider: string, body: unknown) => {
      const answer = await t.put(`${ADMIN}/organisation-apps/${provider}`, body);
      expect(answer.status).toBe(422);
      return [answer.json.errors[0].path, answer.json.errors[0].code];
    };
    const file = JSON.parse((await google.addKey()).file);
    const changed = (more: object) => ({ key_file: JSON.stringify({ ...file, ...more }) });
    expect(await put("google", { key_file: "no" })).toEqual(["key_file", "not_json"]);
    expect(await put("google", changed({ client_id: 7 }))).toEqual(["key_file", "incomplete"]);
    expect(await put("google", changed({ private_key: "x" }))).toEqual(["key_file", "unreadable"]);
    expect(await put("google", { ...changed({}), issuer: "http://idp.example.com" })).toEqual([
      "issuer",
      "not_https",
    ]);
    const [own, other, old] = await Promise.all([
      createAppCertificate(TEST_START + DAY_MS),
      createAppCertificate(TEST_START + DAY_MS),
      createAppCertificate(TEST_START - DAY_MS),
    ]);
    const app = (certificate: string, private_key: string) =>
      put("microsoft", { client_id: microsoft.app.id, certificate, private_key });
    expect(await app("x", own.privateKey)).toEqual(["certificate", "unreadable"]);
    expect(await app(own.certificate, other.privateKey)).toEqual(["private_key", "other_key"]);
    expect(await app(old.certificate, old.privateKey)).toEqual([
      "certificate",
      "certificate_expired",
    ]);
    const encrypted = "-----BEGIN ENCRYPTED PRIVATE KEY-----\nMII\n";
    expect(await app(own.certificate, encrypted)).toEqual(["private_key", "encrypted"]);
    const pkcs1 = "-----BEGIN RSA PRIVATE KEY-----\nMII\n";
    expect(await app(own.certificate, pkcs1)).toEqual(["private_key", "pkcs1"]);
  });
});

describe("organisations", () => {
  it("20 tenants of 10 users each: one table shows what each lacks", async () => {
    await enterGoogle();
    await enterMicrosoft();
    const lacking = new Map<number, string[]>();
    for (let n = 0; n < 10; n++) {
      const name = `g${n}.test`;
      const domain = google.addDomain(name, 10);
      if (n === 1) domain.delegated.clear();
      if (n === 2) domain.delegated = new Set([MAIL]);
      const id = await addDomain(name);
      lacking.set(
        id,
        n === 1 ? ["delegation_missing"] : n === 2 ? ["directory_permission_missing"] : [],
      );
      expect((await test(id, `user1@${name}`)).ok).toBe(n !== 1);
    }
    for (let n = 0; n < 10; n++) {
      const tenant = microsoft.addTenant(`m${n}.test`, 10);
      if (n === 1) tenant.isConsented = false;
      if (n === 2) tenant.roles = ["IMAP.AccessAsApp"];
      if (n === 3) tenant.directoryRoles = [];
      const id = await addTenant(tenant.id);
      const expected = [
        "",
        "admin_consent_missing",
        "roles_missing",
        "directory_permission_missing",
      ];
      lacking.set(
        id,
        [expected[n] ?? ""].filter((code) => code !== ""),
      );
      expect((await test(id, `user1@m${n}.test`)).ok).toBe(n !== 1 && n !== 2);
    }
    const { data } = (await t.get(ORGANISATIONS)).json;
    expect(data).toHaveLength(20);
    for (const one of data) {
      expect(codes(one), one.name).toEqual(lacking.get(one.id));
      const [lack] = lacking.get(one.id) ?? [];
      const isReady = lack === undefined || lack === "directory_permission_missing";
      expect(one.state, one.name).toBe(isReady ? "ready" : "lacking");
      expect(one.proved_at === null).toBe(!isReady);
      for (const { message } of one.lacks) expect(message).toMatch(/^[A-Z].+\.$/);
    }
  });

  it("a tenant of Microsoft is one link; what comes back is unproved until a test succeeds", async () => {
    await enterMicrosoft();
    const tenant = microsoft.addTenant("contoso.test", 10);
    tenant.isConsented = false;
    const begin = async () => (await t.post(ORGANISATIONS, { provider: "microsoft" })).json;
    const back = async (url: string) => {
      const { pathname, search } = new URL(url);
      return t.get(`${pathname}${search}`, { accept: "text/html" });
    };
    const denied = microsoft.consent((await begin()).admin_consent_url, tenant, { deny: true });
    expect((await back(denied)).headers.get("location")).toBe(
      "http://localhost/admin/connections?connect_problem=consent_denied",
    );
    const begun = await begin();
    expect(begun).toMatchObject({ organisation: null, expires_at: expect.any(String) });
    const url = microsoft.consent(begun.admin_consent_url, tenant);
    const done = await back(url);
    expect(done.status).toBe(303);
    const id = Number(/organisation=(\d+)$/.exec(done.headers.get("location") ?? "")?.[1]);
    const [row] = (await t.get(ORGANISATIONS)).json.data;
    expect(row).toMatchObject({ id, tenant: tenant.id, state: "untested", proved_at: null });
    expect((await back(url)).headers.get("location")).toContain("consent_unknown");
    expect(await test(id, "user1@contoso.test")).toMatchObject({
      ok: true,
      organisation: { state: "ready", domains: ["contoso.test"] },
    });

    const made = await t.get(
      "/api/v1/oauth/callback/microsoft?admin_consent=True&tenant=x&state=y",
    );
    expect(made.json.code).toBe("consent_unknown");
  });

  it("a wrong address says so and makes no tenant lack anything; one of another domain is no address of it", async () => {
    await enterGoogle();
    google.addDomain("a.test", 2);
    google.addDomain("b.test", 2);
    const id = await addDomain("a.test");
    const answer = await test(id, "nobody@a.test");
    expect([answer.ok, codes(answer), codes(answer.organisation)]).toEqual([
      false,
      ["address_unknown"],
      [],
    ]);
    for (const path of ["test", "addresses"]) {
      const body =
        path === "test"
          ? { email: "user1@b.test" }
          : { workspace_id: wid, emails: ["user1@b.test"] };
      const refused = await t.post(`${ORGANISATIONS}/${id}/${path}`, body);
      expect([refused.status, refused.json.errors[0].code]).toEqual([422, "other_domain"]);
    }
    const twice = await t.post(ORGANISATIONS, { provider: "google", domains: ["a.test"] });
    expect([twice.status, twice.json.code]).toEqual([409, "conflict"]);
  });

  it("lists users page by page, by the beginning of their address, and with who may connect them", async () => {
    await enterGoogle();
    await enterMicrosoft();
    google.addDomain("a.test", 10);
    const ids = [await addDomain("a.test"), await addTenant(microsoft.addTenant("m.test", 10).id)];
    for (const [n, id] of ids.entries()) {
      const domain = n === 0 ? "a.test" : "m.test";
      await grant(id, [`user1@${domain}`]);
      const users = `${ORGANISATIONS}/${id}/users`;
      const seen: string[] = [];
      let cursor: string | null = "";
      while (cursor !== null) {
        const next: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
        const page = (await t.get(`${users}?limit=4${next}`)).json;
        seen.push(...page.data.map(({ email }: { email: string }) => email));
        cursor = page.next_cursor;
      }
      expect(new Set(seen).size).toBe(10);
      const found = (await t.get(`${users}?q=user1@`)).json;
      expect(found.data).toMatchObject([{ email: `user1@${domain}`, workspace_ids: [wid] }]);
    }
    for (const lab of [google, microsoft]) lab.control.busy = true;
    for (const id of ids) {
      const busy = await t.get(`${ORGANISATIONS}/${id}/users`);
      expect([busy.status, busy.headers.get("retry-after")]).toEqual([503, "17"]);
    }
  });
});

describe("mailboxes of an organisation", () => {
  it("connect without a secret, and get tokens by their own address", async () => {
    await enterGoogle();
    await enterMicrosoft();
    google.addDomain("a.test", 10);
    const tenant = microsoft.addTenant("m.test", 10);
    const ann = await connected(await addDomain("a.test"), "user1@a.test");
    const joe = await connected(await addTenant(tenant.id), "user1@m.test");
    expect(await mailbox(ann)).toMatchObject({
      smtp_host: "smtp.gmail.com",
      has_smtp_password: false,
      status: "active",
      connection: { kind: "organisation", provider: "google", state: "connected" },
    });
    expect(await mailbox(joe)).toMatchObject({ imap_host: "outlook.office365.com" });
    const given = await tokenOf(ann);
    expect("token" in given && google.ownerOf(given.token)).toBe("user1@a.test");
    expect(google.asked).toEqual([`user1@a.test ${MAIL}`]);
    expect(await tokenOf(joe)).toHaveProperty("token");
    expect(microsoft.asked).toEqual([`${tenant.id} ${EXCHANGE}`]);
    t.advance(0.79 * 3_599 * SECOND_MS);
    expect(await tokenOf(ann)).toEqual(given);
    t.advance(HOUR_MS);
    expect(await tokenOf(ann)).not.toEqual(given);
    const { data } = (await t.get(ORGANISATIONS)).json;
    expect(data).toMatchObject([
      { granted_addresses: 1, mailboxes: 1 },
      { granted_addresses: 1, mailboxes: 1 },
    ]);
  });

  it("need an admin's grant: an employee can list no users and open no other address", async () => {
    await enterGoogle();
    google.addDomain("a.test", 10);
    const id = await addDomain("a.test");
    expect((await connect(id, ["user1@a.test"])).status).toBe(404);
    expect((await connect(id + 1, ["user1@a.test"])).status).toBe(404);
    await grant(id, ["user1@a.test"]);
    const answer = await connect(id, ["user2@a.test", "user1@a.test"]);
    expect(answer.status).toBe(200);
    expect(answer.json.data).toMatchObject([
      { email: "user2@a.test", mailbox_id: null, problem: { code: "not_found" } },
      { email: "user1@a.test", mailbox_id: expect.any(Number), problem: null },
    ]);
    const eve = { name: "Eve", email: "eve@example.com", password: PASSWORD, role: "employee" };
    expect((await t.post(`${ADMIN}/employees`, eve)).status).toBe(201);
    const employee = await signIn(t, eve.email);
    for (const path of ["", `/${id}/users`]) {
      expect((await employee.get(`${ORGANISATIONS}${path}`)).status).toBe(403);
    }
    const body = { workspace_id: wid, emails: ["user2@a.test"] };
    expect((await employee.post(`${ORGANISATIONS}/${id}/addresses`, body)).status).toBe(403);
    expect((await employee.get(`${ADMIN}/organisation-apps/google`)).status).toBe(403);
    const own = await t.get(`/api/v1/workspaces/${wid}/mailboxes/organisation-addresses`);
    expect(own.json.data).toEqual([
      {
        organisation_id: id,
        organisation: "a.test",
        provider: "google",
        email: "user1@a.test",
        state: "connected",
      },
    ]);
  });

  it("end where an admin of the organisation withdraws, with words that say who has to act, and come back", async () => {
    await enterGoogle();
    await enterMicrosoft();
    const domain = google.addDomain("a.test", 10);
    const tenant = microsoft.addTenant("m.test", 10);
    const [a, m] = [await addDomain("a.test"), await addTenant(tenant.id)];
    const [ann, joe] = [await connected(a, "user1@a.test"), await connected(m, "user1@m.test")];
    const delegated = domain.delegated;
    domain.delegated = new Set();
    tenant.isConsented = false;
    t.advance(HOUR_MS);
    for (const id of [ann, joe]) {
      expect(await tokenOf(id)).toMatchObject({ refusal: "reconnect_required" });
      expect(await mailbox(id)).toMatchObject({
        status: "reconnect_required",
        connection: { reason: expect.stringContaining("An admin of the organization has to") },
      });
    }
    domain.delegated = delegated;
    expect((await connect(a, ["user1@a.test"])).json.data[0].mailbox_id).toBe(ann);
    await t.drain();
    expect(await tokenOf(ann)).toHaveProperty("token");
    expect((await mailbox(ann)).status).toBe("active");
  });

  it("stay as they are where the install's own app is at fault", async () => {
    const { id: key } = await enterGoogle();
    const { thumbprint } = await enterMicrosoft();
    google.addDomain("a.test", 10);
    const [a, m] = [
      await addDomain("a.test"),
      await addTenant(microsoft.addTenant("m.test", 10).id),
    ];
    const [ann, joe] = [await connected(a, "user1@a.test"), await connected(m, "user1@m.test")];
    const stays = async (lack: string, id: number, organisation: number, email: string) => {
      t.advance(HOUR_MS);
      expect(await tokenOf(id)).toMatchObject({ refusal: "client_refused" });
      expect((await mailbox(id)).status).toBe("active");
      expect(codes((await test(organisation, email)).organisation)).toContain(lack);
    };
    google.removeKey(key);
    await stays("app_refused", ann, a, "user1@a.test");
    microsoft.certificates.delete(thumbprint);
    await stays("app_refused", joe, m, "user1@m.test");
    await t.reauthenticate();
    await t.delete(`${ADMIN}/organisation-apps/google`);
    await stays("app_missing", ann, a, "user1@a.test");
    await t.reauthenticate();
    await enterMicrosoft(t.clock.now + HOUR_MS / 2);
    await stays("certificate_expired", joe, m, "user1@m.test");
    expect((await t.get(`${ADMIN}/organisation-apps/microsoft`)).json.is_expired).toBe(true);
  });

  it("go on after a change of the key, and know another app from a withdrawn consent", async () => {
    const first = await enterGoogle();
    const { body } = await enterMicrosoft();
    google.addDomain("a.test", 10);
    const tenant = microsoft.addTenant("m.test", 10);
    const [a, m] = [await addDomain("a.test"), await addTenant(tenant.id)];
    const [ann, joe] = [await connected(a, "user1@a.test"), await connected(m, "user1@m.test")];
    for (const [id, email] of [
      [a, "user1@a.test"],
      [m, "user1@m.test"],
    ] as const) {
      expect((await test(id, email)).ok).toBe(true);
    }
    await enterGoogle();
    google.removeKey(first.id);
    await enterMicrosoft();
    t.advance(HOUR_MS);
    expect(await tokenOf(ann)).toHaveProperty("token");
    expect(await tokenOf(joe)).toHaveProperty("token");
    const other = crypto.randomUUID();
    await t.reauthenticate();
    await t.put(`${ADMIN}/organisation-apps/microsoft`, { ...body, client_id: other });
    microsoft.app.id = other;
    tenant.isConsented = false;
    t.advance(HOUR_MS);
    expect(await tokenOf(joe)).toMatchObject({ refusal: "client_refused" });
    expect((await mailbox(joe)).status).toBe("active");
  });

  it("422: keep the name that they were granted, since a tenant's token opens every mailbox of it", async () => {
    await enterGoogle();
    await enterMicrosoft();
    google.addDomain("a.test", 10);
    const tenant = microsoft.addTenant("m.test", 10);
    const [a, m] = [await addDomain("a.test"), await addTenant(tenant.id)];
    for (const [id, own] of [
      [await connected(a, "user1@a.test"), "user1@a.test"],
      [await connected(m, "user1@m.test"), "user1@m.test"],
    ] as const) {
      const path = `/api/v1/workspaces/${wid}/mailboxes/${id}`;
      const boss = own.replace("user1", "boss");
      for (const name of ["smtp_username", "imap_username"]) {
        const refused = await t.put(path, { [name]: boss });
        expect(refused.status).toBe(422);
        expect(refused.json.errors).toMatchObject([{ path: name, code: "not_granted" }]);
      }
      // Off and on again is no way round it.
      expect((await t.put(path, { imap_host: null })).status).toBe(200);
      const imap = { imap_host: "imap.example.com", imap_port: 993 };
      expect((await t.put(path, { ...imap, imap_username: boss })).status).toBe(422);
      expect((await t.put(path, { smtp_username: own, from_name: "Ann" })).status).toBe(200);
      // By a password of its own it is no mailbox of the organisation any more.
      const password = { smtp_username: boss, smtp_password: "pw", imap_host: null };
      expect((await t.put(path, password)).json).toMatchObject({
        connection: { kind: "password" },
      });
    }
  });

  it("wait at once where an admin of the install takes the address back, or the organisation goes", async () => {
    await enterGoogle();
    google.addDomain("a.test", 10);
    const id = await addDomain("a.test");
    const [one, two] = [await connected(id, "user1@a.test"), await connected(id, "user2@a.test")];
    for (const mine of [one, two]) expect(await tokenOf(mine)).toHaveProperty("token");
    const back = { workspace_id: wid, emails: ["user1@a.test"] };
    const withdrawn = await t.post(`${ORGANISATIONS}/${id}/addresses/withdraw`, back);
    expect(withdrawn.status).toBe(204);
    expect(await tokenOf(one)).toMatchObject({ refusal: "reconnect_required" });
    expect(await tokenOf(two)).toHaveProperty("token");
    expect((await connect(id, ["user1@a.test"])).status).toBe(404);
    expect((await t.delete(`${ORGANISATIONS}/${id}`)).status).toBe(204);
    expect(await tokenOf(two)).toMatchObject({ refusal: "reconnect_required" });
  });

  it("show a mailbox that Exchange does not open to the app", async () => {
    await enterMicrosoft();
    const id = await addTenant(microsoft.addTenant("m.test", 10).id);
    expect((await test(id, "user1@m.test")).ok).toBe(true);
    await connected(id, "user1@m.test");
    logIn = refuses;
    const answer = await test(id, "user1@m.test");
    expect([answer.ok, codes(answer.organisation)]).toEqual([
      false,
      ["mailbox_permission_missing"],
    ]);
  });

  it("send by the provider's API once that is granted, each by its own address", async () => {
    withRoads(t);
    await enterGoogle();
    await enterMicrosoft();
    google.addDomain("g.test", 3);
    const tenant = microsoft.addTenant("m.test", 3);
    const ids = [
      await connected(await addDomain("g.test"), "user1@g.test"),
      await connected(await addTenant(tenant.id), "user1@m.test"),
    ];
    const choose = (id = 0) => t.put(`/api/v1/workspaces/${wid}/mailboxes/${id}`, { road: "api" });
    const refused = await choose(ids[1]);
    expect([refused.status, refused.json.errors?.[0]?.code]).toEqual([422, "api_not_granted"]);
    expect(await mailbox(ids[1] ?? 0)).toMatchObject({ connection: { state: "connected" } });
    tenant.directoryRoles.push("Mail.ReadWrite", "Mail.Send");
    t.advance(HOUR_MS);
    for (const id of ids) expect((await choose(id)).json.connection?.road).toBe("api");
    const senders = await loadSenders(
      inWorkspace(t.deps, asId<WorkspaceId>(wid)),
      ids.map((id) => asId(id)),
    );
    await t.deps.mail.transmit(
      [...senders.values()].map(({ smtp, email }) => ({
        ticket: testTicket(email),
        lease: email,
        smtp,
        allow_private: true,
        envelope: { from: email, to: ["bo@acme.test", "boss@acme.test"] },
        from: { address: email, name: "" },
        to: [{ address: "bo@acme.test", name: "" }],
        cc: [],
        reply_to: null,
        subject: "Hi",
        message_id: `1@${email.split("@")[1]}`,
        in_reply_to: null,
        references: [],
        list_unsubscribe: null,
        headers: {},
        text: "Hi",
        html: null,
        date: t.clock.now,
      })),
    );
    const left = [...gmail.delivered, ...graph.delivered];
    expect(left.map(({ from }) => from)).toEqual(["user1@g.test", "user1@m.test"]);
    for (const { to, raw } of left) {
      expect(to).toEqual(["bo@acme.test", "boss@acme.test"]);
      expect(raw).not.toContain("boss@acme.test");
    }
  });

  it("leave no key and no token in any answer, row or log", async () => {
    await enterGoogle();
    await enterMicrosoft();
    google.addDomain("a.test", 3);
    const [a, m] = [
      await addDomain("a.test"),
      await addTenant(microsoft.addTenant("m.test", 3).id),
    ];
    const ids = [await connected(a, "user1@a.test"), await connected(m, "user1@m.test")];
    for (const id of ids) {
      const given = await tokenOf(id);
      secrets.push("token" in given ? given.token : "");
    }
    const tables = ["oauth_clients", "mail_organisations", "mail_grants", "mailboxes", "audit_log"];
    const seen = [
      (await t.get(`${ADMIN}/organisation-apps/google`)).text,
      (await t.get(`${ADMIN}/organisation-apps/microsoft`)).text,
      (await t.get(ORGANISATIONS)).text,
      JSON.stringify(await Promise.all(ids.map(mailbox))),
      JSON.stringify(t.lines),
      JSON.stringify(
        await Promise.all(tables.map((name) => t.client.execute(`SELECT * FROM ${name}`))),
      ),
    ];
    expect(secrets).toHaveLength(4);
    const lines = secrets.flatMap((one) => one.split("\n")).filter((line) => line.length > 20);
    for (const line of lines) {
      for (const text of seen) expect(text).not.toContain(line);
    }
  });
});

describe("an import of mailboxes with organisation_id", () => {
  const send = (file: string, dryRun = false) =>
    t.post(
      `/api/v1/workspaces/${wid}/mailboxes/import`,
      uploadForm(
        [
          ["dry_run", String(dryRun)],
          ["file", file],
        ],
        "mailboxes.csv",
      ),
    );
  const imported = async (location: string | null) => (await t.get(location ?? "")).json;

  it("makes mailboxes that their organisation opens, and refuses what was not granted", async () => {
    await enterGoogle();
    google.addDomain("acme.test", 3);
    google.addDomain("other.test", 3);
    const [id, other] = [await addDomain("acme.test"), await addDomain("other.test")];
    await grant(id, ["user1@acme.test", "user2@acme.test"]);
    const { id: place } = (await t.post("/api/v1/workspaces", { name: "Second", slug: "second" }))
      .json;
    await grant(other, ["user1@other.test"], place);
    const file = [
      "email,organisation_id,password,from_name,daily_limit,tags,warmup_enabled",
      `user1@acme.test,${id},left-out-secret,Ann,25,north,yes`,
      `USER2@acme.test,${id},,,,,`,
      `user3@acme.test,${id},,,,,`,
      `user1@other.test,${other},,,,,`,
      `user1@acme.test,999,,,,,`,
      `user4@acme.test,no number,,,,,`,
    ].join("\n");
    const preview = await send(file, true);
    expect(
      preview.json.rows.map((row: { state: string; code: string }) => [row.state, row.code]),
    ).toEqual([
      ["new", null],
      ["new", null],
      ["failed", "not_granted"],
      ["failed", "not_granted"],
      ["skipped", "repeated"],
      ["failed", "not_granted"],
    ]);
    expect(preview.json.rows[0].mailbox).toMatchObject({
      smtp_host: "smtp.gmail.com",
      imap_host: "imap.gmail.com",
      smtp_username: "user1@acme.test",
    });
    const begun = await send(file);
    expect(begun.status, begun.text).toBe(202);
    await t.drain();
    const done = await imported(begun.headers.get("location"));
    expect(done).toMatchObject({ status: "completed", active: 2, failed: 3, skipped: 1 });
    const list = (await t.get(`/api/v1/workspaces/${wid}/mailboxes`)).json.data;
    expect(list).toMatchObject([
      { email: "user2@acme.test", status: "active", connection: { kind: "organisation" } },
      {
        email: "user1@acme.test",
        from_name: "Ann",
        daily_limit: 25,
        tags: ["north"],
        status: "active",
        connection: { kind: "organisation", provider: "google" },
        warmup: { state: "warming" },
      },
    ]);
    for (const { id: mailboxId } of list as { id: number }[]) {
      expect(await tokenOf(mailboxId)).toMatchObject({ token: expect.any(String) as string });
    }
    // The password beside it is nowhere.
    const rows = await t.client.execute("SELECT smtp_password FROM mailboxes");
    expect(rows.rows.map((row) => row["smtp_password"])).toEqual(["", ""]);
    expect(JSON.stringify(t.lines)).not.toContain("left-out-secret");
    // Each a grant of its own, of this workspace.
    const grants = await t.client.execute(
      "SELECT workspace_id AS w, account, kind, refresh_token FROM mail_grants ORDER BY account",
    );
    expect(grants.rows.map((row) => [row["w"], row["account"], row["kind"]])).toEqual([
      [wid, "user1@acme.test", "organisation"],
      [wid, "user2@acme.test", "organisation"],
    ]);
    // A repeat makes nothing.
    const again = await send(file);
    await t.drain();
    expect(await imported(again.headers.get("location"))).toMatchObject({ active: 0, skipped: 3 });
    expect((await t.client.execute("SELECT id FROM mail_grants")).rows).toHaveLength(2);
  });

  it("fails a row whose address was taken back before it was stored, and one that cannot log in", async () => {
    await enterGoogle();
    google.addDomain("acme.test", 3);
    const id = await addDomain("acme.test");
    await grant(id, ["user1@acme.test", "user2@acme.test"]);
    const file = `email,organisation_id\nuser1@acme.test,${id}\nuser2@acme.test,${id}`;
    const begun = await send(file);
    await t.post(`${ORGANISATIONS}/${id}/addresses/withdraw`, {
      workspace_id: wid,
      emails: ["user1@acme.test"],
    });
    logIn = refuses;
    await t.drain();
    const done = await imported(begun.headers.get("location"));
    expect(done).toMatchObject({ status: "completed", stored: 1, failed: 2, active: 0 });
    expect(done.causes.map(({ code }: { code: string }) => code).sort()).toEqual([
      "imap_auth_failed",
      "not_granted",
    ]);
    const list = (await t.get(`/api/v1/workspaces/${wid}/mailboxes`)).json.data;
    expect(list).toMatchObject([{ email: "user2@acme.test" }]);
  });

  it("an admin's import grants nothing either", async () => {
    await enterGoogle();
    google.addDomain("acme.test", 1);
    const id = await addDomain("acme.test");
    const answer = await send(`email,organisation_id\nuser1@acme.test,${id}`, true);
    expect(answer.json.rows).toMatchObject([{ state: "failed", code: "not_granted" }]);
    expect((await t.client.execute("SELECT * FROM mail_organisation_addresses")).rows).toEqual([]);
  });
});
