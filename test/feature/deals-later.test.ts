import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { webhooks } from "#modules/events/schema/events.ts";
import { nodeEgress } from "#server/egress.ts";
import { type AiServer, aiServer, say } from "#test/support/ai-server.ts";
import { crmState } from "#test/support/crm-doubles.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { type Services, services } from "#test/support/services.ts";

let s: Services;
let ai: AiServer;
beforeAll(async () => {
  [s, ai] = await Promise.all([services(), aiServer()]);
});
afterAll(() => Promise.all([s.close(), ai.close()]));
beforeEach(() => {
  s.contacts.clear();
  s.persons.clear();
  Object.assign(s.crm, crmState());
});

const CRMS = {
  hubspot: {
    credentials: { access_token: "pat-eu1-hubspot-canary" },
    rule: { pipeline: "default", stage: "appointmentscheduled" },
  },
  pipedrive: {
    credentials: { api_token: "pipedrive-canary" },
    rule: { pipeline: "2", stage: "21" },
  },
} as const;
type Crm = keyof typeof CRMS;

/** A lead whose reply came in, in a workspace whose CRM gets deals of replies. */
async function replied(crm: Crm, text: string, { reads = false, events = ["lead.replied"] } = {}) {
  const local = nodeEgress({ allowPrivate: true });
  const o = await outreach({
    egress: {
      ...s.egress,
      send: (asked) => (asked.url.startsWith(ai.url) ? local : s.egress).send(asked),
    },
  });
  const W = `/api/v1/workspaces/${o.wid}`;
  const { credentials, rule } = CRMS[crm];
  await o.t.post(`${W}/integrations/${crm}/connect`, { credentials });
  const put = (deals: object | null) => o.t.put(`${W}/integrations/${crm}`, { deals });
  expect((await put({ events, ...rule })).status).toBe(200);
  if (reads) {
    await o.t.put(`${W}/settings`, {
      ai: { provider: "openai_compatible", base_url: ai.url, model: "m", read_replies: true },
    });
  }
  const answer = async (words: string) => {
    o.world.put(answerTo(o.mails[0], { text: words }));
    await o.sync();
    await o.t.drain();
  };
  await answer(text);
  const [thread] = (await o.t.get(`${W}/threads`)).json.data;
  const sort = async (category: string | null) => {
    const { status } = await o.t.put(`${W}/threads/${thread.id}/category`, { category });
    await o.t.drain();
    expect(status).toBe(200);
  };
  return {
    ...o,
    W,
    put,
    answer,
    sort,
    deals: () => s.crm[crm].size,
    notes: () => s.crm.notes.length,
  };
}

describe.each(["hubspot", "pipedrive"] as const)(
  "a deal in %s, of a reply that is sorted later",
  (crm) => {
    it("is made when a person calls it positive, once, however often that is changed", async () => {
      const o = await replied(crm, "Blue is a fine colour.");
      expect(o.deals()).toBe(0);
      await o.sort("question");
      expect(o.deals()).toBe(0);
      await o.sort("meeting_request");
      expect(o.deals()).toBe(1);
      const notes = o.notes();
      for (const category of ["interested", "not_interested", "interested", null, "interested"]) {
        await o.sort(category);
      }
      expect([o.deals(), o.notes()]).toEqual([1, notes]);
      expect(await o.eventsOf("reply.positive")).toMatchObject([
        {
          lead_email: expect.stringContaining("@"),
          campaign_name: expect.any(String),
          category: "meeting_request",
          category_source: "person",
          thread_id: expect.any(Number),
          set_at: expect.stringMatching(/Z$/),
        },
      ]);
    });

    it("is made when the AI reads it as positive", async () => {
      ai.answer = (response) => say(response, { category: "interested", confidence: 0.9 });
      const o = await replied(crm, "Blue is a fine colour.", { reads: true });
      await o.t.tick();
      await o.t.drain();
      expect(o.deals()).toBe(1);
      expect(await o.eventsOf("reply.positive")).toMatchObject([
        { category: "interested", category_source: "ai" },
      ]);
      await o.sort("not_interested");
      await o.sort("interested");
      expect([o.deals(), (await o.eventsOf("reply.positive")).length]).toEqual([1, 1]);
    });

    it("is the one that its positive reply made, and nothing is told of it again", async () => {
      const o = await replied(crm, "Yes please, send me more details about it.");
      expect(o.deals()).toBe(1);
      const notes = o.notes();
      await o.sort("not_interested");
      await o.sort("interested");
      expect([o.deals(), o.notes(), await o.eventsOf("reply.positive")]).toEqual([1, notes, []]);
    });

    it("is made by a rule from before this event, and not by one that wants meetings alone", async () => {
      const old = await replied(crm, "Blue is a fine colour.");
      await old.t.db.update(webhooks).set({ events: ["lead.replied", "meeting.booked"] });
      await old.sort("interested");
      expect(old.deals()).toBe(1);
      Object.assign(s.crm, crmState());
      const meetings = await replied(crm, "Blue is a fine colour.", { events: ["meeting.booked"] });
      await meetings.sort("interested");
      expect(meetings.deals()).toBe(0);
    });

    it("is not made without a rule", async () => {
      const o = await replied(crm, "Blue is a fine colour.");
      await o.put(null);
      await o.sort("interested");
      expect(o.deals()).toBe(0);
    });
  },
);
