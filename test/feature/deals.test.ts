import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhookDeliveries, webhooks } from "#modules/events/schema/events.ts";
import { users } from "#modules/accounts/schema/accounts.ts";
import { crmDeals } from "#modules/events/schema/integrations.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { connectedWorkspace } from "#test/support/connected.ts";
import { crmState } from "#test/support/crm-doubles.ts";
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
  s.isSearchLate = false;
  Object.assign(s.crm, crmState());
});

const CRMS = {
  hubspot: {
    credentials: { access_token: "pat-eu1-hubspot-canary" },
    rule: { pipeline: "default", stage: "appointmentscheduled", meeting_stage: "qualifiedtobuy" },
    beyond: "presentation",
    stageOf: "dealstage",
    host: "api.hubapi.com",
    deals: "/crm/v3/objects/deals",
    notes: "POST /crm/v3/objects/notes",
  },
  pipedrive: {
    credentials: { api_token: "pipedrive-canary" },
    rule: { pipeline: "2", stage: "21", meeting_stage: "22" },
    beyond: 23,
    stageOf: "stage_id",
    host: "api.pipedrive.com",
    deals: "/api/v2/deals",
    notes: "POST /v1/notes",
  },
} as const;
type Crm = keyof typeof CRMS;
const BOTH = ["hubspot", "pipedrive"] as const;

async function withRule(crm: Crm, change: object = {}) {
  const w = await connectedWorkspace(s);
  const { credentials, rule } = CRMS[crm];
  expect((await w.t.post(`${w.W}/${crm}/connect`, { credentials })).status).toBe(200);
  const put = (deals: object | null) => w.t.put(`${w.W}/${crm}`, { deals });
  const full = { events: ["lead.replied", "meeting.booked"], ...rule, ...change };
  const answer = await put(full);
  expect(answer.json).toMatchObject({ deals: full });
  s.asked.length = 0;
  const deals = () => [...s.crm[crm].values()];
  const stage = () => String(deals()[0]?.properties[CRMS[crm].stageOf]);
  const made = () =>
    s.asked.filter(
      ({ method, url }) => method === "POST" && new URL(url).pathname === CRMS[crm].deals,
    ).length;
  return { ...w, put, deals, stage, made, full };
}

describe.each(BOTH)("a deal in %s", (crm) => {
  const { rule, notes } = CRMS[crm];

  it("is made by a positive reply, once for a lead and campaign, with the note on it", async () => {
    const w = await withRule(crm, { title: "{{company}} / {{campaign}}", amount: 500 });
    await w.happened("lead.replied", { category: "not_interested" });
    expect(w.deals()).toEqual([]);
    await w.happened("lead.replied");
    await w.happened("lead.replied");
    await w.happened("lead.replied", { campaign_id: 5 });
    expect(w.deals().map(({ properties }) => properties)).toMatchObject(
      crm === "hubspot"
        ? [
            {
              dealname: "Acme / Spring",
              dealstage: rule.stage,
              amount: "500",
              pipeline: "default",
            },
            { dealname: "Acme / Spring" },
          ]
        : [{ title: "Acme / Spring", stage_id: 21, value: 500 }, { title: "Acme / Spring" }],
    );
    const [first, second] = w.deals().map(({ id }) => id);
    expect(s.crm.notes.map(({ deal }) => deal)).toEqual([null, first, first, second]);
    expect(await w.states()).toEqual(Array.from({ length: 4 }, () => "delivered"));
    expect(await w.t.db.select().from(crmDeals)).toMatchObject([
      { leadId: 7, campaignId: 4, dealId: first },
      { leadId: 7, campaignId: 5, dealId: second },
    ]);
    expect(JSON.stringify(await w.t.db.select().from(crmDeals))).not.toContain("canary");
  });

  it("moves on with a meeting, never back, and a late reply leaves it there", async () => {
    const w = await withRule(crm);
    await w.happened("lead.replied");
    expect(w.stage()).toBe(rule.stage);
    await w.happened("meeting.booked");
    expect(w.stage()).toBe(rule.meeting_stage);
    await w.happened("lead.replied");
    expect(w.stage()).toBe(rule.meeting_stage);
    // A person moved it further.
    Object.assign(w.deals()[0]?.properties ?? {}, { [CRMS[crm].stageOf]: CRMS[crm].beyond });
    await w.happened("meeting.booked");
    expect(w.stage()).toBe(String(CRMS[crm].beyond));
    expect(w.made()).toBe(1);
  });

  it("is made by a meeting in its stage, though the reply is delivered later", async () => {
    const w = await withRule(crm);
    await w.happened("meeting.booked");
    await w.happened("lead.replied");
    expect([w.stage(), w.made()]).toEqual([rule.meeting_stage, 1]);
  });

  it("is not made by an event that only moves", async () => {
    const w = await withRule(crm, { events: ["lead.replied"] });
    await w.happened("meeting.booked");
    expect([w.made(), await w.states()]).toEqual([0, ["delivered"]]);
  });

  it("that a person closed, deleted or put into another pipeline stays as it is", async () => {
    const w = await withRule(crm);
    await w.happened("lead.replied");
    const [deal] = w.deals();
    const closed = crm === "hubspot" ? { dealstage: "closedwon" } : { status: "lost" };
    const before = { ...deal?.properties };
    Object.assign(deal?.properties ?? {}, closed);
    await w.happened("meeting.booked");
    expect(deal?.properties).toEqual({ ...before, ...closed });
    const other = crm === "hubspot" ? { pipeline: "other" } : { pipeline_id: 9 };
    Object.assign(deal?.properties ?? {}, before, other);
    await w.happened("meeting.booked");
    expect(w.stage()).toBe(rule.stage);
    s.crm[crm].clear();
    await w.happened("meeting.booked");
    expect([w.made(), w.deals()]).toEqual([1, []]);
    expect(s.crm.notes.at(-1)?.deal).toBeNull();
    expect(new Set(await w.states())).toEqual(new Set(["delivered"]));
  });

  it.each(["before it was written down", "between the deal and its note"])(
    "is not made twice by an attempt that ends %s",
    async (when) => {
      const w = await withRule(crm);
      s.isSearchLate = crm === "pipedrive";
      s.trouble.set(notes, { status: 500 });
      await w.happened("lead.replied");
      expect([w.made(), await w.states()]).toEqual([1, ["pending"]]);
      if (when.startsWith("before")) await w.t.db.update(crmDeals).set({ dealId: null });
      s.trouble.clear();
      await w.later(HOUR_MS);
      expect([w.made(), w.deals().length, await w.states()]).toEqual([1, 1, ["delivered"]]);
      expect(s.crm.notes).toEqual([{ contact: w.deals()[0]?.contact, deal: w.deals()[0]?.id }]);
      expect(s.contacts.size + s.persons.size).toBe(1);
    },
  );

  it("waits as long as the CRM says where it is asked too often", async () => {
    const w = await withRule(crm);
    s.trouble.set(`POST ${CRMS[crm].deals}`, { status: 429, headers: { "retry-after": "600" } });
    await w.happened("lead.replied");
    expect((await w.shown(crm)).last_error).toMatch(/responded with 429\./);
    s.trouble.clear();
    await w.later(9 * MINUTE_MS);
    expect([w.made(), await w.states()]).toEqual([1, ["pending"]]);
    await w.later(3 * MINUTE_MS);
    expect([w.deals().length, await w.states()]).toEqual([1, ["delivered"]]);
  });

  it("of a connection with another token is found again, not looked up by an id of another account", async () => {
    const w = await withRule(crm);
    await w.happened("lead.replied");
    await w.t.db.update(crmDeals).set({ token: "another", dealId: "1" });
    await w.happened("meeting.booked");
    expect([w.made(), w.stage()]).toEqual([1, rule.meeting_stage]);
    expect(await w.t.db.select().from(crmDeals)).toMatchObject([{ dealId: w.deals()[0]?.id }]);
  });

  it("says what to correct where the CRM has the stage no more", async () => {
    const w = await withRule(crm);
    const gone = { pipeline: "77", stage: "77", meeting_stage: null, key_field: "k" };
    const [row] = await w.t.db.select().from(webhooks);
    await w.t.db.update(webhooks).set({ deals: { ...row?.deals, ...gone } as never });
    await w.happened("lead.replied");
    expect((await w.shown(crm)).last_error).toContain(
      "responded with 400: it did not accept the deal. Check pipeline, stage, owner and currency",
    );
  });

  it("belongs to whom the rule says", async () => {
    const owner = () => {
      const { hubspot_owner_id: theirs, owner_id: ours } = w.deals().at(-1)?.properties ?? {};
      return typeof theirs === "string" ? theirs : typeof ours === "number" ? `${ours}` : "";
    };
    const fixed = crm === "hubspot" ? "32" : "51";
    const w = await withRule(crm, { owner: "fixed", owner_id: fixed });
    await w.happened("lead.replied");
    expect(owner()).toBe(fixed);
    s.crm.ownerOf.set(w.deals()[0]?.contact ?? "", "31");
    await w.put({ ...w.full, owner: "contact", owner_id: null });
    await w.happened("lead.replied", { campaign_id: 5 });
    expect(owner()).toBe("31");
    await seedSent(w.t, w.wid);
    await w.put({ ...w.full, owner: "member", owner_id: null });
    await w.happened("lead.replied", { campaign_id: 6 });
    expect(owner()).toBe("");
  });

  it("and the fields of a contact outlive a rule that is taken away", async () => {
    const w = await withRule(crm);
    expect((await w.put(null)).json.deals).toBeNull();
    await w.happened("lead.replied");
    expect([w.made(), await w.states()]).toEqual([0, ["delivered"]]);
    expect((await w.t.delete(`${w.W}/${crm}`)).status).toBe(204);
    expect(await w.t.db.select().from(crmDeals)).toEqual([]);
  });
});

describe("the rule", () => {
  it.each([
    ["hubspot", { pipeline: "other" }, "deals.pipeline"],
    ["hubspot", { stage: "no" }, "deals.stage"],
    ["pipedrive", { meeting_stage: "99" }, "deals.meeting_stage"],
    ["pipedrive", { owner: "fixed", owner_id: "52" }, "deals.owner_id"],
    ["hubspot", { owner: "fixed" }, "deals.owner_id"],
    ["hubspot", { title: "{{mood}}" }, "deals.title"],
    ["hubspot", { currency: "euro" }, "deals.currency"],
    ["hubspot", { events: ["lead.opened"] }, "deals.events.0"],
  ] as const)("422: of %s with %j names %s", async (crm, change, path) => {
    const w = await connectedWorkspace(s);
    const { credentials, rule } = CRMS[crm];
    await w.t.post(`${w.W}/${crm}/connect`, { credentials });
    const deals = { events: ["lead.replied"], ...rule, ...change };
    const answer = await w.t.put(`${w.W}/${crm}`, { deals });
    expect([answer.status, answer.json.errors?.[0]?.path]).toEqual([422, path]);
    expect((await w.shown(crm)).deals).toBeNull();
  });

  it("422: Slack has no deals; 404 where nothing is connected", async () => {
    const w = await connectedWorkspace(s);
    const deals = { events: ["lead.replied"], ...CRMS.hubspot.rule };
    expect((await w.t.put(`${w.W}/hubspot`, { deals })).status).toBe(404);
    const credentials = { webhook_url: "https://hooks.slack.com/services/T0/B0/slack-canary" };
    await w.t.post(`${w.W}/slack/connect`, { credentials });
    expect((await w.t.put(`${w.W}/slack`, { deals })).json.errors[0].path).toBe("deals");
    expect((await w.t.get(`${w.W}/slack/choices`)).status).toBe(404);
    expect((await w.t.get(`${w.W}/hubspot/choices`)).status).toBe(404);
  });

  it("adds the events that it needs, and keeps them and itself when the token is changed", async () => {
    const w = await connectedWorkspace(s);
    const { credentials, rule } = CRMS.hubspot;
    const config = { events: ["lead.unsubscribed"] };
    await w.t.post(`${w.W}/hubspot/connect`, { credentials, config });
    await w.t.put(`${w.W}/hubspot`, { deals: { events: ["lead.replied"], ...rule } });
    await w.t.post(`${w.W}/hubspot/connect`, { credentials, config });
    expect(await w.shown("hubspot")).toMatchObject({
      config: { events: ["lead.replied", "lead.unsubscribed", "meeting.booked"] },
      deals: { ...rule, title: "{{company}}: {{campaign}}", owner: "none" },
    });
  });

  it("finds who has the conversation by email", async () => {
    const w = await connectedWorkspace(s);
    await seedSent(w.t, w.wid);
    const { url } = (await w.t.post(`${w.W}/calendly/connect`, {})).json.inbound;
    const payload = { email: "ann@acme.test", uri: "https://api.calendly.com/i/1" };
    await w.t.post(new URL(url).pathname, { event: "invitee.created", payload });
    const [user] = await w.t.db.select().from(users);
    await w.t.db.update(threads).set({ assignedTo: user?.id ?? null });
    const { credentials, rule } = CRMS.pipedrive;
    await w.t.post(`${w.W}/pipedrive/connect`, { credentials });
    await w.t.put(`${w.W}/pipedrive`, {
      deals: { events: ["lead.replied"], ...rule, owner: "member" },
    });
    s.crm.userEmail = user?.email ?? "";
    const [thread] = await w.t.db.select().from(threads);
    await w.happened("lead.replied", { thread_id: thread?.id });
    expect([...s.crm.pipedrive.values()][0]?.properties["owner_id"]).toBe(53);
  });
});

describe("what a CRM offers", () => {
  it("200: pipelines, stages in order and people, asked once a minute", async () => {
    const w = await withRule("hubspot");
    const first = await w.t.get(`${w.W}/hubspot/choices`);
    expect(first.json).toMatchObject({
      pipelines: [
        {
          id: "default",
          name: "Sales",
          stages: [
            { id: "appointmentscheduled", is_closed: false },
            { id: "qualifiedtobuy" },
            { id: "presentation" },
            { id: "closedwon", is_closed: true },
          ],
        },
      ],
      owners: [
        { id: "31", name: "Ann North", email: "ann@north.example" },
        { id: "32", name: "Bo", email: "bo@north.example" },
      ],
    });
    const asked = s.asked.length;
    await w.t.get(`${w.W}/hubspot/choices`);
    expect(s.asked).toHaveLength(asked);
    w.t.advance(MINUTE_MS);
    await w.t.get(`${w.W}/hubspot/choices`);
    expect(s.asked).toHaveLength(asked * 2);
  });

  it("200: at Pipedrive, without people who left", async () => {
    const w = await withRule("pipedrive");
    expect((await w.t.get(`${w.W}/pipedrive/choices`)).json).toMatchObject({
      pipelines: [{ id: "2", stages: [{ id: "21" }, { id: "22" }, { id: "23" }] }],
      owners: [{ id: "51", name: "Ann" }],
    });
  });

  it("422 and 503: names the scope that is missing, and says when the CRM is busy", async () => {
    const w = await withRule("hubspot");
    // What another test was answered is forgotten.
    w.t.advance(HOUR_MS);
    s.crm.lacking.add("crm.objects.owners.read");
    const answer = await w.t.get(`${w.W}/hubspot/choices`);
    expect([answer.status, answer.json.errors[0].message]).toEqual([
      422,
      "HubSpot rejected the request (403): the scope crm.objects.owners.read is missing. Grant it in the private app at HubSpot.",
    ]);
    s.trouble.set("api.hubapi.com", { status: 429, headers: { "retry-after": "7" } });
    expect((await w.t.get(`${w.W}/hubspot/choices`)).status).toBe(503);
  });
});

describe("a scope that is missing", () => {
  it.each([
    ["hubspot", "crm.objects.deals.write", "the scope crm.objects.deals.write is missing"],
    ["hubspot", "crm.objects.contacts.write", "the scope crm.objects.contacts.write is missing"],
    [
      "pipedrive",
      "deals:full",
      "the scope deals:full is missing. Grant it to the app at Pipedrive.",
    ],
    ["pipedrive", "deals:read", "the scope deals:read is missing"],
  ] as const)("at %s is named: %s", async (crm, scope, words) => {
    const w = await withRule(crm);
    s.crm.lacking.add(scope);
    await w.happened("lead.replied");
    const { last_error: error } = await w.shown(crm);
    expect(error).toContain(`responded with 403: ${words}`);
    expect(await w.states()).toEqual(["pending"]);
    s.crm.lacking.clear();
    await w.later(HOUR_MS);
    expect([w.deals().length, (await w.shown(crm)).last_error]).toEqual([1, null]);
    expect(
      await w.t.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.state, "delivered")),
    ).toHaveLength(1);
  });

  it("for the field of deals is named where the rule is set", async () => {
    const w = await connectedWorkspace(s);
    const { credentials, rule } = CRMS.pipedrive;
    await w.t.post(`${w.W}/pipedrive/connect`, { credentials });
    s.crm.lacking.add("admin");
    const deals = { events: ["lead.replied"], ...rule };
    const answer = await w.t.put(`${w.W}/pipedrive`, { deals });
    expect(answer.json.errors[0]).toMatchObject({
      path: "deals",
      message: expect.stringContaining("the scope admin is missing"),
    });
  });
});
