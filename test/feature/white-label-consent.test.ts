import { describe, expect, it, onTestFinished } from "vitest";
import { oauthFlows } from "#modules/connections/schema/clients.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { nodeEgress } from "#server/egress.ts";
import {
  CLIENT,
  consentAt,
  startCertifiedProvider,
} from "#test/support/oauth/certified-provider.ts";
import { egressTo, labProvider } from "#test/support/oauth/provider.ts";
import { ANSWERING } from "#test/support/records.ts";
import { agency, BASE, FORBIDDEN, HOST } from "#test/support/white-label.ts";

/* Mailboxes that are connected by consent from a workspace's own host. Providers know BASE_URL alone. */

const PAGE = { accept: "text/html" };
const CALLBACK = `${BASE}/api/v1/oauth/callback`;

/** The companion finds every connection to work. */
const TESTING = {
  test: ANSWERING.mail?.test ?? (async () => Promise.reject(new Error("untested"))),
};

type Agency = Awaited<ReturnType<typeof agency>>;

/** What a browser does with the addresses that it is sent to. */
function browserOf({ here }: Agency, cookie: string) {
  const go = async (href: string, headers: Record<string, string> = PAGE) => {
    const url = new URL(href);
    // Cookies are the host's own.
    const own = url.host === HOST ? { cookie } : {};
    const answer = await here(
      "GET",
      `${url.pathname}${url.search}`,
      undefined,
      { ...headers, ...own },
      url.host,
    );
    return { ...answer, location: answer.headers.get("location") ?? "" };
  };
  const begin = async (wid: number, provider: string): Promise<string> => {
    const path = `/api/v1/workspaces/${wid}/mailboxes/connect`;
    const begun = await here("POST", path, { provider }, { cookie });
    if (begun.status !== 200) throw new Error(begun.text);
    return begun.json.authorize_url as string;
  };
  return { go, begin };
}

/** An agency whose employee works at the client's host. */
async function working(options: Parameters<typeof agency>[0]) {
  const a = await agency(options);
  await a.settle();
  const assigned = await a.super_admin.post("/api/v1/admin/assignments", {
    employee_id: a.employee.id,
    workspace_id: a.wid,
  });
  if (assigned.status !== 201) throw new Error(assigned.text);
  const { headers } = await a.signInHere("employee@example.com");
  return { ...a, ...browserOf(a, headers.cookie), cookie: headers.cookie };
}

async function withLab() {
  const clock = { now: () => Date.now() };
  const google = await labProvider("google", "http://127.0.0.1:7001", () => clock.now());
  google.client.redirects.push(`${CALLBACK}/google`);
  google.addUser("ann@acme.test");
  const a = await working({
    mail: TESTING,
    settings: {
      ALLOW_PRIVATE_NETWORKS: "true",
      OAUTH_GOOGLE_CLIENT_ID: google.client.id,
      OAUTH_GOOGLE_CLIENT_SECRET: google.client.secret,
      OAUTH_GOOGLE_ISSUER: google.issuer,
    },
  });
  clock.now = () => a.t.clock.now;
  // The web of the agency's host from now on is the provider's.
  Object.assign(a.t.deps, { egress: { ...a.t.deps.egress, ...egressTo(google) } });
  const consent = async () =>
    google.consent(await a.begin(a.wid, "google"), { as: "ann@acme.test" });
  return { ...a, google, consent };
}

describe("consent from a workspace's own host", () => {
  it("comes back to BASE_URL, is handed over by a ticket, and ends in the mailbox on the same host, signed in", async () => {
    const { go, consent, cookie, here, wid, t } = await withLab();
    const back = await go(await consent());
    expect(back.status).toBe(303);
    const next = new URL(back.location);
    expect(`${next.origin}${next.pathname}`).toBe(`https://${HOST}/api/v1/oauth/callback/google`);
    // Neither the code nor the state goes to a host that a client's name server leads.
    expect([...next.searchParams.keys()]).toEqual(["ticket"]);
    const [flow] = await t.db.select().from(oauthFlows);
    expect(JSON.stringify(flow)).not.toContain(next.searchParams.get("ticket"));

    const end = await go(back.location);
    expect(end.location).toMatch(new RegExp(`^https://${HOST}/w/${wid}/mailboxes/\\d+$`));
    const id = /\d+$/.exec(end.location)?.[0];
    const box = await here("GET", `/api/v1/workspaces/${wid}/mailboxes/${id}`, undefined, {
      cookie,
    });
    expect(box.json).toMatchObject({ email: "ann@acme.test", connection: { kind: "oauth" } });
    expect((await here("GET", "/api/v1/auth/me", undefined, { cookie })).status).toBe(200);
    expect(await t.db.select().from(oauthFlows)).toEqual([]);
  });

  it("400 consent_unknown: neither way works twice, late, at another host or in another session", async () => {
    const { t, go, consent, here, signInHere } = await withLab();
    const problem = `https://${HOST}/?connect_problem=consent_unknown`;
    const arrive = async () => {
      const from = await consent();
      return { from, ticket: (await go(from)).location };
    };
    const used = await arrive();
    // The state is good for one ticket; who comes again is sent to the host that they know.
    expect((await go(used.from)).location).toBe(problem);
    expect((await go(used.ticket)).location).toMatch(/\/mailboxes\/\d+$/);
    expect((await go(used.ticket)).location).toBe(problem);
    expect((await go(used.ticket, {})).json.code).toBe("consent_unknown");

    const stolen = await arrive();
    const { pathname, search } = new URL(stolen.ticket);
    const other = await signInHere("client@example.com");
    const theirs = await here("GET", `${pathname}${search}`, undefined, other.headers);
    expect(theirs.json.code).toBe("consent_unknown");
    expect((await here("GET", `${pathname}${search}`)).status).toBe(401);
    const atBase = await t.get(`${pathname}${search}`);
    expect([atBase.status, atBase.json.code]).toEqual([401, "unauthenticated"]);
    const swapped = stolen.ticket.replace("/google", "/microsoft");
    expect((await go(swapped)).location).toBe(problem);
    // None of them has used it up.
    expect((await go(stolen.ticket)).location).toMatch(/\/mailboxes\/\d+$/);

    const late = await consent();
    t.advance(10 * MINUTE_MS);
    expect((await go(late)).location).toBe(problem);
    t.advance(DAY_MS);
    await t.tick();
    expect(await t.db.select().from(oauthFlows)).toEqual([]);
  });

  it("303: what the person did not allow is named on their host, in words that name nobody else", async () => {
    const { go, begin, google, wid } = await withLab();
    const denied = google.consent(await begin(wid, "google"), { as: "ann@acme.test", deny: true });
    const first = (await go(denied)).location;
    expect((await go(first)).location).toBe(
      `https://${HOST}/w/${wid}/mailboxes?connect_problem=consent_denied`,
    );
    const again = google.consent(await begin(wid, "google"), { as: "ann@acme.test", deny: true });
    const problem = await go((await go(again)).location, {});
    expect([problem.status, FORBIDDEN.test(problem.text)]).toEqual([400, false]);
  });

  it("gives no ticket to a host that was removed meanwhile", async () => {
    const { go, consent, super_admin: admin, paths } = await withLab();
    const from = await consent();
    await admin.put(paths.host, { host: null });
    const back = await go(from);
    expect(back.location).toBe(`${BASE}/?connect_problem=unauthenticated`);
  });

  it("connects before a certified provider as before our own", async () => {
    const provider = await startCertifiedProvider(`${CALLBACK}/custom`);
    onTestFinished(() => provider.close());
    const a = await working({
      mail: TESTING,
      // It goes by the clock of the machine.
      now: unixMs(Date.now()),
      settings: {
        ALLOW_PRIVATE_NETWORKS: "true",
        OAUTH_CUSTOM_NAME: "Certified",
        OAUTH_CUSTOM_ISSUER: provider.issuer,
        OAUTH_CUSTOM_CLIENT_ID: CLIENT.id,
        OAUTH_CUSTOM_CLIENT_SECRET: CLIENT.secret,
        OAUTH_CUSTOM_SMTP: "smtp.acme.test:465:tls",
        OAUTH_CUSTOM_IMAP: "imap.acme.test:993:tls",
      },
    });
    Object.assign(a.t.deps, { egress: nodeEgress({ allowPrivate: true }) });
    const from = await consentAt(await a.begin(a.wid, "custom"), "ann@acme.test");
    const end = await a.go((await a.go(from)).location);
    expect(end.location).toMatch(new RegExp(`^https://${HOST}/w/${a.wid}/mailboxes/\\d+$`));
    expect(provider.events).toEqual(["grant.success"]);
  });
});
