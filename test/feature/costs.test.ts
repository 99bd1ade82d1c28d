import { beforeEach, describe, expect, it } from "vitest";
import { keepUsage } from "#modules/operations/costs/keep-usage.ts";
import { usageMonths } from "#modules/operations/schema/usage.ts";
import { usageBuffer } from "#platform/ctx/usage.ts";
import { hitToken } from "#modules/links/rules/token.ts";
import { type SendId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { type Harness, harness, TEST_SECRETS, TEST_START } from "#test/support/harness.ts";
import { signIn } from "#test/support/staff.ts";

const PATH = "/api/v1/admin/costs";

let t: Harness;
let one: number;
let two: number;

/** Writes whatever waits. */
const keep = () => keepUsage(t.deps, true);

const addLeads = (wid: number, count: number, from = 0) =>
  t.post(`/api/v1/workspaces/${wid}/leads`, {
    leads: Array.from({ length: count }, (_, i) => ({ email: `lead${from + i}@firm.test` })),
    on_duplicate: "skip",
  });

// oxlint-disable-next-line typescript/no-explicit-any
type Row = any;
const rowOf = (answer: { json: Row }, wid: number): Row =>
  answer.json.data.find(({ workspace }: Row) => workspace.id === wid);

async function begin(now = TEST_START) {
  t = await harness({ now });
  one = (await t.signUp()).wid;
  two = (await t.post("/api/v1/workspaces", { name: "Second", slug: "second" })).json.id;
  await keep();
}

beforeEach(() => begin());

describe("what a workspace used", () => {
  it("200: is its own, by what was done in it; the rest is the install's, and all of it adds up", async () => {
    const before = (await t.get(PATH)).json;
    for (let i = 0; i < 3; i++) await t.get(`/api/v1/workspaces/${one}/leads`);
    await addLeads(two, 100);
    t.advance(MINUTE_MS);
    await t.tick();
    await keep();
    const answer = await t.get(PATH);
    expect(answer.status).toBe(200);
    const [first, second] = [rowOf(answer, one), rowOf(answer, two)];
    expect(first).toMatchObject({ workspace: { id: one }, usage: { requests: 3 } });
    expect(second.usage).toMatchObject({ requests: 1 });
    expect(second.workspace.name).toBe("Second");
    const { install } = answer.json;
    expect(install.own.usage.statements).toBeGreaterThan(before.install.own.usage.statements);
    for (const name of ["requests", "statements", "queue_operations"]) {
      const parts = [install.own, ...answer.json.data].map(({ usage: used }: Row) => used[name]);
      expect(parts.reduce((a: number, b: number) => a + b, 0)).toBe(install.usage[name]);
    }
    if (t.database === "d1") {
      expect(second.usage.rows_written).toBeGreaterThan(500);
      expect(first.usage.rows_written).toBeLessThan(20);
      expect(first.usage.rows_read).toBeGreaterThan(0);
    } else {
      expect(second.usage).toMatchObject({ rows_read: null, rows_written: null });
    }
    expect(install.usage.storage_bytes).toBeGreaterThan(100_000);
  });

  it("are the opens and the messages of its hits, which count nothing on their own way", async () => {
    t.deps.usage.take(t.clock.now, true);
    const token = hitToken(TEST_SECRETS.TRACKING_SECRET, two as WorkspaceId, 1 as SendId);
    for (let i = 0; i < 5; i++) await t.app.request(`/t/${token}/pixel.png`);
    const counted = t.deps.usage.take(t.clock.now, true);
    expect(counted.map(({ workspaceId }) => workspaceId)).toEqual([two]);
    t.deps.usage.putBack(counted, t.clock.now);
    await keep();
    expect(rowOf(await t.get(PATH), two).usage.requests).toBe(5);
    // A message of hits, as it comes when hosted.
    const signals = { source: "", agent: "", prefetch: false, private: false };
    const hit = { sendId: 1 as SendId, kind: "open" as const, url: null, at: t.clock.now, signals };
    const of = (wid: number) => ({ ...hit, workspaceId: wid as WorkspaceId });
    await t.deps.queue.send({
      type: "hits.record.v1",
      batchId: "b1",
      hits: [of(one), of(one), of(two)],
    });
    await t.drain();
    await keep();
    const answer = await t.get(PATH);
    expect(rowOf(answer, two).usage.requests).toBe(6);
    expect(rowOf(answer, one).usage).toMatchObject({ requests: 2 });
    // Written, read and deleted once, divided by the hits; waking the judge is more.
    const operations = [one, two].map((wid) => rowOf(answer, wid).usage.queue_operations);
    expect(operations[0] + operations[1]).toBeGreaterThanOrEqual(3);
  });

  it("is that of a job's workspace: a message is written, read and deleted", async () => {
    await t.deps.queue.send({ type: "hits.judge.v1", workspaceId: one as WorkspaceId });
    await t.drain();
    await keep();
    const { usage: used } = rowOf(await t.get(PATH), one);
    expect(used.queue_operations).toBe(2);
    expect(used.statements).toBeGreaterThan(0);
  });

  it("goes on where a write failed, and no request does", async () => {
    t.deps.usage.take(t.clock.now, true);
    await t.get(`/api/v1/workspaces/${one}/leads`);
    await t.client.execute("ALTER TABLE usage_months RENAME TO elsewhere");
    t.advance(21 * MINUTE_MS);
    const during = await t.get(`/api/v1/workspaces/${one}/leads`);
    expect(during.status).toBe(200);
    await t.client.execute("ALTER TABLE elsewhere RENAME TO usage_months");
    expect(t.lines.some(({ event }) => event === "usage.unwritten")).toBe(true);
    await keep();
    expect(rowOf(await t.get(PATH), one).usage.requests).toBe(2);
  });
});

describe("a month", () => {
  it("begins anew at midnight UTC; the former one stays, without a forecast", async () => {
    await begin(unixMs(Date.UTC(2026, 10, 30, 23, 50)));
    await t.get(`/api/v1/workspaces/${one}/leads`);
    t.advance(10 * MINUTE_MS);
    await t.get(`/api/v1/workspaces/${two}/leads`);
    await keep();
    const past = await t.get(`${PATH}?month=2026-11`);
    expect(past.json.data.map(({ workspace }: Row) => workspace.id)).toEqual([one]);
    expect(past.json.install.forecast).toBeNull();
    const present = await t.get(PATH);
    expect(present.json).toMatchObject({ month: "2026-12", months: ["2026-12", "2026-11"] });
    expect(present.json.data.map(({ workspace }: Row) => workspace.id)).toEqual([two]);
    expect((await t.get(`${PATH}?month=2026-13`)).status).toBe(400);
  });

  it("is foreseen from what was counted so far", async () => {
    await addLeads(one, 1);
    await keep();
    expect((await t.get(PATH)).json.install.forecast).toBeNull();
    t.advance(DAY_MS);
    const { install } = (await t.get(PATH)).json;
    // A day is counted, eleven and a half are left.
    expect(install.forecast.usage.requests).toBe(Math.round(install.usage.requests * 12.5));
    expect(install.forecast.usage.storage_bytes).toBe(install.usage.storage_bytes);
    expect(install.forecast.cost.total).toBeGreaterThanOrEqual(5);
  });

  it("is forgotten after 25 months, and a deleted workspace stays by its id alone", async () => {
    const rows = ["2024-10", "2024-11", "2026-11"].map((month) => ({
      month,
      workspaceId: 900,
      requests: 4,
      statements: 4,
      queueOperations: 0,
      firstAt: t.clock.now,
    }));
    await t.deps.install.insert(usageMonths).values(rows);
    // Another process or isolate: the first write of each in a month tidies.
    Object.assign(t.deps, { usage: usageBuffer() });
    await t.get("/health");
    await keep();
    const { json } = await t.get(PATH);
    expect(json.months).toEqual(["2026-11", "2024-11"]);
    expect(rowOf({ json }, 900)).toMatchObject({ workspace: { id: 900, name: null } });
  });
});

describe("prices", () => {
  const prices = {
    as_of: "2026-12-01",
    currency: "EUR",
    base_fee: 20,
    requests: { included: 0, per_million: 500_000 },
    rows_read: null,
    rows_written: null,
    queue_operations: null,
    storage: null,
  };

  it("200: are a setting; the parts of the bill add up to it, and null takes Cloudflare's list again", async () => {
    expect((await t.get(PATH)).json.prices).toMatchObject({ base_fee: 5, currency: "USD" });
    const put = await t.put("/api/v1/admin/settings", { prices });
    expect(put.status).toBe(200);
    expect(put.json.prices).toEqual(prices);
    for (let i = 0; i < 3; i++) await t.get(`/api/v1/workspaces/${one}/leads`);
    await t.get(`/api/v1/workspaces/${two}/leads`);
    await keep();
    const answer = await t.get(PATH);
    const { install, data } = answer.json;
    expect(install.cost.total).toBe(20 + install.usage.requests * 0.5);
    expect(rowOf(answer, one).cost.total).toBe(1.5);
    expect(install.own.cost.base_fee).toBe(20);
    const cents = [install.own, ...data].map(({ cost }: Row) => Math.round(cost.total * 100));
    expect(cents.reduce((a: number, b: number) => a + b, 0)).toBe(install.cost.total * 100);
    expect(data[0].workspace.id).toBe(one);
    const again = await t.put("/api/v1/admin/settings", { prices: null });
    expect(again.json.prices.currency).toBe("USD");
  });

  it("422: a negative one, or half a list", async () => {
    const wrong = { ...prices, base_fee: -1 };
    expect((await t.put("/api/v1/admin/settings", { prices: wrong })).status).toBe(422);
    expect((await t.put("/api/v1/admin/settings", { prices: { base_fee: 1 } })).status).toBe(422);
  });
});

it("200: a page at a time, by limit and cursor; 400 for a cursor of another list", async () => {
  await t.get(`/api/v1/workspaces/${one}/leads`);
  await addLeads(two, 2);
  await keep();
  const first = (await t.get(`${PATH}?limit=1`)).json;
  expect(first.pagination).toMatchObject({ total: 2, total_pages: 2 });
  const next = (await t.get(`${PATH}?limit=1&cursor=${first.pagination.next_cursor}`)).json;
  expect(next.pagination.next_cursor).toBeNull();
  const ids = [...first.data, ...next.data].map(({ workspace }: Row) => workspace.id);
  expect(ids.toSorted((a: number, b: number) => a - b)).toEqual([one, two]);
  expect((await t.get(`${PATH}?cursor=nonsense`)).status).toBe(400);
});

it("200: in the order asked for, those without a value last", async () => {
  await t.get(`/api/v1/workspaces/${one}/leads`);
  await addLeads(two, 50);
  for (let i = 0; i < 3; i++) await t.get(`/api/v1/workspaces/${two}/leads`);
  await keep();
  const lost = { month: "2026-11", workspaceId: 900, requests: 2, statements: 0 };
  await t.deps.install
    .insert(usageMonths)
    .values({ ...lost, queueOperations: 0, firstAt: t.clock.now });
  const ids = async (query: string) =>
    (await t.get(`${PATH}?${query}`)).json.data.map(({ workspace }: Row) => workspace.id);
  expect(await ids("sort=requests")).toEqual([two, 900, one]);
  expect(await ids("sort=requests&order=asc")).toEqual([one, 900, two]);
  expect((await ids("sort=name"))[2]).toBe(900);
  expect((await ids("sort=name&order=desc"))[2]).toBe(900);
  expect((await ids("sort=storage_bytes"))[2]).toBe(900);
  const first = (await t.get(`${PATH}?sort=requests&limit=1`)).json;
  const next = `cursor=${first.pagination.next_cursor}`;
  expect(await ids(`sort=requests&limit=5&${next}`)).toEqual([900, one]);
  expect((await t.get(`${PATH}?sort=luck`)).status).toBe(400);
});

it("403: an employee; 401: nobody", async () => {
  await t.post("/api/v1/admin/employees", {
    name: "Eve",
    email: "eve@example.com",
    password: "correct horse battery",
    role: "employee",
  });
  const employee = await signIn(t, "eve@example.com");
  expect((await employee.get(PATH)).status).toBe(403);
  t.useCookie("");
  expect((await t.get(PATH)).status).toBe(401);
});

it("costs less than 2 % of the rows that it counts", async () => {
  if (t.database !== "d1") return;
  const take = t.deps.usage.take.bind(t.deps.usage);
  let rows = 0;
  let counted = 0;
  Object.assign(t.deps.usage, {
    take: (...args: Parameters<typeof take>) => {
      const entries = take(...args);
      rows += entries.length;
      for (const { used } of entries) counted += used.rowsWritten ?? 0;
      return entries;
    },
  });
  const tick = async () => {
    t.advance(MINUTE_MS);
    await t.tick();
    await t.drain();
  };
  await tick();
  take(t.clock.now, true);
  [rows, counted] = [0, 0];
  // Ticks with nothing to do are the dearest to count: their row is written for its age.
  for (let minute = 0; minute < 21; minute++) await tick();
  const idle = rows / counted;
  [rows, counted] = [0, 0];
  await addLeads(one, 100);
  const leads = rows / counted;
  if (process.env["SHOW"]) console.log({ idle, leads });
  expect(idle).toBeGreaterThan(0);
  expect(idle).toBeLessThan(0.02);
  expect(leads).toBeGreaterThan(0);
  expect(leads).toBeLessThan(0.01);
});
