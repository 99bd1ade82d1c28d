import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { giveToken } from "#modules/connections/tokens/access-token.ts";
import { loadSenders } from "#modules/mailboxes/connections/load-senders.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { asId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { nodeEgress } from "#server/egress.ts";
import { harness, type Harness } from "#test/support/harness.ts";
import {
  CLIENT,
  consentAt,
  startCertifiedProvider,
} from "#test/support/oauth/certified-provider.ts";
import { ANSWERING } from "#test/support/records.ts";

/* Our OAuth client before a certified OpenID provider that is nobody's of this project. */

const CALLBACK = "http://localhost/api/v1/oauth/callback/custom";
const ANN = "ann@agency.test";

let provider: Awaited<ReturnType<typeof startCertifiedProvider>>;
let t: Harness;
let wid: number;
beforeEach(async () => {
  provider = await startCertifiedProvider(CALLBACK);
  t = await harness({
    ...ANSWERING,
    // It goes by the clock of the machine.
    now: unixMs(Date.now()),
    egress: nodeEgress({ allowPrivate: true }),
    settings: {
      ALLOW_PRIVATE_NETWORKS: "true",
      OAUTH_CUSTOM_NAME: "Certified",
      OAUTH_CUSTOM_ISSUER: provider.issuer,
      OAUTH_CUSTOM_CLIENT_ID: CLIENT.id,
      OAUTH_CUSTOM_CLIENT_SECRET: CLIENT.secret,
      OAUTH_CUSTOM_SMTP: "smtp.agency.test:465:tls",
      OAUTH_CUSTOM_IMAP: "imap.agency.test:993:tls",
    },
  });
  ({ wid } = await t.signUp());
});
afterEach(() => provider.close());

async function connect() {
  const begun = await t.post(`/api/v1/workspaces/${wid}/mailboxes/connect`, { provider: "custom" });
  expect(begun.status, begun.text).toBe(200);
  const back = new URL(await consentAt(begun.json.authorize_url as string, ANN));
  const come = () => t.get(`${back.pathname}${back.search}`, { accept: "text/html" });
  const answer = await come();
  const id = Number(/\/mailboxes\/(\d+)$/.exec(answer.headers.get("location") ?? "")?.[1]);
  return { id, come, location: answer.headers.get("location") };
}

async function tokenOf(id: number) {
  const senders = await loadSenders(inWorkspace(t.deps, asId<WorkspaceId>(wid)), [asId(id)]);
  return giveToken(t.deps, { grant: senders.get(asId(id))?.smtp.oauth?.grant ?? "" });
}

describe("a certified OpenID provider", () => {
  it("takes our code with PKCE once, and our refresh tokens in turn", async () => {
    const { id, come, location } = await connect();
    expect(id, String(location)).toBeGreaterThan(0);
    const shown = await t.get(`/api/v1/workspaces/${wid}/mailboxes/${id}`);
    expect(shown.json).toMatchObject({ email: ANN, connection: { kind: "oauth", account: ANN } });
    expect(provider.events).toEqual(["grant.success"]);
    // The way back again redeems nothing.
    expect((await come()).headers.get("location")).toContain("connect_problem");
    expect(provider.events).toHaveLength(1);

    const seen = new Set<string>();
    for (let round = 0; round < 4; round++) {
      t.advance(61 * MINUTE_MS);
      const answers = await Promise.all(Array.from({ length: 20 }, () => tokenOf(id)));
      const tokens = new Set(answers.map((one) => ("token" in one ? one.token : one.message)));
      expect(tokens.size).toBe(1);
      for (const token of tokens) seen.add(token);
    }
    // A refresh token that was used before would have ended the grant.
    expect(seen.size).toBe(4);
    expect(provider.events).toEqual(Array.from({ length: 5 }, () => "grant.success"));
  });

  it("ends what a person took back: the mailbox waits for another consent, and goes on with it", async () => {
    const { id } = await connect();
    await provider.revoke();
    t.advance(61 * MINUTE_MS);
    expect(await tokenOf(id)).toMatchObject({ refusal: "reconnect_required" });
    expect((await t.get(`/api/v1/workspaces/${wid}/mailboxes/${id}`)).json.status).toBe(
      "reconnect_required",
    );
    expect((await connect()).id).toBe(id);
    expect(await tokenOf(id)).toMatchObject({ token: expect.any(String) as string });
  });
});
