import { describe, expect, it } from "vitest";
import { keepForecasts } from "#modules/campaigns/hindsight/keep-forecasts.ts";
import { forecasts } from "#modules/campaigns/schema/forecasts.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, later, utcDay } from "#platform/rules/time.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { ALWAYS_OPEN, seedOutreach } from "#test/support/outreach.ts";

const OFFICE = {
  ...ALWAYS_OPEN,
  windows: [{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "11:00" }],
};

/** A campaign of twelve leads and two steps that may begin with five leads a day. */
async function world() {
  const play = await companionPlay();
  const { t, wid } = play;
  const at = `/api/v1/workspaces/${wid}`;
  // A session would end on the way.
  const { json } = await t.post(`${at}/api-keys`, { name: "reads", scopes: ["campaigns.read"] });
  t.clock.now = unixMs(Date.UTC(2026, 10, 18, 0, 1));
  const { campaignId, leadIds } = await seedOutreach(t, wid, {
    leads: Array.from({ length: 12 }, (_, i) => `lead${i}@acme.test`),
    steps: [
      { subject: "1", bodyText: "one" },
      { delay: 2, delayUnit: "days", bodyText: "two" },
    ],
    campaign: { schedule: OFFICE, maxNewLeadsPerDay: 5 },
  });
  const hour = async () => {
    await t.sweep(keepForecasts);
    await play.deliver(await play.run());
    t.clock.now = later(t.clock.now, HOUR_MS);
  };
  const days = async (count: number) => {
    for (let i = 0; i < count * 24; i++) await hour();
  };
  const read = (query: string, of: number = campaignId) =>
    t.get(`${at}/campaigns/${of}/hindsight${query}`, { authorization: `Bearer ${json.key}` });
  return { ...play, campaignId, leadIds, hour, days, read };
}

describe("a forecast in hindsight", () => {
  it("is what left, day by day, where nothing came between", async () => {
    const w = await world();
    await w.days(7);
    const { status, json } = await w.read("?days=7");
    expect(status).toBe(200);
    const told = json.days.map((day: Record<string, unknown>) => [
      day["date"],
      day["foreseen_day_ahead"],
      day["sent"],
    ]);
    expect(told).toEqual([
      ["2026-11-18", null, 5],
      ["2026-11-19", 5, 5],
      ["2026-11-20", 7, 7],
      ["2026-11-21", 5, 5],
      ["2026-11-22", 2, 2],
      ["2026-11-23", 0, 0],
      ["2026-11-24", null, 0],
    ]);
    expect(json.horizons[0]).toEqual({ days_ahead: 1, days: 5, expected: 19, sent: 19, error: 0 });
    expect(json.horizons.map((row: { error: number }) => row.error)).not.toContain(1);
  });

  it("tells how far it was off where people answered meanwhile", async () => {
    const w = await world();
    await w.days(1);
    await w.t.db.run(
      `UPDATE campaign_leads SET status = 'replied', next_send_at = NULL WHERE current_step = 1`,
    );
    await w.days(2);
    const { json } = await w.read("?days=3");
    expect(json.days.at(-1)).toMatchObject({ date: "2026-11-20", sent: 2 });
    const two = json.horizons.find((row: { days_ahead: number }) => row.days_ahead === 2);
    // Five follow-ups were foreseen of people who answered.
    expect(two).toMatchObject({ days: 1, expected: 7, sent: 2, error: 2.5 });
  });

  it("is kept once a day for each campaign, and forgotten after 120 days", async () => {
    const w = await world();
    await w.hour();
    await w.hour();
    expect(await w.t.db.select().from(forecasts)).toHaveLength(1);
    const second = await seedOutreach(w.t, w.wid, { leads: ["new@acme.test"], mailboxes: [] });
    await w.hour();
    const kept = await w.t.db.select().from(forecasts);
    expect(new Set(kept.map(({ campaignId }) => campaignId))).toEqual(
      new Set([w.campaignId, second.campaignId]),
    );
    expect(new Set(kept.map(({ madeOn }) => madeOn))).toEqual(new Set([utcDay(w.t.clock.now)]));
    w.t.clock.now = later(w.t.clock.now, 121 * DAY_MS);
    await w.hour();
    const left = await w.t.db.select().from(forecasts);
    expect(left.every(({ madeOn }) => madeOn === utcDay(w.t.clock.now))).toBe(true);
  });

  it("is kept of a campaign without mailboxes, and where its first day is more than is looked at", async () => {
    const w = await world();
    await w.t.db.run(`DELETE FROM campaign_mailboxes`);
    await w.hour();
    const [kept] = await w.t.db.select().from(forecasts);
    expect(kept?.expected).toEqual(Array.from({ length: 14 }, () => 0));

    const busy = await world();
    const rows = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 7000)`;
    const now = busy.t.clock.now;
    await busy.t.db
      .run(`${rows} INSERT INTO leads (workspace_id, email, domain, created_at, updated_at)
      SELECT ${busy.wid}, 'many' || i || '@acme.test', 'acme.test', ${now}, ${now} FROM n`);
    await busy.t.db
      .run(`INSERT INTO campaign_leads (workspace_id, campaign_id, lead_id, next_send_at, entered_at)
      SELECT ${busy.wid}, ${busy.campaignId}, id, ${now}, ${now} FROM leads WHERE email LIKE 'many%'`);
    await busy.t.db.run(`UPDATE mailboxes SET daily_limit = 100000`);
    await busy.t.db.run(`UPDATE campaigns SET max_new_leads_per_day = 0`);
    await busy.t.sweep(keepForecasts);
    const [many] = await busy.t.db.select().from(forecasts);
    expect(many?.expected.length).toBeLessThan(14);
    const at = many?.madeAt;
    busy.t.clock.now = later(busy.t.clock.now, HOUR_MS);
    await busy.t.sweep(keepForecasts);
    const again = await busy.t.db.select().from(forecasts);
    expect(again.map(({ madeAt }) => madeAt)).toEqual([at]);
  });

  it("counts what left before it was made, and is not found for another workspace", async () => {
    const w = await world();
    w.t.clock.now = unixMs(Date.UTC(2026, 10, 18, 9, 30));
    // The sweep of the first tick looks ahead behind the emails that this tick claimed.
    await w.hour();
    const [kept] = await w.t.db.select().from(forecasts);
    expect([kept?.madeOn, kept?.expected.length]).toEqual(["2026-11-18", 14]);
    expect((await w.read("", 999)).status).toBe(404);
  });
});
