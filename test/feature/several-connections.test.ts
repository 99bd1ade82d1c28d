import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhooks } from "#modules/events/schema/events.ts";
import { integrations } from "#modules/events/schema/integrations.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { connectedWorkspace } from "#test/support/connected.ts";
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
  s.crm.isCalendlyAdmin = true;
});

const channel = (n: number) => ({
  webhook_url: `https://hooks.slack.com/services/T0/B${n}/slack-canary`,
});
const channels = () =>
  s.asked.map(({ url }) => /B\d/.exec(url)?.[0] ?? "").toSorted((a, b) => a.localeCompare(b));
const path = (url: string) => new URL(url).pathname;

describe("several channels", () => {
  it("get each its own events, beside the one that has the address of before", async () => {
    const w = await connectedWorkspace(s);
    const config = (...events: string[]) => ({ events });
    await w.t.post(`${w.W}/slack/connect`, { credentials: channel(0) });
    const add = (name: string, n: number, event: string) =>
      w.t.post(w.W, {
        provider: "slack",
        name,
        credentials: channel(n),
        config: config(event),
      });
    const replies = await add("Replies", 1, "lead.replied");
    const meetings = await add("Meetings", 2, "meeting.booked");
    expect([replies.status, replies.json]).toMatchObject([
      201,
      {
        id: expect.stringMatching(/^slack-[0-9a-z]{10}$/),
        provider: "slack",
        name: "Replies",
        is_further: true,
        status: "connected",
        config: { events: ["lead.replied"] },
      },
    ]);
    const list = (await w.t.get(`${w.W}?q=slack`)).json.data;
    expect(list.map((one: { id: string }) => one.id)).toEqual([
      "slack",
      meetings.json.id,
      replies.json.id,
    ]);
    expect((await w.t.get(`${w.W}?q=meetings`)).json.data).toMatchObject([{ name: "Meetings" }]);
    s.asked.length = 0;
    await w.happened("lead.replied");
    await w.happened("meeting.booked");
    expect(channels()).toEqual(["B0", "B0", "B1", "B2"]);
    // Other events, another name; the first one ends, the others stay.
    const changed = await w.t.put(`${w.W}/${replies.json.id}`, {
      name: "All",
      events: ["lead.replied", "meeting.booked"],
    });
    expect(changed.json).toMatchObject({
      name: "All",
      config: { events: ["lead.replied", "meeting.booked"] },
    });
    expect((await w.t.delete(`${w.W}/slack`)).status).toBe(204);
    s.asked.length = 0;
    await w.happened("meeting.booked");
    expect(channels()).toEqual(["B1", "B2"]);
    expect((await w.t.delete(`${w.W}/${replies.json.id}`)).status).toBe(204);
    expect((await w.t.delete(`${w.W}/${replies.json.id}`)).status).toBe(404);
    expect(await w.t.db.select().from(webhooks)).toHaveLength(1);
    expect(await w.t.db.select().from(integrations)).toHaveLength(1);
    expect((await w.t.get("/api/v1/admin/audit")).text).toContain(
      `integrations.${replies.json.id}.name`,
    );
  });

  it("fail each by itself, and say by name which was turned off", async () => {
    const w = await connectedWorkspace(s);
    await w.t.post(`${w.W}/slack/connect`, { credentials: channel(0) });
    const body = { provider: "slack", name: "Old channel", credentials: channel(1) };
    const { id } = (await w.t.post(w.W, body)).json;
    s.trouble.set("POST /services/T0/B1/slack-canary", {
      status: 410,
      body: "channel_is_archived",
    });
    await w.happened("lead.replied");
    for (let i = 0; i < 12; i++) await w.later(13 * 60 * MINUTE_MS);
    expect([await w.shown("slack"), await w.shown(id)]).toMatchObject([
      { status: "connected", last_error: null },
      { status: "error", last_error: "Slack responded with 410." },
    ]);
    const { data } = (await w.t.get(`/api/v1/workspaces/${w.wid}/notifications`)).json;
    expect(data[0].title).toBe("Slack (Old channel) was turned off");
    s.trouble.clear();
    const again = await w.t.post(`${w.W}/${id}/connect`, { credentials: channel(2) });
    expect(again.json).toMatchObject({ id, name: "Old channel", status: "connected" });
  });

  it("422, 404: of a service that is there once, of one that refuses, of one that nobody added", async () => {
    const w = await connectedWorkspace(s);
    const post = (body: object) => w.t.post(w.W, body);
    const once = await post({ provider: "mailgun", credentials: { signing_key: "x" } });
    expect([once.status, once.json.errors[0].path]).toEqual([422, "provider"]);
    const bad = { webhook_url: "https://hooks.slack.com/services/T0/B0/old" };
    expect((await post({ provider: "slack", credentials: bad })).status).toBe(422);
    expect((await post({ provider: "slack", name: "", credentials: bad })).status).toBe(422);
    const credentials = channel(0);
    for (const id of ["slack-aaaaaaaaaa", "mailgun-aaaaaaaaaa", "slack-", "-slack"]) {
      expect((await w.t.post(`${w.W}/${id}/connect`, { credentials })).status).toBe(404);
      expect((await w.t.put(`${w.W}/${id}`, { name: "x" })).status).toBe(404);
      expect((await w.t.delete(`${w.W}/${id}`)).status).toBe(404);
    }
    expect(await w.t.db.select().from(integrations)).toEqual([]);
    const wrong = { events: ["lead.replied"] };
    await w.t.post(`${w.W}/calendly/connect`, {});
    expect((await w.t.put(`${w.W}/calendly`, wrong)).json.errors[0].path).toBe("events");
  });

  it("are twenty at most", async () => {
    const w = await connectedWorkspace(s);
    const body = { provider: "n8n", credentials: { url: "https://n8n.example.com/webhook/x" } };
    for (let i = 0; i < 20; i++) expect((await w.t.post(w.W, body)).status).toBe(201);
    expect((await w.t.post(w.W, body)).json.code).toBe("limit_reached");
  });
});

describe("several calendars", () => {
  const booked = (email: string, more: object = {}) => ({
    event: "invitee.created",
    payload: { email, uri: `https://api.calendly.com/i/${crypto.randomUUID()}`, ...more },
  });

  it("each have their own address, and a booking that two report is one", async () => {
    const w = await connectedWorkspace(s);
    await seedSent(w.t, w.wid);
    const first = (await w.t.post(`${w.W}/calendly/connect`, {})).json;
    const second = (await w.t.post(w.W, { provider: "calendly", name: "Bo" })).json;
    const body = booked("ann@acme.test");
    expect((await w.t.post(path(second.inbound.url), body)).json).toEqual({ status: "booked" });
    expect((await w.t.post(path(first.inbound.url), body)).json).toEqual({ status: "repeated" });
    expect((await w.t.delete(`${w.W}/calendly`)).status).toBe(204);
    expect((await w.t.post(path(first.inbound.url), body)).status).toBe(404);
    expect((await w.t.post(path(second.inbound.url), body)).json).toEqual({ status: "repeated" });
    const asCal = path(second.inbound.url).replace("calendly", "cal_com");
    expect((await w.t.post(asCal, body)).status).toBe(404);
  });

  it("of a whole organization subscribe without a user, by the token of an admin", async () => {
    const w = await connectedWorkspace(s);
    const credentials = { api_token: "calendly-canary" };
    const config = { scope: "organization" };
    const answer = await w.t.post(`${w.W}/calendly/connect`, { credentials, config });
    expect(answer.json).toMatchObject({
      status: "connected",
      account_label: "Organization of ann@north.example",
      config: { scope: "organization" },
    });
    const { body } = s.asked.at(-1) ?? {};
    expect(body).toMatchObject({
      scope: "organization",
      organization: "https://api.calendly.com/organizations/O1",
    });
    expect(body).not.toHaveProperty("user");
    s.crm.isCalendlyAdmin = false;
    const refused = await w.t.post(w.W, { provider: "calendly", credentials, config });
    expect(refused.json.errors[0].message).toContain("webhooks:write");
    expect(refused.json.errors[0].message).toContain("owner or admin");
    const odd = await w.t.post(w.W, {
      provider: "calendly",
      credentials,
      config: { scope: "group" },
    });
    expect(odd.json.errors[0].path).toBe("config.scope");
  });

  it("match a booking from another address by the one in its link, after who booked", async () => {
    const w = await connectedWorkspace(s);
    await seedSent(w.t, w.wid);
    const { url } = (await w.t.post(`${w.W}/calendly/connect`, {})).json.inbound;
    const call = async (body: object) => (await w.t.post(path(url), body)).json.status;
    const tracking = { utm_source: "outrider", utm_content: "Ann@acme.test" };
    expect(await call(booked("private@home.test", { tracking: { utm_content: "x" } }))).toBe(
      "unknown_lead",
    );
    const body = booked("private@home.test", { tracking });
    expect(await call(body)).toBe("booked");
    const [thread] = (await w.t.get(`/api/v1/workspaces/${w.wid}/threads`)).json.data;
    expect(thread).toMatchObject({ status: "meeting_booked", lead: { email: "ann@acme.test" } });
    expect(await call({ ...body, event: "invitee.canceled" })).toBe("cancelled");
  });
});
