import { createHmac, generateKeyPairSync } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { events, webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import { integrations } from "#modules/events/schema/integrations.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { iso, later, MINUTE_MS } from "#platform/rules/time.ts";
import { eventStatements } from "#modules/events/events/event-statements.ts";
import { wakeDeliveries } from "#modules/events/events/wake-deliveries.ts";
import { deliverWebhook } from "#modules/events/webhook-deliveries/deliver-webhook.ts";
import { assertNoScans } from "#test/support/explain.ts";
import { type HarnessOptions, harness } from "#test/support/harness.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { seedSent } from "#test/support/sent.ts";
import { type Services, services } from "#test/support/services.ts";

let s: Services;
beforeAll(async () => {
  s = await services();
});
afterAll(() => s.close());
beforeEach(() => {
  s.asked.length = 0;
  s.trouble.clear();
  s.contacts.clear();
  s.persons.clear();
  s.closeLeads.clear();
});

const SLACK = "https://hooks.slack.com/services/T0/B0/slack-canary";
const DISCORD = "https://discord.com/api/webhooks/1/discord-canary";
const CREDENTIALS: Readonly<Record<string, Record<string, string>>> = {
  slack: { webhook_url: SLACK },
  discord: { webhook_url: DISCORD },
  hubspot: { access_token: "pat-eu1-hubspot-canary" },
  pipedrive: { api_token: "pipedrive-canary" },
  close: { api_key: "close-canary" },
  zapier: { url: "https://hooks.zapier.com/hooks/catch/1/zapier-canary/", secret: "s3" },
  make: { url: "https://hook.eu1.make.com/make-canary" },
  n8n: { url: "https://n8n.example.com/webhook/n8n-canary" },
  webhook: { url: "https://any.example.com/webhook-canary" },
  mailgun: { signing_key: "mailgun-canary" },
  postmark: { secret: "postmark-canary" },
  resend: { signing_secret: `whsec_${Buffer.alloc(24, 1).toString("base64")}` },
  ses: { topic_arn: "arn:aws:sns:eu-west-1:123456789012:bounces" },
};

async function workspace(options: HarnessOptions = {}) {
  const t = await harness({ egress: s.egress, ...options });
  const { wid, cookie } = await t.signUp();
  const W = `/api/v1/workspaces/${wid}/integrations`;
  const connect = (
    provider: string,
    credentials: object = CREDENTIALS[provider] ?? {},
    config?: object,
  ) => t.post(`${W}/${provider}/connect`, { credentials, ...(config && { config }) });
  const shown = async (provider: string) =>
    (await t.get(W)).json.data.find((each: { provider: string }) => each.provider === provider);
  const happened = async (
    type: "lead.replied" | "meeting.booked" | "campaign.paused",
    change: object = {},
  ) => {
    const ctx = inWorkspace(t.deps, wid as WorkspaceId);
    const dedupeKey = crypto.randomUUID();
    const lead = {
      lead_id: 7,
      lead_email: "zoe@acme.test",
      lead_name: "Zoe Van Dam",
      company: "Acme <Ltd>",
      campaign_id: 1,
      campaign_name: "Spring",
      step: 1,
      variant: "control",
      mailbox: "sender@ours.test",
      message_id: "m@ours.test",
      thread_id: 3,
    };
    const data = {
      "lead.replied": {
        ...lead,
        snippet: "Yes & <!channel>\n@everyone",
        subject: "Re: Hello",
        reply_message_id: "r@x",
        replied_at: iso(t.clock.now),
        is_first: true,
      },
      "meeting.booked": { ...lead, previous_status: "open", marked_by: "user:1" },
      "campaign.paused": {
        campaign_id: 1,
        campaign_name: "Spring",
        status: "paused",
        previous_status: "active",
        reason: "bounce_rate",
        bounce_rate: 6,
        sample: 50,
        triggered_by: "system",
      },
    }[type];
    const event = {
      type,
      dedupeKey,
      data: { ...data, ...change },
      leadId: null,
      campaignId: null,
      sendId: null,
    };
    await runBatch(ctx.db, eventStatements(ctx, event as Parameters<typeof eventStatements>[1]));
    await wakeDeliveries(ctx, [dedupeKey]);
    await t.drain();
  };
  const states = async () => (await t.db.select().from(webhookDeliveries)).map((row) => row.state);
  return { t, wid, cookie, W, connect, shown, happened, states };
}

describe("the list", () => {
  it("200: tells what each service asks for, all disconnected at first", async () => {
    const { t, W } = await workspace();
    const { json } = await t.get(W);
    expect(json.pagination.total).toBe(20);
    expect(new Set(json.data.map((each: { status: string }) => each.status))).toEqual(
      new Set(["disconnected"]),
    );
    expect(json.data[0]).toMatchObject({
      provider: "slack",
      kind: "events",
      credential_fields: [{ name: "webhook_url", required: true }],
      config_fields: [{ name: "events", required: false }],
      account_label: null,
    });
    expect((await t.get(`${W}?q=hub`)).json.data).toHaveLength(1);
  });
});

describe("connecting", () => {
  /** For what is refused and leaves nothing behind. */
  let shared: Awaited<ReturnType<typeof workspace>>;
  beforeAll(async () => {
    shared = await workspace();
  });
  afterAll(() => shared.t.close());

  it.each([
    ["slack", "Incoming webhook", ["POST"]],
    ["discord", "Sales", ["GET"]],
    ["hubspot", "Account 4711", ["GET", "GET"]],
    ["pipedrive", "North", ["GET"]],
    ["close", "North", ["GET", "GET"]],
    ["zapier", "hooks.zapier.com", ["POST"]],
    ["make", "hook.eu1.make.com", ["POST"]],
    ["n8n", "n8n.example.com", ["POST"]],
    ["webhook", "any.example.com", ["POST"]],
  ])("200: %s is tried, named %s, sealed and never shown", async (provider, label, methods) => {
    const { t, connect, shown, W } = await workspace();
    const answer = await connect(provider);
    expect([answer.status, answer.json]).toMatchObject([
      200,
      { provider, status: "connected", account_label: label, last_error: null, inbound: null },
    ]);
    expect(s.asked.map((request) => request.method)).toEqual(methods);
    expect(await shown(provider)).toMatchObject({ status: "connected", account_label: label });
    const rows = JSON.stringify([
      await t.db.select().from(integrations),
      await t.db.select().from(webhooks),
    ]);
    const seen = answer.text + (await t.get(W)).text + rows + JSON.stringify(t.lines);
    expect(seen).not.toContain("canary");
    const audit = await t.get("/api/v1/admin/audit");
    expect(audit.text).toContain("integration.connected");
  });

  it.each([
    [
      "slack",
      { webhook_url: "https://hooks.slack.com/services/T0/B0/old" },
      "credentials.webhook_url",
    ],
    [
      "discord",
      { webhook_url: "https://discord.com/api/webhooks/1/old" },
      "credentials.webhook_url",
    ],
    ["hubspot", { access_token: "old" }, "credentials.access_token"],
    ["pipedrive", { api_token: "old" }, "credentials.api_token"],
    ["close", { api_key: "old" }, "credentials.api_key"],
    ["calendly", { api_token: "old" }, "credentials.api_token"],
  ])(
    "422: %s refuses what was entered, and nothing is stored",
    async (provider, credentials, path) => {
      const { connect, shown, t } = shared;
      const answer = await connect(provider, credentials);
      expect([answer.status, answer.json.errors[0]]).toMatchObject([
        422,
        { path, code: "refused" },
      ]);
      expect(await shown(provider)).toMatchObject({ status: "disconnected" });
      expect(await t.db.select().from(webhooks)).toEqual([]);
    },
  );

  it.each([
    ["slack", {}, {}, "credentials.webhook_url", "required"],
    ["slack", { webhook_url: "hooks" }, {}, "credentials.webhook_url", "invalid_url"],
    ["slack", { webhook_url: SLACK, token: "x" }, {}, "credentials.token", "unknown_field"],
    ["slack", { webhook_url: SLACK }, { channel: "x" }, "config.channel", "unknown_field"],
    ["slack", { webhook_url: SLACK }, { events: ["lead.won"] }, "config.events", "invalid_value"],
    ["slack", { webhook_url: SLACK }, { events: [] }, "config.events", "invalid_value"],
    ["slack", { webhook_url: SLACK }, { events: "lead.replied" }, "config.events", "invalid_value"],
    ["hubspot", { access_token: "a b" }, {}, "credentials.access_token", "invalid_format"],
    [
      "hubspot",
      { access_token: "x" },
      { events: ["campaign.started"] },
      "config.events",
      "invalid_value",
    ],
    ["ses", { topic_arn: "arn:aws:s3:::x" }, {}, "credentials.topic_arn", "invalid_format"],
    ["sendgrid", { public_key: "AAAA" }, {}, "credentials.public_key", "invalid_format"],
    ["resend", { signing_secret: "secret" }, {}, "credentials.signing_secret", "invalid_format"],
    ["mailgun", { signing_key: "x" }, {}, "credentials.signing_key", "invalid_format"],
    ["openai", { api_key: "k" }, {}, "config.model", "required"],
  ])(
    "422: %s with %j %j names %s, before anything is asked",
    async (provider, credentials, config, path, code) => {
      const { connect } = shared;
      const answer = await connect(provider, credentials, config);
      expect(answer.status).toBe(422);
      expect(answer.json.errors).toContainEqual(expect.objectContaining({ path, code }));
      expect(s.asked).toEqual([]);
    },
  );

  it("422: private addresses, and other addresses of an API, where the operator allows none", async () => {
    const { connect } = await workspace({ settings: { ALLOW_PRIVATE_NETWORKS: "false" } });
    const inner = await connect("n8n", { url: "https://169.254.169.254/latest" });
    expect(inner.json.errors[0]).toMatchObject({ path: "credentials.url", code: "not_public" });
    const other = await connect("hubspot", CREDENTIALS["hubspot"], {
      base_url: "https://evil.example.com",
    });
    expect(other.json.errors[0]).toMatchObject({ path: "config.base_url", code: "not_allowed" });
    expect(s.asked).toEqual([]);
  });

  it.each([
    [{ status: 429, headers: { "retry-after": "30" } }, 503, "upstream_unavailable"],
    [{ status: 502, body: "<html>" }, 503, "upstream_unavailable"],
    ["hang", 504, "upstream_timeout"],
  ] as const)("a service that answers %j is told as %i %s", async (reply, status, code) => {
    const { connect } = await workspace();
    s.trouble.set("api.hubapi.com", reply);
    const answer = await connect("hubspot");
    expect([answer.status, answer.json.code]).toEqual([status, code]);
  });

  it("a service that lacks a permission is told as such", async () => {
    const { connect } = await workspace();
    s.trouble.set("api.hubapi.com", { status: 403, body: '{"category":"MISSING_SCOPES"}' });
    const { status, json } = await connect("hubspot");
    expect([status, json.errors[0].message]).toEqual([
      422,
      expect.stringContaining("(403): a permission or scope is missing"),
    ]);
  });

  it("404: a provider that does not exist, and one that is not connected", async () => {
    const { t, W, connect } = shared;
    expect((await connect("myspace")).status).toBe(404);
    expect((await t.delete(`${W}/slack`)).status).toBe(404);
    expect((await t.delete(`${W}/myspace`)).status).toBe(404);
  });

  it("is no webhook to the routes of webhooks", async () => {
    const { t, wid, connect } = await workspace();
    await connect("slack");
    const [row] = await t.db.select().from(webhooks);
    const one = `/api/v1/workspaces/${wid}/webhooks`;
    expect((await t.get(one)).json.data).toEqual([]);
    for (const answer of [
      await t.get(`${one}/${row?.id}`),
      await t.put(`${one}/${row?.id}`, { is_active: false }),
      await t.delete(`${one}/${row?.id}`),
      await t.get(`${one}/${row?.id}/logs`),
      await t.post(`${one}/${row?.id}/test`),
    ]) {
      expect(answer.status).toBe(404);
    }
    expect(await t.db.select().from(webhooks)).toHaveLength(1);
  });
});

describe("events", () => {
  it("slack: posts blocks into the channel; what a lead wrote cannot mention anybody", async () => {
    const { connect, happened, states } = await workspace();
    await connect("slack");
    s.asked.length = 0;
    await happened("lead.replied");
    expect(s.asked).toMatchObject([
      { method: "POST", url: SLACK, headers: { "content-type": "application/json" } },
    ]);
    expect(s.asked[0]?.body).toEqual({
      text: "Zoe Van Dam (Acme &lt;Ltd&gt;) replied",
      blocks: [
        {
          type: "section",
          text: { type: "mrkdwn", text: "*Zoe Van Dam (Acme &lt;Ltd&gt;) replied*" },
        },
        {
          type: "section",
          text: { type: "mrkdwn", text: ">Yes &amp; &lt;!channel&gt;\n>@everyone" },
        },
        {
          type: "section",
          fields: [
            { type: "mrkdwn", text: "*Lead*\nzoe@acme.test" },
            { type: "mrkdwn", text: "*Campaign*\nSpring" },
            { type: "mrkdwn", text: "*Mailbox*\nsender@ours.test" },
            { type: "mrkdwn", text: "*Subject*\nRe: Hello" },
          ],
        },
      ],
    });
    expect(await states()).toEqual(["delivered"]);
  });

  it("discord: posts an embed, and allows no mentions", async () => {
    const { t, connect, happened, states } = await workspace();
    await connect("discord");
    s.asked.length = 0;
    await happened("lead.replied");
    expect(s.asked).toMatchObject([{ method: "POST", url: DISCORD }]);
    expect(s.asked[0]?.body).toEqual({
      allowed_mentions: { parse: [] },
      embeds: [
        {
          title: "Zoe Van Dam \\(Acme \\<Ltd\\>\\) replied",
          description: "Yes & \\<!channel\\>\n\\@everyone",
          fields: [
            { name: "Lead", value: "zoe\\@acme.test", inline: true },
            { name: "Campaign", value: "Spring", inline: true },
            { name: "Mailbox", value: "sender\\@ours.test", inline: true },
            { name: "Subject", value: "Re: Hello", inline: true },
          ],
          timestamp: iso(t.clock.now),
        },
      ],
    });
    expect(await states()).toEqual(["delivered"]);
  });

  it("hubspot: brings the contact up to date by its address or makes it, and writes a note on it", async () => {
    const BY_EMAIL =
      "https://api.hubapi.com/crm/v3/objects/contacts/zoe%40acme.test?idProperty=email";
    const { t, connect, happened, states } = await workspace();
    await connect("hubspot");
    s.asked.length = 0;
    await happened("meeting.booked");
    expect(s.asked.map(({ method, url, headers }) => [method, url, headers.authorization])).toEqual(
      [
        ["PATCH", BY_EMAIL, "Bearer pat-eu1-hubspot-canary"],
        ["POST", "https://api.hubapi.com/crm/v3/objects/contacts", "Bearer pat-eu1-hubspot-canary"],
        ["POST", "https://api.hubapi.com/crm/v3/objects/notes", "Bearer pat-eu1-hubspot-canary"],
      ],
    );
    const known = { firstname: "Zoe", lastname: "Van Dam", company: "Acme <Ltd>" };
    expect(s.asked.map(({ body }) => body)).toEqual([
      { properties: known },
      { properties: { email: "zoe@acme.test", ...known } },
      {
        properties: {
          hs_timestamp: iso(t.clock.now),
          hs_note_body:
            "<p><strong>Zoe Van Dam (Acme &lt;Ltd&gt;) booked a meeting</strong></p><p>Lead: zoe@acme.test<br>Campaign: Spring<br>Mailbox: sender@ours.test</p>",
        },
        associations: [
          {
            to: { id: "500" },
            types: [{ associationCategory: "HUBSPOT_DEFINED", associationTypeId: 202 }],
          },
        ],
      },
    ]);
    await happened("lead.replied", { lead_name: "", company: "" });
    expect(s.asked[3]).toMatchObject({ method: "PATCH", url: BY_EMAIL, body: { properties: {} } });
    expect(await states()).toEqual(["delivered", "delivered"]);
    expect(s.contacts.size).toBe(1);
  });

  it("pipedrive: finds the person by its address or makes it, and writes a note on it", async () => {
    const { connect, happened, states } = await workspace();
    await connect("pipedrive");
    s.asked.length = 0;
    await happened("lead.replied");
    await happened("meeting.booked");
    const search =
      "https://api.pipedrive.com/api/v2/persons/search?term=zoe%40acme.test&fields=email&exact_match=true&limit=1";
    expect(s.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${search}`,
      "POST https://api.pipedrive.com/api/v2/persons",
      "POST https://api.pipedrive.com/v1/notes",
      `GET ${search}`,
      "POST https://api.pipedrive.com/v1/notes",
    ]);
    expect(s.asked[0]?.headers["x-api-token"]).toBe("pipedrive-canary");
    expect(s.asked[1]?.body).toEqual({
      name: "Zoe Van Dam",
      emails: [{ value: "zoe@acme.test", primary: true, label: "work" }],
    });
    expect(s.asked[2]?.body).toMatchObject({
      person_id: 70,
      content: expect.stringContaining(
        "<blockquote>Yes &amp; &lt;!channel&gt;<br>@everyone</blockquote>",
      ),
    });
    expect(await states()).toEqual(["delivered", "delivered"]);
  });

  it("pipedrive: two events of a new lead make one person, though its search lags", async () => {
    const { connect, happened, states } = await workspace();
    await connect("pipedrive");
    s.isSearchLate = true;
    s.asked.length = 0;
    await happened("lead.replied", { lead_email: "new@acme.test" });
    await happened("meeting.booked", { lead_email: "new@acme.test" });
    s.isSearchLate = false;
    const made = s.asked.filter(({ method, url }) => method === "POST" && url.endsWith("/persons"));
    expect([made.length, await states()]).toEqual([1, ["delivered", "delivered"]]);
  });

  it("close: finds the lead by exactly its address or makes it, and writes a note on it", async () => {
    const { connect, happened, states } = await workspace();
    await connect("close");
    s.asked.length = 0;
    await happened("lead.replied");
    await happened("meeting.booked");
    const search =
      "https://api.close.com/api/v1/lead/?query=email_address%3A%22zoe%40acme.test%22&_fields=id%2Ccontacts&_limit=10";
    expect(s.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET ${search}`,
      "POST https://api.close.com/api/v1/lead/",
      "POST https://api.close.com/api/v1/activity/note/",
      `GET ${search}`,
      "POST https://api.close.com/api/v1/activity/note/",
    ]);
    expect(s.asked[1]?.body).toEqual({
      name: "Acme <Ltd>",
      contacts: [{ name: "Zoe Van Dam", emails: [{ type: "office", email: "zoe@acme.test" }] }],
    });
    expect(s.asked[2]?.body).toMatchObject({
      lead_id: "lead_0",
      note: expect.stringContaining("Yes & <!channel>\n@everyone"),
    });
    expect(await states()).toEqual(["delivered", "delivered"]);
  });

  it("close: two events of a new lead make one, though its search lags; one that was deleted is made again", async () => {
    const { connect, happened, states } = await workspace();
    await connect("close");
    s.isSearchLate = true;
    s.asked.length = 0;
    await happened("lead.replied", { lead_email: "new@acme.test" });
    await happened("meeting.booked", { lead_email: "new@acme.test" });
    const made = () =>
      s.asked.filter(({ method, url }) => method === "POST" && url.endsWith("/lead/")).length;
    expect([made(), await states()]).toEqual([1, ["delivered", "delivered"]]);
    s.closeLeads.clear();
    await happened("meeting.booked", { lead_email: "new@acme.test" });
    s.isSearchLate = false;
    expect([made(), (await states()).at(-1)]).toEqual([2, "delivered"]);
  });

  it.each(["zapier", "make", "n8n", "webhook"])(
    "%s: posts the event as webhooks do, signed where there is a secret",
    async (provider) => {
      const { t, wid, connect, happened } = await workspace();
      await connect(provider, CREDENTIALS[provider], { events: ["campaign.paused"] });
      expect(s.asked[0]?.body).toMatchObject({ event: "campaign.paused", data: { test: true } });
      s.asked.length = 0;
      await happened("campaign.paused");
      await happened("lead.replied");
      expect(s.asked.map(({ url }) => url)).toEqual([CREDENTIALS[provider]?.["url"]]);
      const [request] = s.asked;
      expect(request?.body).toMatchObject({
        event: "campaign.paused",
        workspace_id: String(wid),
        timestamp: iso(t.clock.now),
        data: { campaign_name: "Spring", reason: "bounce_rate" },
      });
      const signature = createHmac("sha256", "s3")
        .update(JSON.stringify(request?.body))
        .digest("hex");
      expect(request?.headers["x-webhook-signature"]).toBe(
        provider === "zapier" ? `sha256=${signature}` : undefined,
      );
      expect(request?.headers["webhook-id"]).toMatch(/^msg_\d+_/);
    },
  );

  it("long texts keep within each service's limits", async () => {
    const { connect, happened, states } = await workspace();
    for (const provider of ["slack", "discord", "hubspot", "pipedrive", "close"]) {
      await connect(provider);
    }
    const long = "& <b> 🎉".repeat(5_000);
    await happened("lead.replied", {
      snippet: long.slice(0, 200),
      company: long,
      campaign_name: long,
      subject: long,
      lead_name: long,
    });
    expect(await states()).toEqual(Array.from({ length: 5 }, () => "delivered"));
  });

  it("a campaign's event is nobody's in a CRM: nothing is asked there", async () => {
    const { connect, happened, t } = await workspace();
    await connect("hubspot");
    await t.db.update(webhooks).set({ events: ["campaign.paused"] });
    s.asked.length = 0;
    await happened("campaign.paused");
    expect(s.asked).toEqual([]);
  });

  it("go through the webhooks' engine: a failure waits and is tried again, from the first request", async () => {
    const { t, connect, happened, shown, states } = await workspace();
    await connect("hubspot");
    s.asked.length = 0;
    s.trouble.set("api.hubapi.com", { status: 429, headers: { "retry-after": "120" } });
    await happened("lead.replied");
    expect(await states()).toEqual(["pending"]);
    expect(await shown("hubspot")).toMatchObject({
      status: "connected",
      last_error: "HubSpot responded with 429.",
    });
    s.trouble.clear();
    t.advance(MINUTE_MS);
    await t.tick();
    await t.drain();
    expect(s.asked).toHaveLength(1);
    t.advance(2 * MINUTE_MS);
    await t.tick();
    await t.drain();
    expect([await states(), s.asked.length]).toEqual([["delivered"], 4]);
    expect(await shown("hubspot")).toMatchObject({ status: "connected", last_error: null });
  });

  it("ten failures in a row switch it off; connecting again brings back what it was owed", async () => {
    const { t, wid, connect, happened, shown, states } = await workspace();
    await connect("slack");
    s.trouble.set("hooks.slack.com", { status: 410, body: "channel_is_archived" });
    await happened("lead.replied");
    for (let i = 0; i < 12; i++) {
      t.advance(13 * 60 * MINUTE_MS);
      await t.tick();
      await t.drain();
    }
    expect(await shown("slack")).toMatchObject({
      status: "error",
      last_error: "Slack responded with 410.",
    });
    const notices = await t.get(`/api/v1/workspaces/${wid}/notifications`);
    expect(notices.json.data).toMatchObject([
      { title: "Slack was turned off", target: { kind: "settings", id: null } },
    ]);
    await happened("meeting.booked");
    s.trouble.clear();
    s.asked.length = 0;
    expect((await connect("slack")).json).toMatchObject({ status: "connected", last_error: null });
    await t.tick();
    await t.drain();
    expect(await states()).not.toContain("parked");
    await happened("meeting.booked");
    expect(s.asked.at(-1)?.body.text).toContain("booked a meeting");
  });

  it("204: disconnecting forgets the credentials and cancels what was owed", async () => {
    const { t, W, connect, happened, states, shown } = await workspace();
    await connect("slack");
    s.trouble.set("hooks.slack.com", { status: 500 });
    await happened("lead.replied");
    expect((await t.delete(`${W}/slack`)).status).toBe(204);
    expect(await states()).toEqual(["cancelled"]);
    expect([await t.db.select().from(webhooks), await t.db.select().from(integrations)]).toEqual([
      [],
      [],
    ]);
    expect(await shown("slack")).toMatchObject({ status: "disconnected", connected_at: null });
    s.asked.length = 0;
    await happened("lead.replied");
    expect(s.asked).toEqual([]);
  });

  it("one request at a time goes to a service, however many events wait", async () => {
    const { t, wid, connect, happened, states } = await workspace();
    await connect("slack");
    s.trouble.set("hooks.slack.com", { status: 500 });
    for (let i = 0; i < 3; i++) await happened("lead.replied");
    s.trouble.clear();
    s.asked.length = 0;
    await t.db.update(webhooks).set({ consecutiveFailures: 0, nextAttemptAt: null });
    t.advance(10 * MINUTE_MS);
    const ctx = inWorkspace(t.deps, wid as WorkspaceId);
    const waiting = await t.db.select({ id: webhookDeliveries.id }).from(webhookDeliveries);
    await Promise.all(waiting.map(({ id }) => deliverWebhook(ctx, id)));
    expect([waiting.length, s.asked.length]).toEqual([3, 1]);
    await t.drain();
    expect(await states()).toEqual(["delivered", "delivered", "delivered"]);
  });
});

describe("bookings", () => {
  const CALENDLY = {
    event: "invitee.created",
    payload: { email: "Ann@acme.test", uri: "https://api.calendly.com/i/1", status: "active" },
  };
  const CAL = {
    triggerEvent: "BOOKING_CREATED",
    payload: { uid: "b1", attendees: [{ email: "ann@acme.test", name: "Ann" }] },
  };
  const signCalendly = (body: string, key: string, at: number) =>
    `t=${Math.floor(at / 1_000)},v1=${createHmac("sha256", key)
      .update(`${Math.floor(at / 1_000)}.${body}`)
      .digest("hex")}`;
  const signCal = (body: string, key: string) =>
    createHmac("sha256", key).update(body).digest("hex");
  const path = (url: string) => new URL(url).pathname;

  it("calendly: subscribes a signed hook by the token; a booking marks the lead's conversation once", async () => {
    const o = await outreach({ leads: ["ann@acme.test"] });
    Object.assign(o.t.deps.egress, s.egress);
    o.world.put(answerTo(o.mails[0]));
    await o.sync();
    const W = `/api/v1/workspaces/${o.wid}/integrations`;
    const answer = await o.t.post(`${W}/calendly/connect`, {
      credentials: { api_token: "calendly-canary" },
    });
    expect(answer.json).toMatchObject({
      status: "connected",
      account_label: "ann@north.example",
      inbound: null,
    });
    expect(s.asked.map(({ method, url }) => `${method} ${url}`)).toEqual([
      "GET https://api.calendly.com/users/me",
      "POST https://api.calendly.com/webhook_subscriptions",
    ]);
    const { url, signing_key: key } = s.asked[1]?.body ?? {};
    expect(s.asked[1]?.body).toEqual({
      url: expect.stringMatching(/^http:\/\/localhost\/api\/v1\/hooks\/calendly\/[\w-]{43}$/),
      events: [
        "invitee.created",
        "invitee.canceled",
        "invitee_no_show.created",
        "invitee_no_show.deleted",
      ],
      organization: "https://api.calendly.com/organizations/O1",
      user: "https://api.calendly.com/users/U1",
      scope: "user",
      signing_key: expect.any(String),
    });
    const body = JSON.stringify(CALENDLY);
    const call = (signature: string | null, text = body) =>
      o.t.request("POST", path(url), text, {
        "content-type": "application/json",
        ...(signature !== null && { "calendly-webhook-signature": signature }),
      });
    const now = o.t.clock.now;
    for (const bad of [
      null,
      "",
      "t=1,v1=00",
      signCalendly(body, "another key", now),
      signCalendly(body, key, now - 10 * MINUTE_MS),
      signCalendly(`${body} `, key, now),
    ]) {
      expect((await call(bad)).json.code).toBe("signature_invalid");
    }
    expect(await o.eventsOf("meeting.booked")).toEqual([]);
    expect((await call(signCalendly(body, key, now))).json).toEqual({ status: "booked" });
    expect((await call(signCalendly(body, key, now))).json).toEqual({ status: "repeated" });
    expect(await o.eventsOf("meeting.booked")).toMatchObject([
      { lead_email: "ann@acme.test", marked_by: "integration:calendly" },
    ]);
    const [thread] = (await o.t.get(`/api/v1/workspaces/${o.wid}/threads`)).json.data;
    expect(thread).toMatchObject({ status: "meeting_booked" });
    // What a person decided since is not undone by a call that comes again.
    await o.t.put(`/api/v1/workspaces/${o.wid}/threads/${thread.id}/status`, { status: "won" });
    await call(signCalendly(body, key, now));
    expect((await o.t.get(`/api/v1/workspaces/${o.wid}/threads/${thread.id}`)).json.status).toBe(
      "won",
    );
    const other = JSON.stringify({ ...CALENDLY, event: "routing_form_submission.created" });
    expect((await call(signCalendly(other, key, now), other)).json).toEqual({ status: "ignored" });
    expect((await call(signCalendly("{", key, now), "{")).status).toBe(400);
    s.asked.length = 0;
    expect((await o.t.delete(`${W}/calendly`)).status).toBe(204);
    expect(s.asked.map(({ method, url: to }) => `${method} ${to}`)).toEqual([
      "DELETE https://api.calendly.com/webhook_subscriptions/S1",
    ]);
    expect((await call(signCalendly(body, key, now))).status).toBe(404);
  });

  it("cal.com: mints a URL and a secret, shown once; a lead who never answered gets a conversation and no further mail", async () => {
    const { t, wid, W, connect } = await workspace();
    await seedSent(t, wid);
    const answer = await connect("cal_com");
    const { url, secret } = answer.json.inbound;
    expect((await t.get(W)).text).not.toContain(secret);
    const body = JSON.stringify(CAL);
    const call = (text: string, signature: string) =>
      t.request("POST", path(url), text, {
        "content-type": "application/json",
        "x-cal-signature-256": signature,
      });
    expect((await call(body, "00")).json.code).toBe("signature_invalid");
    expect((await call(body, signCal(body, secret))).json).toEqual({ status: "booked" });
    const [thread] = (await t.get(`/api/v1/workspaces/${wid}/threads`)).json.data;
    expect(thread).toMatchObject({ status: "meeting_booked", lead: { email: "ann@acme.test" } });
    const enrolled = await t.get(`/api/v1/workspaces/${wid}/campaigns/${thread.campaign_id}/leads`);
    expect(enrolled.json.data).toMatchObject([{ status: "replied", interest: "meeting_booked" }]);
    const stranger = JSON.stringify({
      ...CAL,
      payload: { uid: "b2", attendees: [{ email: "who@else.test" }] },
    });
    expect((await call(stranger, signCal(stranger, secret))).json).toEqual({
      status: "unknown_lead",
    });
    for (const odd of [
      "[]",
      "7",
      "null",
      '{"triggerEvent":"PING"}',
      '{"triggerEvent":"BOOKING_CREATED","payload":{"attendees":[{"email":7}]}}',
    ]) {
      expect((await call(odd, signCal(odd, secret))).json).toEqual({ status: "ignored" });
    }
    // Connecting anew ends the URL before.
    await connect("cal_com");
    expect((await call(body, signCal(body, secret))).status).toBe(404);
  });

  it("calendly without a token: the URL itself is the key", async () => {
    const { t, wid, connect } = await workspace();
    await seedSent(t, wid);
    const { url, secret } = (await connect("calendly")).json.inbound;
    expect(secret).toBeNull();
    const call = (to: string) => t.post(to, CALENDLY);
    expect((await call(path(url))).json).toEqual({ status: "booked" });
    expect((await call(path(url).replace("calendly", "cal_com"))).status).toBe(404);
    expect((await call(`${path(url)}x`)).status).toBe(404);
    // A person who tries the address in a browser.
    expect((await t.get(path(url))).status).toBe(405);
    const token = path(url).split("/").at(-1) ?? "";
    expect(token).toHaveLength(43);
    expect(JSON.stringify(t.lines)).not.toContain(token);
    expect(t.lines).toContainEqual(
      expect.objectContaining({
        event: "request.settled",
        fields: expect.objectContaining({ path: "/api/v1/hooks/calendly/:token", status: 405 }),
      }),
    );
  });

  describe("told later", () => {
    /** A workspace whose lead was written to, with calendars that tell what they are given. */
    async function booking() {
      const { t, wid, connect } = await workspace();
      await seedSent(t, wid);
      const { url: calendly } = (await connect("calendly")).json.inbound;
      const { url: cal, secret } = (await connect("cal_com")).json.inbound;
      const W = `/api/v1/workspaces/${wid}`;
      const at = (ms = 0) => iso(later(t.clock.now, ms));
      return {
        t,
        at,
        async calendly(event: string, payload: object, more: object = {}) {
          const body = {
            event,
            created_at: at(),
            payload: { email: "ann@acme.test", ...payload },
            ...more,
          };
          return (await t.post(path(calendly), body)).json.status;
        },
        async cal(triggerEvent: string, payload: object, more: object = {}) {
          const attendees = [{ email: "ann@acme.test", name: "Ann", timeZone: "UTC" }];
          const body = JSON.stringify({
            triggerEvent,
            createdAt: at(),
            payload: { attendees, ...payload },
            ...more,
          });
          const headers = {
            "content-type": "application/json",
            "x-cal-signature-256": signCal(body, secret),
          };
          return (await t.request("POST", path(cal), body, headers)).json.status;
        },
        async status() {
          return (await t.get(`${W}/threads`)).json.data[0]?.status;
        },
        async decide(status: string) {
          const [thread] = (await t.get(`${W}/threads`)).json.data;
          await t.put(`${W}/threads/${thread.id}/status`, { status });
          t.advance(1_000);
        },
        async told() {
          const rows = await t.db.select({ type: events.type }).from(events);
          return rows.filter(({ type }) => type === "meeting.booked").length;
        },
      };
    }

    it.each(["won", "meeting_completed", "not_interested", "do_not_contact"])(
      "another time for a meeting leaves %s as a person set it, and is no second meeting",
      async (decided) => {
        const o = await booking();
        expect(await o.cal("BOOKING_CREATED", { uid: "b1" })).toBe("booked");
        o.t.advance(1_000);
        await o.decide(decided);
        const moved = { uid: "b2", rescheduleUid: "b1" };
        expect(await o.cal("BOOKING_RESCHEDULED", moved)).toBe("rescheduled");
        expect(await o.cal("BOOKING_RESCHEDULED", moved)).toBe("repeated");
        expect(await o.status()).toBe(decided);
        expect(await o.told()).toBe(1);
      },
    );

    it("another time at Calendly is one meeting: its old booking ends, the new one stands", async () => {
      const o = await booking();
      const [old, now] = ["https://api.calendly.com/i/1", "https://api.calendly.com/i/2"];
      expect(await o.calendly("invitee.created", { uri: old })).toBe("booked");
      const over = { uri: old, rescheduled: true, new_invitee: now };
      expect(await o.calendly("invitee.canceled", over)).toBe("ignored");
      expect(await o.calendly("invitee.created", { uri: now, old_invitee: old })).toBe(
        "rescheduled",
      );
      expect([await o.status(), await o.told()]).toEqual(["meeting_booked", 1]);
      expect(await o.calendly("invitee.canceled", { uri: now, rescheduled: false })).toBe(
        "cancelled",
      );
      expect(await o.status()).toBe("open");
    });

    it("a booking that a person's decision came after is not made of it; a newer one is", async () => {
      const o = await booking();
      await o.cal("BOOKING_CREATED", { uid: "b1" });
      o.t.advance(1_000);
      await o.decide("not_interested");
      await o.cal("BOOKING_CREATED", { uid: "b2" }, { createdAt: o.at(-60_000) });
      expect(await o.status()).toBe("not_interested");
      await o.cal("BOOKING_CREATED", { uid: "b3" });
      expect([await o.status(), await o.told()]).toEqual(["meeting_booked", 2]);
    });

    it.each([
      ["BOOKING_CANCELLED", "cancelled"],
      ["BOOKING_REJECTED", "cancelled"],
    ])("%s gives the conversation back as it was", async (event, answer) => {
      const o = await booking();
      await o.cal("BOOKING_CREATED", { uid: "b0" });
      await o.decide("interested");
      o.t.advance(1_000);
      expect(await o.cal("BOOKING_CREATED", { uid: "b1" })).toBe("booked");
      expect(await o.cal(event, { uid: "b0" })).toBe(answer);
      // Another meeting stands.
      expect(await o.status()).toBe("meeting_booked");
      expect(await o.cal(event, { uid: "b1" })).toBe(answer);
      expect(await o.status()).toBe("interested");
      expect(await o.cal(event, { uid: "b1" })).toBe("repeated");
    });

    it("a cancellation leaves what a person decided since", async () => {
      const o = await booking();
      await o.cal("BOOKING_CREATED", { uid: "b1" });
      await o.decide("won");
      expect(await o.cal("BOOKING_CANCELLED", { uid: "b1" })).toBe("cancelled");
      expect(await o.status()).toBe("won");
    });

    it("a cancellation before its booking keeps it from booking", async () => {
      const o = await booking();
      expect(await o.cal("BOOKING_CANCELLED", { uid: "b1" })).toBe("unknown_lead");
      expect(await o.cal("BOOKING_CREATED", { uid: "b1" })).toBe("repeated");
      expect([await o.status(), await o.told()]).toEqual([undefined, 0]);
      // Of the new time of a meeting: the meeting is off.
      await o.cal("BOOKING_CREATED", { uid: "b2" });
      await o.cal("BOOKING_CANCELLED", { uid: "b3" });
      expect(await o.cal("BOOKING_RESCHEDULED", { uid: "b3", rescheduleUid: "b2" })).toBe(
        "repeated",
      );
      expect([await o.status(), await o.told()]).toEqual(["open", 1]);
    });

    it("who did not come is a no-show, until the mark is taken back; once told", async () => {
      const o = await booking();
      await o.cal("BOOKING_CREATED", { uid: "b1" });
      const missed = (noShow: boolean) => ({
        bookingUid: "b1",
        attendees: [{ email: "ann@acme.test", noShow }],
      });
      expect(await o.cal("BOOKING_NO_SHOW_UPDATED", missed(true))).toBe("no_show");
      expect(await o.status()).toBe("no_show");
      expect(await o.cal("BOOKING_NO_SHOW_UPDATED", missed(false))).toBe("showed");
      expect(await o.status()).toBe("meeting_booked");
      await o.decide("meeting_completed");
      await o.cal("BOOKING_NO_SHOW_UPDATED", missed(true));
      expect([await o.status(), await o.told()]).toEqual(["meeting_completed", 1]);
    });

    it("a no-show at Calendly is found by the invitee alone, too", async () => {
      const o = await booking();
      const uri = "https://api.calendly.com/i/1";
      await o.calendly("invitee.created", { uri });
      expect(await o.calendly("invitee_no_show.created", { uri, no_show: { uri: "n" } })).toBe(
        "no_show",
      );
      expect(await o.status()).toBe("no_show");
      const bare = { email: undefined, uri: undefined, invitee: uri };
      expect(await o.calendly("invitee_no_show.deleted", bare)).toBe("showed");
      expect(await o.status()).toBe("meeting_booked");
    });
  });

  it("a lead of another workspace is not touched", async () => {
    const { t } = await workspace();
    const other = await t.signUp("Bo", "bo@example.com");
    await seedSent(t, other.wid);
    t.useCookie("");
    expect(await t.db.select().from(leads).where(eq(leads.email, "ann@acme.test"))).toHaveLength(1);
    t.useCookie((await t.signUp("Cy", "cy@example.com")).cookie);
    const mine = (await t.get("/api/v1/workspaces")).json.data[0].id;
    const { url } = (await t.post(`/api/v1/workspaces/${mine}/integrations/calendly/connect`)).json
      .inbound;
    expect((await t.post(path(url), CALENDLY)).json).toEqual({ status: "unknown_lead" });
  });
});

it("walks no table for a list, a connection, a delivery or a booking", async () => {
  const { t, wid, W, connect, happened } = await workspace();
  await seedSent(t, wid);
  const { url } = (await connect("calendly")).json.inbound;
  await assertNoScans(t.client, async () => {
    await t.get(W);
    await connect("hubspot");
    await happened("lead.replied");
    await t.post(new URL(url).pathname, {
      event: "invitee.created",
      payload: { email: "ann@acme.test", uri: "https://api.calendly.com/i/9" },
    });
    await t.delete(`${W}/hubspot`);
  });
});

describe("mail providers and AIs", () => {
  it.each(["ses", "mailgun", "postmark", "resend"])(
    "200: %s's key is taken for its notices, and forgotten again",
    async (provider) => {
      const { t, W, connect, shown } = await workspace();
      const answer = await connect(provider);
      expect(answer.json).toMatchObject({
        status: "connected",
        inbound: { url: `http://localhost/api/v1/webhooks/${provider}`, secret: null },
      });
      expect(s.asked).toEqual([]);
      const before = await t.post(`/api/v1/webhooks/${provider}`, {});
      expect(before.json?.code).not.toBe("provider_not_configured");
      expect((await t.delete(`${W}/${provider}`)).status).toBe(204);
      expect(await shown(provider)).toMatchObject({ status: "disconnected" });
      expect((await t.post(`/api/v1/webhooks/${provider}`, {})).json.code).toBe(
        "provider_not_configured",
      );
    },
  );

  it("200: sendgrid's verification key has to be one", async () => {
    const { connect } = await workspace();
    const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const key = publicKey.export({ format: "der", type: "spki" }).toString("base64");
    expect((await connect("sendgrid", { public_key: key })).status).toBe(200);
  });

  it("200: an AI is asked one word, and becomes the workspace's", async () => {
    const { t, wid, W, connect, shown } = await workspace();
    s.trouble.set("api.openai.com", {
      status: 200,
      body: { choices: [{ message: { content: "OK" } }] },
    });
    const answer = await connect("openai", { api_key: "sk-canary" }, { model: "m-1" });
    expect(answer.json).toMatchObject({
      status: "connected",
      account_label: "m-1",
      config: { model: "m-1" },
    });
    expect((await t.get(`/api/v1/workspaces/${wid}/settings`)).json.ai).toMatchObject({
      provider: "openai",
      has_api_key: true,
    });
    s.trouble.set("api.anthropic.com", { status: 401, body: {} });
    const refused = await connect("anthropic", { api_key: "x" }, { model: "m-2" });
    expect([refused.status, refused.json.errors[0].path]).toEqual([422, "credentials"]);
    expect(await shown("openai")).toMatchObject({ status: "connected" });
    expect((await t.delete(`${W}/openai`)).status).toBe(204);
    expect((await t.get(`/api/v1/workspaces/${wid}/settings`)).json.ai).toMatchObject({
      provider: null,
      has_api_key: false,
    });
  });
});
