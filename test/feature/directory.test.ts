import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { keepChangedFigures } from "#modules/operations/figures/keep-figures.ts";
import { keepFigures } from "#modules/operations/figures/kept-store.ts";
import { ADDED_UP_TO } from "#modules/operations/rules/figures.ts";
import { workspaceFigures } from "#modules/operations/schema/figures.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { planOf, statementsOf } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { everyRole } from "#test/support/staff.ts";

const DASHBOARD = "/api/v1/admin/dashboard";
const TOKEN = "metrics-token-of-a-test";

/** Clients from id `from` on, each with a mailbox, a campaign, two leads and what it sent today. */
async function fill(t: Harness, from: number, count: number): Promise<void> {
  const { now } = t.clock;
  const today = new Date(now).toISOString().slice(0, 10);
  const ids = `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})`;
  await t.client.batch([
    `${ids} INSERT INTO workspaces (id, name, slug, is_client, lead_count, created_at, updated_at) SELECT i, 'W' || i, 'w' || i, 1, 2, ${now}, ${now} FROM n`,
    `${ids} INSERT INTO campaigns (workspace_id, name, status, schedule, created_at, updated_at) SELECT i, 'C', 'completed', '{}', ${now}, ${now} FROM n`,
    `${ids} INSERT INTO mailboxes (workspace_id, email, from_name, smtp_host, smtp_port, smtp_username, smtp_password, daily_limit, min_gap_seconds, gap_jitter_seconds, created_at, updated_at)
      SELECT i, 'a' || i || '@ours.test', 'A', 'mail.ours.test', 587, 'a', 'x', 50, 600, 0, ${now}, ${now} FROM n`,
    `${ids} INSERT INTO stats (workspace_id, campaign_id, dimension, key, sent, unique_replies, positive_replies, bounces) SELECT i, 0, 'day', '${today}', 10, 3, 1, 2 FROM n`,
    `${ids} INSERT INTO stats (workspace_id, campaign_id, dimension, key, sent, unique_opens, replies) SELECT i, 0, 'total', '', 40, 5, 4 FROM n`,
  ]);
}

/** Some hundred workspaces are counted in a minute. */
async function count(t: Harness): Promise<void> {
  for (let i = 0; i < 2; i++) {
    t.advance(MINUTE_MS);
    await t.sweep(keepChangedFigures);
  }
}

async function world(count_: number) {
  const t = await harness({ settings: { METRICS_TOKEN: TOKEN } });
  const { admin } = await everyRole(t);
  await fill(t, 1_000, count_);
  await count(t);
  const panel = async () => (await admin.get(DASHBOARD)).json;
  const metrics = async () =>
    (await t.get("/metrics", { authorization: `Bearer ${TOKEN}` })).text as string;
  return { t, admin, panel, metrics };
}

describe("an install with many workspaces", () => {
  it("has the sums of its figures kept, and asks as much for more workspaces", async () => {
    const { t, admin, panel, metrics } = await world(ADDED_UP_TO + 100);
    const n = ADDED_UP_TO + 100;
    const expected = (of: number) => ({
      workspaces: of + 2,
      leads: 2 * of,
      campaigns: { total: of, completed: of },
      mailboxes: { total: of, active: of },
      today: { sent: 10 * of, replied: 3 * of, positive_replies: of, bounced: 2 * of },
      last_30_days: { sent: 10 * of },
    });
    expect(await panel()).toMatchObject(expected(n));
    const text = await metrics();
    expect(text).toContain(`outrider_sends_total{outcome="sent"} ${40 * n}\n`);
    expect(text).toContain(`outrider_events_total{event="opened"} ${5 * n}\n`);
    expect(text).toContain(`outrider_leads ${2 * n}\n`);

    const few = await statementsOf(t.client, () => admin.get(DASHBOARD));
    expect(few.filter((one) => /\bstats\b|\bmailboxes\b/.test(one))).toEqual([]);
    await fill(t, 5_000, 100);
    await count(t);
    expect(await panel()).toMatchObject(expected(n + 100));
    const many = await statementsOf(t.client, () => admin.get(DASHBOARD));
    expect(many).toHaveLength(few.length);
  });

  it("reads the counted ones by id when it keeps their figures, not all for each of them", async () => {
    const t = await harness();
    await t.signUp();
    await fill(t, 1_000, 3);
    t.advance(MINUTE_MS);
    const asked = await statementsOf(t.client, () => t.sweep(keepChangedFigures));
    const kept = asked.filter((one) =>
      /INSERT INTO "(?:figure_totals|workspace_figures)"/.test(one),
    );
    expect(kept).toHaveLength(2);
    for (const statement of kept) {
      const plan = await planOf(t.client, statement);
      const ofWorkspaces = plan.filter((line) => /^(?:SEARCH|SCAN) w\b/.test(line));
      expect(ofWorkspaces.length).toBeGreaterThan(0);
      for (const line of ofWorkspaces) expect(line).toContain("USING INTEGER PRIMARY KEY");
    }
  });

  it("changes them with who stands and what is counted anew, once each, and never by an older count", async () => {
    const { admin, panel, t } = await world(ADDED_UP_TO + 10);
    const before = await panel();
    const path = "/api/v1/admin/clients/1000";
    expect((await admin.delete(path)).status).toBe(204);
    expect((await admin.delete(path)).status).toBe(404);
    const leads = before.leads - 2;
    expect(await panel()).toMatchObject({ leads, today: { sent: before.today.sent - 10 } });
    await count(t);
    expect(await panel()).toMatchObject({ leads });
    expect((await admin.post(`${path}/restore`, {})).status).toBe(200);
    await admin.post(`${path}/restore`, {});
    expect(await panel()).toMatchObject({ leads: before.leads, today: before.today });

    const [old] = await t.db
      .select()
      .from(workspaceFigures)
      .where(sql`${workspaceFigures.workspaceId} = 1003`);
    await t.client.execute("UPDATE workspaces SET lead_count = 9 WHERE id = 1003");
    await t.client.execute("UPDATE mailboxes SET status = 'paused' WHERE workspace_id = 1003");
    await count(t);
    const changed = {
      leads: before.leads + 7,
      mailboxes: { total: before.mailboxes.total, paused: 1 },
    };
    expect(await panel()).toMatchObject(changed);
    if (!old) throw new Error("not counted");
    await keepFigures(t.deps.install, [old]);
    expect(await panel()).toMatchObject(changed);
    await count(t);
    expect(await panel()).toMatchObject(changed);
  });
});
