import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { hooks } from "#app/modules.ts";
import { LeadsQuery } from "#modules/leads/contract/leads.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { openLibsql, overLibsql } from "#platform/db/libsql.ts";
import { asId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { importFile } from "#modules/leads/imports/import-file.ts";
import { storingSink } from "#modules/leads/imports/import-sink.ts";
import { countChoice } from "#modules/leads/choices/count-choice.ts";
import type { LeadFilter } from "#modules/leads/choices/lead-filter-sql.ts";
import { readLeads } from "#modules/leads/leads/list-leads.ts";
import { migrate } from "#server/migrate.ts";
import { csvRows } from "./import-rows.ts";
import { type Measurement, report } from "./report.ts";

/*
 * `npm run bench:leads`: pages of leads in three workspaces of one database, with 10,000, 100,000
 * and 1,000,000 leads. Tells the CPU time of a page of 50 with its total (least of several), and
 * how much more the larger ones cost than the smallest. Then the time of 95 of 100 counts of a segment in
 * the largest workspace, and how far its estimate is off; `-- 1000000 counts` measures these alone.
 */
const LARGEST = Number(process.argv[2] ?? 1_000_000);
const SIZES = [LARGEST / 100, LARGEST / 10, LARGEST];
const TRIES = 7;
/** Below this a figure is the noise of the machine. */
const FLOOR_MS = 0.5;

const directory = await mkdtemp(join(tmpdir(), "outrider-leads-"));
const client = openLibsql(`file:${join(directory, "bench.db")}`);
await client.execute("PRAGMA journal_mode = WAL");
await client.execute("PRAGMA synchronous = NORMAL");
await migrate(client, "drizzle");
const now = unixMs(Date.UTC(2026, 10, 18, 12));
const ctxOf = (id: number): MemberCtx =>
  // All that lists and imports reach.
  ({
    db: overLibsql(client),
    hooks,
    now: () => now,
    wait: async () => undefined,
    settings: { TRACKING_SECRET: "of a benchmark" },
    workspaceId: asId<WorkspaceId>(id),
    caller: { byKey: true, name: "bench" },
  }) as unknown as MemberCtx;

const CASES: readonly (readonly [what: string, query: Record<string, unknown>])[] = [
  ["by id", {}],
  ["by id, up", { order: "asc" }],
  ["by email", { sort: "email" }],
  ["by creation", { sort: "created_at" }],
  ["by score", { sort: "score" }],
  ["valid (half)", { status: "valid" }],
  ["valid, by email", { status: "valid", sort: "email" }],
  ["risky (1 of 1,000)", { status: "risky" }],
  ["risky, by email", { status: "risky", sort: "email" }],
  ["unvalidated, by score", { status: "unvalidated", sort: "score" }],
  ["score from 90", { min_score: 90 }],
  ["score from 90, by score", { min_score: 90, sort: "score" }],
  ["a list of half", { list_id: "half" }],
  ["a list of half, by email", { list_id: "half", sort: "email" }],
  ["a list of 1,000, by score", { list_id: "few", sort: "score" }],
  ["a campaign of a third", { campaign_id: "third" }],
  ["the campaign, valid, by score", { campaign_id: "third", status: "valid", sort: "score" }],
  ["valid and in the list of the others", { list_id: "half", status: "invalid", sort: "email" }],
  ["q: a whole name", { q: "zuzubamu zuceki" }],
  ["q: beginning of a name", { q: "zuzu" }],
  ["q: a name that many have", { q: "mullo" }],
  ["q: such a name, by email", { q: "mullo", sort: "email" }],
  ["q: one letter", { q: "m" }],
  ["q: a word that all have", { q: "ltd" }],
  ["q: a word that nobody has", { q: "nobody" }],
  ["q: an address", { q: "mullo.b@", sort: "email" }],
  ["q: a domain", { q: "@zuzu" }],
];

/** Filters of segments, with the leads that each really finds. */
const COUNTS: readonly (readonly [what: string, filter: LeadFilter, truth: string])[] = [
  ["valid (half)", { status: "valid" }, "validation_status = 'valid'"],
  ["valid, score from 90", { status: "valid", minScore: 90 }, "score >= 90"],
  [
    "valid, a third",
    { status: "valid", q: "@zu" },
    "validation_status = 'valid' AND domain LIKE 'zu%'",
  ],
  ["a word that all have, valid", { q: "ltd", status: "valid" }, "validation_status = 'valid'"],
  ["risky (1 of 1,000)", { status: "risky" }, "validation_status = 'risky'"],
];

try {
  for (const [i, size] of SIZES.entries()) await seed(i + 1, size);
  const ids = await placesOf();
  const measured: Measurement[] = [];
  for (const [what, query] of process.argv[3] === "counts" ? [] : CASES) {
    const first: number[] = [];
    const next: number[] = [];
    for (const wid of [1, 2, 3]) {
      const given = { ...query, ...resolved(query, ids, wid) };
      first.push(await least(wid, given));
      const page = await readLeads(ctxOf(wid), LeadsQuery.parse({ ...given, limit: 200 }));
      const cursor = page.pagination.next_cursor;
      next.push(cursor === null ? 0 : await least(wid, { ...given, cursor }));
    }
    const small = Math.max(first[0] ?? 0, FLOOR_MS);
    const rival = { name: `${SIZES[0]} leads, or ${FLOOR_MS} ms`, rounds: [small] };
    const row = (size: number | undefined, ms = 0): Measurement => ({
      what: `${what}, of ${size} leads`,
      unit: "CPU ms",
      rounds: [ms],
      rival,
    });
    measured.push(row(SIZES[1], first[1]), row(SIZES[2], first[2]));
    measured.push({ what: `${what}, its next page`, unit: "CPU ms", rounds: [next[2] ?? 0] });
  }
  for (const [what, filter, truth] of COUNTS)
    measured.push(...(await counted(what, filter, truth)));
  report(measured);
} finally {
  client.close();
  await rm(directory, { recursive: true, force: true });
}

/** Time of a count in the largest workspace, and its error in percent. */
async function counted(what: string, filter: LeadFilter, truth: string): Promise<Measurement[]> {
  const ctx = ctxOf(3);
  const times: number[] = [];
  let found = 0;
  for (let i = 0; i < 20; i++) {
    const before = performance.now();
    found = (await countChoice(ctx, filter)).count;
    times.push(performance.now() - before);
  }
  const { rows } = await client.execute(
    `SELECT count(*) AS n FROM leads WHERE workspace_id = 3 AND ${truth}`,
  );
  const real = Number(rows[0]?.["n"]);
  const p95 = times.toSorted((a, b) => a - b)[18] ?? 0;
  return [
    { what: `count: ${what}, p95`, unit: "ms", rounds: [p95], aim: { most: 100 } },
    {
      what: `count: ${what}, error`,
      unit: "%",
      rounds: [real === 0 ? 0 : (100 * Math.abs(found - real)) / real],
      aim: { most: 5 },
    },
  ];
}

/** Least CPU time of a page, in milliseconds. */
async function least(wid: number, query: Record<string, unknown>): Promise<number> {
  let best = Infinity;
  const ctx = ctxOf(wid);
  const parsed = LeadsQuery.parse(query);
  for (let i = 0; i < TRIES; i++) {
    const before = process.cpuUsage();
    await readLeads(ctx, parsed);
    const used = process.cpuUsage(before);
    best = Math.min(best, (used.user + used.system) / 1_000);
  }
  return best;
}

/** Leads by the product's own import; status and score spread over them, a list and a campaign of some. */
async function seed(wid: number, size: number): Promise<void> {
  const times = `${now}, ${now}`;
  await client.execute(
    `INSERT INTO workspaces (name, slug, created_at, updated_at) VALUES ('W', 'w${wid}', ${times})`,
  );
  const ctx = ctxOf(wid);
  const sink = await storingSink(
    ctx,
    { list: null, listName: "All", totalBytes: null },
    "leads.csv",
  );
  await importFile(ctx, csvRows(size), { mapping: {}, on_duplicate: "skip" }, sink);
  const of = `workspace_id = ${wid}`;
  // Half of the leads valid, most of the others invalid or unvalidated; one of a thousand risky.
  await client.execute(`UPDATE leads SET
    score = CASE WHEN id % 1000 = 7 THEN 60 WHEN id % 2 = 0 THEN 80 + id % 21 WHEN id % 4 = 1 THEN id % 50 END,
    validation_status = CASE WHEN id % 1000 = 7 THEN 'risky' WHEN id % 2 = 0 THEN 'valid' WHEN id % 4 = 1 THEN 'invalid' END
    WHERE ${of}`);
  await client.execute(
    `INSERT INTO lists (workspace_id, name, created_at) VALUES (${wid}, 'Half', ${now}), (${wid}, 'Few', ${now})`,
  );
  await client.execute(`INSERT INTO list_leads (workspace_id, list_id, lead_id)
    SELECT ${wid}, (SELECT id FROM lists WHERE ${of} AND name = 'Half'), id FROM leads WHERE ${of} AND id % 2 = 0`);
  await client.execute(`INSERT INTO list_leads (workspace_id, list_id, lead_id)
    SELECT ${wid}, (SELECT id FROM lists WHERE ${of} AND name = 'Few'), id FROM leads WHERE ${of} LIMIT 1000`);
  await client.execute(
    `INSERT INTO campaigns (workspace_id, name, schedule, created_at, updated_at) VALUES (${wid}, 'Third', '{}', ${times})`,
  );
  await client.execute(`INSERT INTO campaign_leads (workspace_id, campaign_id, lead_id, entered_at)
    SELECT ${wid}, (SELECT max(id) FROM campaigns WHERE ${of}), id, ${now} FROM leads WHERE ${of} AND id % 3 = 0`);
  await client.execute(
    `UPDATE lists SET lead_count = (SELECT count(*) FROM list_leads WHERE list_id = lists.id) WHERE ${of}`,
  );
}

type Places = Readonly<Record<string, Readonly<Record<number, number>>>>;

async function placesOf(): Promise<Places> {
  const found: Record<string, Record<number, number>> = { half: {}, few: {}, third: {} };
  const { rows } = await client.execute(
    "SELECT workspace_id, lower(name) AS name, id FROM lists UNION ALL SELECT workspace_id, lower(name), id FROM campaigns",
  );
  for (const row of rows) {
    const place = found[`${row["name"] as string}`];
    if (place) place[Number(row["workspace_id"])] = Number(row["id"]);
  }
  return found;
}

function resolved(query: Record<string, unknown>, ids: Places, wid: number) {
  return Object.fromEntries(
    ["list_id", "campaign_id"].flatMap((key) => {
      const name = query[key];
      return typeof name === "string" ? [[key, String(ids[name]?.[wid])] as const] : [];
    }),
  );
}
