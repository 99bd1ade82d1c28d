import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { workspaceSettings } from "#modules/accounts/schema/accounts.ts";
import { events, hits } from "#modules/events/schema/events.ts";
import { sends, stats } from "#modules/campaigns/schema/sending.ts";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import { honeypotPart, linkPart } from "#modules/links/rules/link.ts";
import { judgeHits } from "#modules/tracking/hits/judge-hits.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import {
  CLIENT_ADDRESS,
  type Harness,
  harness,
  type HarnessOptions,
  TEST_SECRETS,
} from "#test/support/harness.ts";
import { planOf, scansIn, statementsOf } from "#test/support/explain.ts";
import { seedSent } from "#test/support/sent.ts";

const SECRET = TEST_SECRETS.TRACKING_SECRET;
const CHROME =
  "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

async function sent(leads?: string[], options?: HarnessOptions) {
  const t = await harness(options);
  const { wid } = await t.signUp();
  const seeded = await seedSent(t, wid, leads);
  const tokenOf = (sendId: SendId): string => hitToken(SECRET, wid as WorkspaceId, sendId);
  const headers = (from: string, agent: string) => ({
    [CLIENT_ADDRESS]: from,
    "user-agent": agent,
  });
  const [first] = seeded.sendIds;
  if (first === undefined) throw new Error("nothing was sent");
  return {
    t,
    wid,
    ...seeded,
    first,
    open: (sendId = first, from = "203.0.113.1", agent = CHROME) =>
      t.get(`/t/${tokenOf(sendId)}/pixel.png`, headers(from, agent)),
    click: (url: string, sendId = first, from = "203.0.113.1", agent = CHROME) =>
      t.get(
        `/t/${tokenOf(sendId)}/link/${linkPart(SECRET, tokenOf(sendId), url)}`,
        headers(from, agent),
      ),
    trap: (sendId = first) =>
      t.get(`/t/${tokenOf(sendId)}/link/${honeypotPart(SECRET, tokenOf(sendId))}`),
    look: (path: string, sendId: SendId, from: string) =>
      t.request("HEAD", `/t/${tokenOf(sendId)}/${path}`, undefined, headers(from, CHROME)),
    linkOf: (url: string, sendId: SendId) => `link/${linkPart(SECRET, tokenOf(sendId), url)}`,
    trapOf: (sendId: SendId) => `link/${honeypotPart(SECRET, tokenOf(sendId))}`,
  };
}

const verdicts = async (t: Harness) =>
  (await t.db.select().from(hits).orderBy(hits.id)).map((row) => row.verdict);

const eventsOf = async (t: Harness) =>
  (await t.db.select().from(events).orderBy(events.id)).map((row) => JSON.parse(row.body));

/** As long as hits are held back before they are judged. */
const HOLD_MS = 5_000;
const judge = async (t: Harness) => {
  t.advance(HOLD_MS);
  await t.tick();
};

async function totals(t: Harness) {
  const [row] = await t.db.select().from(stats).where(eq(stats.dimension, "total")).limit(1);
  const { opens, uniqueOpens, machineOpens, clicks, uniqueClicks, machineClicks } = row ?? {};
  return { opens, uniqueOpens, machineOpens, clicks, uniqueClicks, machineClicks };
}
const NONE = {
  opens: 0,
  uniqueOpens: 0,
  machineOpens: 0,
  clicks: 0,
  uniqueClicks: 0,
  machineClicks: 0,
};

describe("opens", () => {
  it("of a person wait five seconds, then set opened_at and fire lead.opened once for each message", async () => {
    const { t, wid, first, open, campaignId, leadIds } = await sent();
    const at = t.clock.now;
    await open();
    t.advance(HOLD_MS - 1);
    await t.tick();
    expect(await verdicts(t)).toEqual([null]);
    t.advance(1);
    await t.tick();
    await open();
    await judge(t);
    await t.tick();
    expect(await verdicts(t)).toEqual(["human", "human"]);
    expect(await totals(t)).toEqual({ ...NONE, opens: 2, uniqueOpens: 1 });
    expect((await t.db.select().from(sends))[0]).toMatchObject({
      id: first,
      openedAt: at,
      clickedAt: null,
    });
    expect(await eventsOf(t)).toEqual([
      {
        event: "lead.opened",
        workspace_id: `${wid}`,
        timestamp: "2026-11-18T12:00:05.000Z",
        data: {
          lead_id: leadIds[0],
          lead_email: "ann@acme.test",
          lead_name: "ann",
          company: "",
          campaign_id: campaignId,
          campaign_name: "Spring",
          step: 1,
          variant: "control",
          mailbox: "sender1@ours.test",
          message_id: "message-0@ours.test",
          opened_at: "2026-11-18T12:00:00.000Z",
          user_agent_family: "browser",
          is_first: true,
        },
      },
    ]);
    const rows = await t.db.select().from(stats).orderBy(stats.dimension, stats.campaignId);
    expect(
      rows.map((row) => [
        row.dimension,
        row.campaignId === 0 ? "all" : "own",
        row.opens,
        row.uniqueOpens,
      ]),
    ).toEqual([
      ["day", "all", 2, 1],
      ["day", "own", 2, 1],
      ["mailbox", "own", 2, 1],
      ["step", "own", 2, 1],
      ["total", "all", 2, 1],
      ["total", "own", 2, 1],
      ["variant", "own", 2, 1],
    ]);
  });

  it("of machines and Apple's proxy are counted apart, fire nothing, and leave room for the person", async () => {
    const { t, open } = await sent();
    await open(undefined, "203.0.113.9", "curl/8.0");
    await open(undefined, "203.0.113.9", "Mozilla/5.0");
    await judge(t);
    expect(await verdicts(t)).toEqual(["machine", "proxy"]);
    expect(await totals(t)).toEqual({ ...NONE, machineOpens: 2 });
    expect(await eventsOf(t)).toEqual([]);
    t.advance(3_000);
    await open(
      undefined,
      "203.0.113.9",
      "Mozilla/5.0 Firefox/11.0 (via ggpht.com GoogleImageProxy)",
    );
    await judge(t);
    expect(await totals(t)).toEqual({ ...NONE, opens: 1, uniqueOpens: 1, machineOpens: 2 });
    expect((await eventsOf(t))[0].data.user_agent_family).toBe("gmail_proxy");
  });

  it("are judged by the wake-up too, and reach the webhooks that subscribe", async () => {
    const posted: string[] = [];
    const { t, wid, open } = await sent(undefined, {
      egress: {
        post: async ({ body }) => {
          posted.push(JSON.parse(body).event);
          return { ok: true, reply: { status: 200, body: "", retryAfter: null } };
        },
      },
    });
    for (const events of [["lead.opened", "lead.clicked"], ["lead.clicked"]]) {
      const hook = { url: "https://hooks.example/x", secret: "whsec_test_secret", events };
      expect((await t.post(`/api/v1/workspaces/${wid}/webhooks`, hook)).status).toBe(201);
    }
    await open();
    expect(t.queue.map(({ job }) => job)).toEqual([{ type: "hits.judge.v1", workspaceId: wid }]);
    expect(t.queue.map(({ at }) => at - t.clock.now)).toEqual([HOLD_MS]);
    t.advance(HOLD_MS);
    await t.drain();
    expect(await verdicts(t)).toEqual(["human"]);
    expect(posted).toEqual(["lead.opened"]);
  });
});

describe("clicks", () => {
  it("of a person wait five seconds, then set clicked_at and fire once for each link", async () => {
    const { t, click } = await sent();
    const at = t.clock.now;
    await click("https://example.com/a");
    t.advance(4_999);
    await t.tick();
    expect(await verdicts(t)).toEqual([null]);
    t.advance(1);
    await t.tick();
    expect(await verdicts(t)).toEqual(["human"]);
    await click("https://example.com/a", undefined, "203.0.113.2");
    await click("https://example.com/b", undefined, "203.0.113.2");
    await judge(t);
    expect(await totals(t)).toEqual({ ...NONE, clicks: 3, uniqueClicks: 1 });
    expect(
      (await eventsOf(t)).map((event) => [event.event, event.data.url, event.data.clicked_at]),
    ).toEqual([
      ["lead.clicked", "https://example.com/a", "2026-11-18T12:00:00.000Z"],
      ["lead.clicked", "https://example.com/b", "2026-11-18T12:00:05.000Z"],
    ]);
    expect((await t.db.select().from(sends))[0]).toMatchObject({ clickedAt: at, openedAt: null });
  });

  it("of a scanner's burst count as machine, with the open of the scanner, and fire nothing", async () => {
    const { t, open, click } = await sent();
    for (const path of ["a", "b", "c", "d"]) {
      await click(`https://example.com/${path}`, undefined, "127.0.0.77", "curl/8");
      t.advance(100);
    }
    await open(undefined, "127.0.0.77", "curl/8");
    t.advance(6_000);
    await t.tick();
    expect(await verdicts(t)).toEqual(Array(5).fill("machine"));
    expect(await totals(t)).toEqual({ ...NONE, machineOpens: 1, machineClicks: 4 });
    expect(await eventsOf(t)).toEqual([]);
    expect((await t.db.select().from(sends))[0]).toMatchObject({ openedAt: null, clickedAt: null });
    await click("https://example.com/a");
    t.advance(5_000);
    await t.tick();
    expect(await totals(t)).toEqual({
      ...NONE,
      clicks: 1,
      uniqueClicks: 1,
      machineOpens: 1,
      machineClicks: 4,
    });
  });

  it("that expose an open as a scanner's correct its counters and opened_at, and recall no event", async () => {
    const { t, open, click } = await sent();
    await open();
    await judge(t);
    t.advance(15_000);
    const second = t.clock.now;
    await open(undefined, "203.0.113.50");
    await judge(t);
    t.advance(-25_000 + 500);
    for (const path of ["a", "b", "c"]) await click(`https://example.com/${path}`);
    expect(await totals(t)).toEqual({ ...NONE, opens: 2, uniqueOpens: 1 });
    t.advance(25_000);
    await t.tick();
    expect(await verdicts(t)).toEqual(["machine", "human", "machine", "machine", "machine"]);
    expect(await totals(t)).toEqual({
      ...NONE,
      opens: 1,
      uniqueOpens: 1,
      machineOpens: 1,
      machineClicks: 3,
    });
    expect((await t.db.select().from(sends))[0]?.openedAt).toBe(second);
    expect((await eventsOf(t)).map((event) => event.event)).toEqual(["lead.opened"]);
  });

  it("beside a hit on the hidden link are void; the hidden link never counts as a link", async () => {
    const { t, click, trap } = await sent();
    await click("https://example.com/a");
    t.advance(6_000);
    await t.tick();
    expect(await totals(t)).toEqual({ ...NONE, clicks: 1, uniqueClicks: 1 });
    expect((await trap()).status).toBe(404);
    t.advance(6_000);
    await t.tick();
    expect(await verdicts(t)).toEqual(["machine", "machine"]);
    expect(await totals(t)).toEqual({ ...NONE, machineClicks: 2 });
    expect((await t.db.select().from(sends))[0]?.clickedAt).toBeNull();
  });

  it("count as people's, however they look, where the workspace switched the filter off", async () => {
    const { t, wid, click, open } = await sent();
    await t.db.insert(workspaceSettings).values({
      workspaceId: wid as WorkspaceId,
      value: { tracking: { filter_bots: false } },
      updatedAt: t.clock.now,
    });
    await open(undefined, undefined, "curl/8");
    for (const path of ["a", "b", "c"]) await click(`https://example.com/${path}`);
    t.advance(5_000);
    await t.tick();
    expect(await totals(t)).toEqual({
      ...NONE,
      opens: 1,
      uniqueOpens: 1,
      clicks: 3,
      uniqueClicks: 1,
    });
    expect((await eventsOf(t)).length).toBe(4);
  });
});

describe("scanners that look like browsers", () => {
  /** Ten mails of each kind, each from addresses of its own. */
  const EACH = 10;
  const A = "https://example.com/a";
  const B = "https://example.com/b";
  const C = "https://example.com/c";
  type World = Awaited<ReturnType<typeof sent>>;
  /** What happens to one mail: how long after the server took it, and what. */
  type Deed = readonly [
    ms: number,
    act: (w: World, id: SendId, ip: (n: number) => string) => unknown,
  ];

  const SCANNERS: Readonly<Record<string, readonly Deed[]>> = {
    "HEAD on every link, then GET of one": [
      [30_000, (w, id, ip) => w.look(w.linkOf(A, id), id, ip(1))],
      [30_010, (w, id, ip) => w.look(w.linkOf(B, id), id, ip(1))],
      [30_020, (w, id, ip) => w.look(w.trapOf(id), id, ip(1))],
      [31_500, (w, id, ip) => w.click(A, id, ip(2))],
    ],
    "HEAD on the links that are seen, then GET of one by the same address": [
      [30_000, (w, id, ip) => w.look(w.linkOf(A, id), id, ip(1))],
      [34_000, (w, id, ip) => w.click(A, id, ip(1))],
    ],
    "three links within two seconds from three addresses": [
      [20_000, (w, id, ip) => w.click(A, id, ip(1))],
      [20_900, (w, id, ip) => w.click(B, id, ip(2))],
      [21_800, (w, id, ip) => w.click(C, id, ip(3))],
    ],
    "one click 0.2 s after the server's answer": [[200, (w, id, ip) => w.click(A, id, ip(1))]],
    "the pixel 0.2 s after the server's answer": [[200, (w, id, ip) => w.open(id, ip(1))]],
    "the pixel, and every link a second later": [
      [20_000, (w, id, ip) => w.open(id, ip(1))],
      [21_000, (w, id, ip) => w.click(A, id, ip(2))],
      [21_200, (w, id, ip) => w.click(B, id, ip(3))],
      [21_400, (w, id, ip) => w.click(C, id, ip(4))],
    ],
  };
  const PEOPLE: Readonly<Record<string, readonly Deed[]>> = {
    "who open after 7 s and click 6 s later": [
      [7_000, (w, id, ip) => w.open(id, ip(1))],
      [13_000, (w, id, ip) => w.click(A, id, ip(1))],
    ],
    "who are quick": [
      [2_500, (w, id, ip) => w.open(id, ip(1))],
      [4_500, (w, id, ip) => w.click(A, id, ip(1))],
    ],
    "who read and compare": [
      [60_000, (w, id, ip) => w.open(id, ip(1))],
      [65_000, (w, id, ip) => w.click(A, id, ip(1))],
      [66_500, (w, id, ip) => w.click(B, id, ip(1))],
      [80_000, (w, id, ip) => w.click(A, id, ip(1))],
    ],
  };

  it("fire nothing and count apart, while people who are quick count in full", async () => {
    const kinds = [...Object.entries(SCANNERS), ...Object.entries(PEOPLE)];
    const all = kinds.flatMap(([name, deeds]) =>
      Array.from({ length: EACH }, (_, n) => ({ name, deeds, n })),
    );
    const w = await sent(all.map((_, i) => `lead${i}@acme${i}.test`));
    await w.t.db.update(sends).set({ evidence: "smtp" });
    const began = w.t.clock.now;
    const plan = all
      .flatMap(({ deeds }, i) =>
        deeds.map(([ms, act]) => ({
          ms: ms + (i % EACH),
          act: () => act(w, w.sendIds[i] as SendId, (n) => `198.18.${i}.${n}`),
        })),
      )
      .toSorted((a, b) => a.ms - b.ms);
    for (const { ms, act } of plan) {
      w.t.advance(began + ms - w.t.clock.now);
      await act();
      await w.t.drain();
    }
    w.t.advance(HOLD_MS);
    await w.t.tick();
    expect(await verdicts(w.t)).not.toContain(null);

    const told = new Map<string, string[]>();
    for (const { event, data } of await eventsOf(w.t)) {
      const { name } = all[w.leadIds.indexOf(data.lead_id)] ?? { name: "" };
      told.set(name, [...(told.get(name) ?? []), event]);
    }
    expect([...told.keys()].toSorted()).toEqual(Object.keys(PEOPLE).toSorted());
    const counted = (name: string) => Map.groupBy(told.get(name) ?? [], (event) => event);
    for (const [name, links] of [
      ["who open after 7 s and click 6 s later", 1],
      ["who are quick", 1],
      ["who read and compare", 2],
    ] as const) {
      expect(counted(name).get("lead.opened")?.length).toBe(EACH);
      expect(counted(name).get("lead.clicked")?.length).toBe(EACH * links);
    }
    expect(await totals(w.t)).toMatchObject({ uniqueOpens: 3 * EACH, uniqueClicks: 3 * EACH });
  });

  it("have their events held back, for ten seconds at most", async () => {
    const { t, open, click } = await sent();
    await open();
    await click(A);
    const at = t.clock.now;
    while ((await eventsOf(t)).length < 2) {
      t.advance(1_000);
      await t.drain();
    }
    expect(t.clock.now - at).toBeLessThanOrEqual(10_000);
  });
});

describe("judging", () => {
  it("by many at once gives each hit one verdict and each cause one event", async () => {
    const leads = Array.from({ length: 60 }, (_, i) => `lead${i}@acme.test`);
    const { t, sendIds, open, click } = await sent(leads);
    for (const sendId of sendIds) {
      await open(sendId);
      await open(sendId);
      await click("https://example.com/", sendId);
    }
    t.advance(6_000);
    await Promise.all([t.tick(), t.tick(), t.tick(), t.tick()]);
    await t.tick();
    expect(new Set(await verdicts(t))).toEqual(new Set(["human"]));
    expect(await totals(t)).toEqual({
      ...NONE,
      opens: 120,
      uniqueOpens: 60,
      clicks: 60,
      uniqueClicks: 60,
    });
    const told = await eventsOf(t);
    expect(told.filter((event) => event.event === "lead.opened").length).toBe(60);
    expect(told.filter((event) => event.event === "lead.clicked").length).toBe(60);
    expect(t.lines.filter((line) => line.event === "tick.failed")).toEqual([]);
  });

  it("finds its rows by id or index, never by walking a table or a workspace", async () => {
    const { t, open, click, trap } = await sent();
    await open();
    await judge(t);
    for (const path of ["a", "b", "c"]) await click(`https://example.com/${path}`);
    await trap();
    t.advance(6_000);
    const statements = await statementsOf(t.client, () => t.sweep(judgeHits));
    expect(await verdicts(t)).toEqual(Array(5).fill("machine"));
    for (const statement of new Set(statements)) {
      const plan = await planOf(t.client, statement);
      expect([statement, scansIn(plan)]).toEqual([statement, []]);
      // These four have one row for each hit or message, so the workspace alone is no way to them.
      const walks = plan.filter((line) =>
        /\b(hits|sends|s|events|e)\b.*\(workspace_id=\?\)$/.test(line),
      );
      expect([statement, walks]).toEqual([statement, []]);
    }
  });

  it("keeps workspaces apart: a token of one never touches a send of another", async () => {
    const { t, first } = await sent();
    const foreign = hitToken(SECRET, 999 as WorkspaceId, first);
    await t.get(`/t/${foreign}/pixel.png`, { "user-agent": CHROME });
    await judge(t);
    expect(await verdicts(t)).toEqual(["machine"]);
    expect(await totals(t)).toEqual({});
    expect((await t.db.select().from(sends))[0]?.openedAt).toBeNull();
  });
});

describe("a hit on a message of which nobody knows whether it arrived", () => {
  const unclear = async () => {
    const world = await sent();
    await world.t.db.update(sends).set({ state: "unknown", evidence: "smtp", lease: "l" });
    await world.t.db.insert(stats).values({
      workspaceId: world.workspaceId,
      campaignId: world.campaignId,
      dimension: "total",
      key: "",
      unknown: 1,
    });
    const standing = async () => {
      const [send] = await world.t.db.select().from(sends);
      const [row] = await world.t.db
        .select()
        .from(stats)
        .where(eq(stats.campaignId, world.campaignId));
      return [send?.state, send?.evidence, row?.sent, row?.unknown];
    };
    return { ...world, standing };
  };

  it.each<[string, (world: Awaited<ReturnType<typeof unclear>>) => Promise<unknown>]>([
    ["a person's open", (world) => world.open()],
    ["a scanner's click", (world) => world.trap()],
    [
      "an unsubscription",
      ({ t, wid, first }) =>
        t.post(`/unsubscribe/${unsubscribeToken(SECRET, wid as WorkspaceId, first)}`),
    ],
  ])("proves by %s that a server took it, once", async (_, hit) => {
    const world = await unclear();
    await hit(world);
    world.t.advance(10_000);
    await world.t.tick();
    expect(await world.standing()).toEqual(["sent", "hit", 1, 0]);
    await hit(world);
    world.t.advance(10_000);
    await world.t.tick();
    expect(await world.standing()).toEqual(["sent", "hit", 1, 0]);
  });

  it("counts when the claim lapses without a report", async () => {
    const { t, open, standing } = await unclear();
    await t.db.update(sends).set({ state: "sending", leaseUntil: later(t.clock.now, 60_000) });
    await open();
    await judge(t);
    expect((await standing())[0]).toBe("sending");
    t.advance(60_000);
    await t.tick();
    expect((await standing())[0]).toBe("sent");
  });

  it("of one source that clicks in the mail of five domains within seconds are a machine's; of an office they are not", async () => {
    const leads = [1, 2, 3, 4, 5].map((n) => `lead${n}@acme${n}.test`);
    const spread = await sent(leads);
    for (const id of spread.sendIds) {
      await spread.open(id, "203.0.113.7");
      await spread.click("https://example.com/a", id, "203.0.113.7");
    }
    spread.t.advance(6_000);
    await spread.t.sweep(judgeHits);
    expect(new Set(await verdicts(spread.t))).toEqual(new Set(["machine"]));
    expect(await eventsOf(spread.t)).toEqual([]);

    const office = await sent([1, 2, 3, 4, 5].map((n) => `lead${n}@acme.test`));
    for (const id of office.sendIds) await office.click("https://example.com/a", id, "203.0.113.7");
    office.t.advance(6_000);
    await office.t.sweep(judgeHits);
    expect(new Set(await verdicts(office.t))).toEqual(new Set(["human"]));
  });
});
