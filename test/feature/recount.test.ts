import { globSync, readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { OutgoingMail } from "#platform/wire/transmission.ts";
import { runBatch } from "#platform/db/db.ts";
import { stats } from "#modules/campaigns/schema/sending.ts";
import { DAY_MS, utcDay } from "#platform/rules/time.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { answerTo, outreach } from "#test/support/inbound-world.ts";
import { returned } from "#test/support/inbox.ts";

const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

/** A campaign in which everything happened that is counted. */
async function eventful() {
  const bodyHtml =
    '<p><a href="https://example.com/1">1</a> <a href="https://example.com/2">2</a> <a href="https://example.com/3">3</a></p>';
  const o = await outreach({
    leads: Array.from({ length: 8 }, (_, i) => `lead${i}@acme${i}.test`),
    mailboxes: 2,
    steps: [
      { subject: "Hello", bodyHtml },
      { delay: 2, delayUnit: "days", bodyHtml },
    ],
  });
  // The leads of this world are rows that nobody enrolled through the API.
  const at = o.t.clock.now;
  const enrolled = { metric: "leads", campaignId: o.campaignId, at, by: 8 } as const;
  await runBatch(o.t.db, [statStatement(o.ctx, [enrolled])]);
  const mail = (i: number) => o.mails[i] as OutgoingMail;
  const links = (i: number) =>
    [...(mail(i).html ?? "").matchAll(/"http:\/\/localhost(\/t\/[^"]+)"/g)].map((m) => m[1] ?? "");
  const get = (path: string) =>
    o.t.get(path, { "user-agent": CHROME, "x-test-client-address": "203.0.113.9" });
  // People read it later than scanners do.
  o.t.advance(60_000);
  for (const path of links(0)) await get(path);
  for (const path of links(1).slice(0, 1)) await get(path);
  for (const i of [2, 3]) await get(links(i).at(-1) ?? "");
  o.t.advance(11_000);
  await o.t.tick();
  o.world.put(answerTo(mail(2)));
  o.world.put(answerTo(mail(2), { message_id: "second@acme.test" }));
  o.world.put(returned(mail(4).message_id, { recipient: "lead4@acme4.test" }));
  o.world.put(
    returned(mail(5).message_id, {
      recipient: "lead5@acme5.test",
      status: "4.2.2",
      diagnostic: "full",
    }),
  );
  const abuse = { kind: "arf", action: null, status: null, feedback_type: "abuse" } as const;
  o.world.put(returned(mail(6).message_id, { recipient: "lead6@acme6.test", ...abuse }));
  await o.sync();
  const optOut = /http:\/\/localhost(\/unsubscribe\/[\w-]+)/.exec(
    mail(7).list_unsubscribe?.url ?? "",
  );
  await o.t.post(optOut?.[1] ?? "", "List-Unsubscribe=One-Click", {
    "content-type": "application/x-www-form-urlencoded",
  });
  const W = `/api/v1/workspaces/${o.wid}`;
  const threads = await o.t.get(`${W}/threads`);
  await o.t.put(`${W}/threads/${threads.json.data[0].id}/status`, { status: "meeting_booked" });
  o.t.advance(2 * DAY_MS);
  await o.transmit();
  return o;
}

const today = (o: Awaited<ReturnType<typeof eventful>>): string => utcDay(o.t.deps.now());

describe("a recount", () => {
  it("finds every kept counter equal to its rows, whatever happened", async () => {
    const o = await eventful();
    const [total] = (await o.t.db.select().from(stats)).filter((row) => row.dimension === "total");
    for (const metric of [
      "sent",
      "opens",
      "machineClicks",
      "clicks",
      "replies",
      "uniqueReplies",
      "bounces",
      "softBounces",
      "complaints",
      "unsubscribes",
      "meetingsBooked",
    ] as const) {
      expect(total?.[metric], metric).toBeGreaterThan(0);
    }
    expect(await recount(o.t.deps, false)).toEqual([]);
  });

  it("names what is wrong, repairs it, and then finds nothing", async () => {
    const o = await eventful();
    const before = await o.t.db.select().from(stats);
    await o.t.db.run(
      sql`UPDATE stats SET clicks = clicks + 3 WHERE campaign_id = ${o.campaignId} AND dimension IN ('total', 'step')`,
    );
    await o.t.db.run(sql`UPDATE stats SET sent = 0 WHERE campaign_id = 0 AND dimension = 'day'`);
    await o.t.db.run(sql`DELETE FROM stats WHERE dimension = 'mailbox'`);
    const found = await recount(o.t.deps, false);
    expect(found).toContainEqual(
      expect.objectContaining({ dimension: "step", metric: "clicks", kept: 4, rows: 1 }),
    );
    expect(found).toContainEqual(expect.objectContaining({ dimension: "day", metric: "sent" }));
    expect(found).toContainEqual(expect.objectContaining({ dimension: "mailbox", kept: 0 }));
    expect(await recount(o.t.deps, false)).toEqual(found);
    expect(await recount(o.t.deps, true)).toEqual(found);
    expect(await recount(o.t.deps, false)).toEqual([]);
    const after = await o.t.db.select().from(stats);
    const shape = (rows: typeof before) =>
      rows
        .filter((row) => row.dimension !== "day")
        .map((row) => JSON.stringify(row))
        .toSorted();
    expect(shape(after)).toEqual(shape(before));
  });

  it("sets what a workspace and its lists say that they hold", async () => {
    const o = await eventful();
    const say = async () =>
      o.t.db.all(sql`SELECT lead_count FROM workspaces UNION ALL SELECT lead_count FROM lists`);
    const before = await say();
    await o.t.db.run(sql`UPDATE workspaces SET lead_count = 0`);
    await o.t.db.run(sql`UPDATE lists SET lead_count = lead_count + 7`);
    const found = await recount(o.t.deps, true);
    expect(new Set(found.map(({ dimension }) => dimension))).toEqual(new Set(["lead_count"]));
    expect(await recount(o.t.deps, false)).toEqual([]);
    expect(await say()).toEqual(before);
  });

  it("sets what a day's limits have used to what the mails of that day took", async () => {
    const o = await eventful();
    const used = () => o.t.db.all(sql`SELECT * FROM daily_usage ORDER BY scope, key, day`);
    const before = await used();
    // A day that is over holds nothing back.
    await o.t.db.run(sql`UPDATE daily_usage SET used = used + 1`);
    await o.t.db.run(sql`DELETE FROM daily_usage WHERE scope = 'campaign' AND day = ${today(o)}`);
    const found = await recount(o.t.deps, true);
    expect(found).toContainEqual(
      expect.objectContaining({
        dimension: "daily_usage",
        key: `campaign:${o.campaignId}:${today(o)}`,
        kept: 0,
      }),
    );
    expect(new Set(found.map(({ key }) => key.split(":").at(-1)))).toEqual(
      new Set([today(o), today(o).slice(0, 7)]),
    );
    expect(await recount(o.t.deps, false)).toEqual([]);
    const ofToday = (rows: unknown[]) =>
      rows.filter((row) => JSON.stringify(row).includes(today(o)));
    expect(ofToday(await used())).toEqual(ofToday(before));
    expect(ofToday(before).length).toBeGreaterThan(1);
  });

  it("agrees after an update from when refused addresses were counted as sent", async () => {
    const o = await outreach({
      leads: Array.from({ length: 8 }, (_, i) => `lead${i}@acme${i}.test`),
      mailboxes: 2,
      ending: ({ to }) =>
        /lead[25]@/.test(to[0]?.address ?? "")
          ? { ending: "reply", phase: "rcpt", code: 550, enhanced: "5.1.1", response: "no" }
          : {},
    });
    const now = await o.t.db.select().from(stats);
    await o.t.db.run(sql`UPDATE stats SET sent = sent + refused, refused = 0`);
    const [file] = globSync("drizzle/*_refusals-and-blocks.sql");
    const move =
      readFileSync(file ?? "", "utf8")
        .split("--> statement-breakpoint")
        .at(-1) ?? "";
    await o.t.db.run(sql.raw(move));
    expect(await o.t.db.select().from(stats)).toEqual(now);
    expect(now).toContainEqual(
      expect.objectContaining({ dimension: "total", campaignId: 0, sent: 6, refused: 2 }),
    );
  });
});
