import { getTableName, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { PURGED } from "#modules/operations/clients/purge-store.ts";
import { suppressions } from "#modules/leads/schema/leads.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { sandboxMails, samples } from "#modules/samples/schema/samples.ts";
import { PEOPLE } from "#modules/samples/rules/people.ts";
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { type Harness, harness } from "#test/support/harness.ts";

/** A workspace, with ports that throw: whatever reaches a network fails the test. */
async function sandbox(options: Parameters<typeof harness>[0] = {}) {
  const t = await harness(options);
  const { wid } = await t.signUp();
  const W = `/api/v1/workspaces/${wid}`;
  const make = async () => (await t.post(`${W}/sample`, {})).json;
  const pass = async (ms: number, step = 5 * SECOND_MS) => {
    for (let left = ms; left > 0; left -= step) {
      t.advance(step);
      await t.tick();
      await t.drain();
    }
  };
  const start = async () => {
    const made = await make();
    expect((await t.post(`${W}/campaigns/${made.campaign_id}/start`, {})).status).toBe(200);
    await t.tick();
    await t.drain();
    return made;
  };
  return { t, wid, W, make, start, pass };
}

/** Rows of every table of the workspace. */
async function rowsOf(t: Harness, wid: number) {
  const counts: Record<string, number> = {};
  for (const [table] of PURGED) {
    const [row] = await t.db.all<{ n: number }>(
      sql`SELECT count(*) AS n FROM ${table} WHERE workspace_id = ${wid}`,
    );
    counts[getTableName(table)] = row?.n ?? 0;
  }
  return counts;
}

describe("sample data", () => {
  it("is there after one call, as a draft: nothing is sent before it is started", async () => {
    const { t, W, make, pass } = await sandbox();
    expect((await t.get(`${W}/sample`)).json).toMatchObject({ state: "none", leads: 0 });
    const made = await make();
    expect(made).toMatchObject({ state: "ready", leads: 20 });
    const box = (await t.get(`${W}/mailboxes/${made.mailbox_id}`)).json;
    expect(box).toMatchObject({ status: "active", connection: { kind: "sandbox" } });
    const campaign = (await t.get(`${W}/campaigns/${made.campaign_id}`)).json;
    expect(campaign).toMatchObject({ status: "draft", stats: { leads: 20 } });
    expect(campaign.steps).toHaveLength(3);
    await pass(MINUTE_MS, 30 * SECOND_MS);
    expect(await t.db.select().from(sends)).toEqual([]);
    expect(await make()).toEqual(made);
    const [, second] = await Promise.all([make(), make()]);
    expect(second).toEqual(made);
  });

  it("runs as real mail does: sent, answered, bounced, opened and clicked, without any network", async () => {
    const { t, W, start, pass } = await sandbox();
    const { campaign_id } = await start();
    const campaign = async () => (await t.get(`${W}/campaigns/${campaign_id}`)).json;
    expect((await campaign()).stats).toMatchObject({ sent: 20, contacted: 20 });
    await pass(2 * MINUTE_MS);
    expect((await campaign()).stats).toMatchObject({
      sent: 20,
      unique_replies: 3,
      auto_replies: 1,
      positive_replies: 1,
      bounces: 1,
      unsubscribes: 1,
      unique_opens: 12,
      unique_clicks: 4,
    });
    const threads = (await t.get(`${W}/threads`)).json.data;
    const categories = threads.map((thread: { category: string }) => thread.category);
    expect(categories.toSorted()).toEqual([
      "do_not_contact",
      "interested",
      "not_now",
      "out_of_office",
    ]);
    const [first] = threads;
    const { messages } = (await t.get(`${W}/threads/${first.id}`)).json;
    expect(messages.map((m: { direction: string }) => m.direction)).toContain("outbound");
    expect((await t.get(`${W}/events`)).status).toBeLessThan(500);
    const off = await t.db.select({ value: suppressions.value }).from(suppressions);
    expect(off).toHaveLength(2);
    await pass(20 * MINUTE_MS, 30 * SECOND_MS);
    await pass(HOUR_MS, 10 * MINUTE_MS);
    // Fourteen never answer, and get two follow-ups each.
    const done = await campaign();
    expect(done.stats).toMatchObject({ sent: 20 + 15 * 2, bounces: 1, unknown: 0 });
  });
});

describe("a sandbox mailbox", () => {
  it("never sends to a real lead, and says why", async () => {
    const { t, W, make, pass } = await sandbox();
    const { mailbox_id } = await make();
    const { json: mine } = await t.post(`${W}/campaigns`, {
      name: "Mine",
      mailbox_ids: [mailbox_id],
    });
    await t.post(`${W}/campaigns/${mine.id}/steps`, { subject: "Hello", body_html: "<p>Hi</p>" });
    await t.put(`${W}/campaigns/${mine.id}`, {
      schedule: { windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }] },
    });
    const added = await t.post(`${W}/leads`, {
      leads: [{ email: "ann@acme.example" }],
      campaign_id: mine.id,
    });
    await t.post(`${W}/campaigns/${mine.id}/start`, {});
    await pass(HOUR_MS, 10 * MINUTE_MS);
    expect(await t.db.select().from(sends)).toEqual([]);
    const leadId = added.json.results[0].lead_id;
    const why = (await t.get(`${W}/campaigns/${mine.id}/leads/${leadId}/explain`)).json;
    expect(why).toMatchObject({ decided_by: "sandbox" });
  });

  it("is the only one that sends to sample leads, and leaves no road to anybody else", async () => {
    const { t, wid, W, start, pass } = await sandbox();
    await seedOutreach(t, wid, { leads: [], steps: [{ subject: "Hello", bodyText: "Hi" }] });
    const [theirs] = (await t.get(`${W}/campaigns`)).json.data;
    await t.post(`${W}/leads`, { leads: [{ email: PEOPLE[19]?.email }], campaign_id: theirs.id });
    await start();
    await pass(MINUTE_MS, 10 * SECOND_MS);
    const rows = await t.db.select().from(sends);
    expect(rows.filter((row) => row.campaignId === theirs.id)).toEqual([]);
    const { data } = (await t.get(`${W}/threads?category=interested`)).json;
    const answer = { body_text: "Look at this.", cc: ["boss@acme.example"] };
    const refused = await t.post(`${W}/threads/${data[0].id}/reply`, answer);
    expect([refused.status, refused.json.detail]).toEqual([422, expect.stringContaining("sample")]);
  });

  it("keeps its kind, takes nobody's place, and is not tested or warmed up", async () => {
    const { t, W, make } = await sandbox();
    const { mailbox_id, campaign_id } = await make();
    const box = `${W}/mailboxes/${mailbox_id}`;
    expect((await t.put(box, { smtp_host: "smtp.acme.example", smtp_password: "x" })).status).toBe(
      409,
    );
    expect((await t.put(box, { from_name: "Sam" })).status).toBe(200);
    expect((await t.post(`${box}/test`, {})).status).toBe(409);
    expect((await t.post(`${W}/warmup/${mailbox_id}/start`, {})).status).toBe(409);
    const test = await t.post(`${W}/campaigns/${campaign_id}/test-email`, {
      to: "me@acme.example",
    });
    expect(test.status).toBe(409);
    const taken = await t.post(`${W}/mailboxes`, {
      email: "real@sandbox.sample.example",
      smtp_host: "smtp.acme.example",
      smtp_port: 587,
      smtp_username: "u",
      smtp_password: "p",
    });
    expect([taken.status, taken.json.errors[0].path]).toEqual([422, "email"]);
  });
});

describe("removing sample data", () => {
  it("leaves no row behind, whatever had happened", async () => {
    const { t, wid, W, start, pass } = await sandbox();
    await t.post(`${W}/leads`, { leads: [{ email: "real@acme.example" }] });
    const before = await rowsOf(t, wid);
    await start();
    await pass(8 * MINUTE_MS, 10 * SECOND_MS);
    const { data } = (await t.get(`${W}/threads`)).json;
    const answer = { body_text: "Thank you, Tuesday at ten?" };
    expect((await t.post(`${W}/threads/${data[0].id}/reply`, answer)).status).toBeLessThan(300);
    await pass(MINUTE_MS);
    expect(await t.delete(`${W}/sample`)).toMatchObject({ status: 200, json: { state: "none" } });
    await pass(MINUTE_MS);
    expect(await rowsOf(t, wid)).toEqual(before);
    expect((await t.get(`${W}/leads`)).json.data).toHaveLength(1);
    expect((await t.delete(`${W}/sample`)).json.state).toBe("none");
  });

  it("works while mail is in flight, and after it everything can be made again", async () => {
    const { t, wid, W, make } = await sandbox();
    const before = await rowsOf(t, wid);
    const { campaign_id } = await make();
    await t.post(`${W}/campaigns/${campaign_id}/start`, {});
    // Claimed, and its wake-up still waits.
    await t.tick();
    expect(await t.db.select().from(sends)).toHaveLength(20);
    expect((await t.delete(`${W}/sample`)).json.state).toBe("none");
    await t.drain();
    expect(await rowsOf(t, wid)).toEqual(before);
    expect(await make()).toMatchObject({ state: "ready", leads: 20 });
  });

  it("is completed by the tick where somebody was just at it", async () => {
    const { t, wid, W, start, pass } = await sandbox();
    const before = await rowsOf(t, wid);
    await start();
    await t.db
      .update(sandboxMails)
      .set({ actLease: "x", actLeaseUntil: later(t.clock.now, MINUTE_MS) });
    expect((await t.delete(`${W}/sample`)).json.state).toBe("removing");
    expect((await t.post(`${W}/sample`, {})).status).toBe(409);
    await pass(2 * MINUTE_MS, 30 * SECOND_MS);
    expect((await t.get(`${W}/sample`)).json.state).toBe("none");
    expect(await rowsOf(t, wid)).toEqual(before);
  });
});

describe("a crash", () => {
  it("between two parts is mended by the next call", async () => {
    const { t, W, make } = await sandbox();
    const made = await make();
    // As it stood before the leads came, and its maker was killed.
    await t.db.update(samples).set({ state: "making", campaignId: null });
    await t.delete(`${W}/campaigns/${made.campaign_id}`);
    const again = await make();
    expect(again).toMatchObject({ state: "ready", leads: 20, mailbox_id: made.mailbox_id });
    expect(again.campaign_id).not.toBe(made.campaign_id);
  });

  it("after a mail was accepted and before it was reported is mended by the tick, once", async () => {
    const { t, W, start, pass } = await sandbox();
    const { campaign_id } = await start();
    await t.db.update(sends).set({ state: "sending", sentAt: null });
    await t.db.update(sandboxMails).set({ settledAt: null });
    await pass(MINUTE_MS, 31 * SECOND_MS);
    const rows = await t.db.select().from(sends);
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(["sent"]));
    expect(await t.db.select().from(sandboxMails)).toHaveLength(PEOPLE.length);
    expect((await t.get(`${W}/campaigns/${campaign_id}`)).json.status).toBe("active");
  });
});
