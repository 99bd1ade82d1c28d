import { describe, expect, it } from "vitest";
import { events, hits, webhookAttempts, webhookDeliveries } from "#modules/events/schema/events.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";

async function aged(retention_days: number | null) {
  const o = await outreach({ leads: ["a@acme.test", "b@acme.test"] });
  Object.assign(o.t.deps.egress, {
    post: async () => ({ ok: true, reply: { status: 200, body: "ok", retryAfter: null } }),
  });
  const W = `/api/v1/workspaces/${o.wid}`;
  await o.t.put(`${W}/settings`, { compliance: { retention_days } });
  const secret = "a-secret-of-a-test-webhook";
  const hook = { url: "https://hooks.example.com/x", secret, events: ["lead.replied"] };
  await o.t.post(`${W}/webhooks`, hook);
  const put = async (i: number) => {
    o.world.put(
      answerTo(o.mails[i], {
        message_id: `answer${i}@acme.test`,
        text: `Answer ${i}`,
        received_at: o.t.clock.now,
      }),
    );
    await o.sync();
    await o.t.drain();
  };
  await put(0);
  return { ...o, put };
}
const rowsOf = async (o: Awaited<ReturnType<typeof aged>>) => ({
  // Heads of receipts come with each day.
  events: (await o.t.db.select().from(events)).filter(({ type }) => type !== "receipts.head")
    .length,
  deliveries: (await o.t.db.select().from(webhookDeliveries)).length,
  attempts: (await o.t.db.select().from(webhookAttempts)).length,
  threads: (await o.t.db.select().from(threads)).length,
  words: (await o.t.db.select().from(messages)).filter((m) => m.text !== "").map((m) => m.text),
});

describe("what a workspace does not keep", () => {
  it("is forgotten once it is older: hits, events with their log, words and conversations; counters stay", async () => {
    const o = await aged(10);
    const before = await rowsOf(o);
    expect(before).toMatchObject({ events: 1, deliveries: 1, attempts: 1, threads: 1 });
    o.t.advance(9 * DAY_MS);
    await o.put(1);
    await o.t.tick();
    expect(await rowsOf(o)).toMatchObject({ events: 3, deliveries: 2, threads: 2 });
    o.t.advance(2 * DAY_MS);
    await o.t.tick();
    const after = await rowsOf(o);
    expect(after).toMatchObject({ events: 2, deliveries: 1, attempts: 1, threads: 1 });
    expect(after.words.some((text) => text.includes("Answer 1"))).toBe(true);
    expect(after.words.some((text) => text.includes("Answer 0"))).toBe(false);
    expect(await o.total()).toMatchObject({ replies: 2, sent: 2 });
    const wrong = (await recount(o.t.deps, false)).filter((d) => d.metric === "replies");
    expect(wrong).toEqual([]);
    // The same mail, read anew, is known.
    o.world.put(answerTo(o.mails[0], { message_id: "answer0@acme.test", text: "Answer 0" }));
    await o.sync();
    expect(await o.total()).toMatchObject({ replies: 2 });
    expect(await o.t.db.select().from(hits)).toEqual([]);
  });

  it("is everything, where it keeps everything; and one workspace forgets for itself alone", async () => {
    const o = await aged(null);
    const other = await o.t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    await o.t.put(`/api/v1/workspaces/${other.json.id}/settings`, {
      compliance: { retention_days: 7 },
    });
    const before = await rowsOf(o);
    o.t.advance(400 * DAY_MS);
    await o.t.tick();
    o.t.advance(HOUR_MS);
    await o.t.tick();
    expect(await rowsOf(o)).toEqual(before);
  });
});
