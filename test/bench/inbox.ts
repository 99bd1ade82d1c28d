import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AllThreadsQuery, ThreadsQuery } from "#modules/inbox/contract/threads.ts";
import { listAllThreads } from "#modules/inbox/all-threads/list-all-threads.ts";
import { indexMessages } from "#modules/inbox/search/index-messages.ts";
import { readIndexState } from "#modules/inbox/search/index-store.ts";
import { listThreads } from "#modules/inbox/threads/list-threads.ts";
import type { CallerCtx, MemberCtx } from "#platform/ctx/ctx.ts";
import { openLibsql, overLibsql } from "#platform/db/libsql.ts";
import { asId, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { chooser } from "#platform/rules/seed.ts";
import { migrate } from "#server/migrate.ts";
import { type Measurement, report } from "./report.ts";

/*
 * `npm run bench:inbox`: searches in the words of 200,000 messages of two workspaces, as the inbox asks
 * for them, and over all workspaces. Words are drawn as those of a language are: a few are nearly
 * everywhere, most are rare. Tells the time of 50 and of 95 of 100 searches, and that of the index.
 */
const MESSAGES = Number(process.argv[2] ?? 200_000);
const ROUNDS = Number(process.argv[3] ?? 10);
const OF_THREAD = 3;
const WORDS = 30_000;
const MOST_MS = 100;

const directory = await mkdtemp(join(tmpdir(), "outrider-inbox-"));
const client = openLibsql(`file:${join(directory, "bench.db")}`);
await client.execute("PRAGMA journal_mode = WAL");
await client.execute("PRAGMA synchronous = NORMAL");
await migrate(client, "drizzle");
const db = overLibsql(client);
const now = unixMs(Date.UTC(2026, 10, 18, 12));
// All that lists reach.
const ctx = {
  db,
  install: db,
  now: () => now,
  workspaceId: asId<WorkspaceId>(1),
  caller: { byKey: false, role: "super_admin", only: null },
} as unknown as MemberCtx & CallerCtx;

const choose = chooser("inbox");
const draw = (): number => choose(1_000_000) / 1_000_000;
const word = (rank: number): string => {
  const letters = [
    "ba",
    "ce",
    "di",
    "fo",
    "gu",
    "ha",
    "ke",
    "li",
    "mo",
    "nu",
    "pa",
    "re",
    "si",
    "to",
    "vu",
    "ze",
  ];
  let text = "";
  for (let left = rank + 16; left > 0; left = Math.floor(left / 16)) text += letters[left % 16];
  return text;
};
/** The rank of a word by Zipf's law. */
const ranked = (): string =>
  word(Math.min(WORDS - 1, Math.floor(Math.exp(draw() * Math.log(WORDS))) - 1));

const CASES: readonly (readonly [what: string, q: () => string])[] = [
  ["one word", () => ranked()],
  ["the beginning of a word", () => ranked().slice(0, 3)],
  ["two words", () => `${ranked()} ${ranked()} `],
  ["two words in quotes", () => `"${word(3)} ${ranked()}"`],
  ["the word that most messages have", () => `${word(0)} `],
  ["a word that nobody wrote", () => "qqqq"],
  ["an address", () => `p${Math.floor(draw() * (MESSAGES / OF_THREAD))}@`],
];

try {
  await seed();
  const before = performance.now();
  let state = await readIndexState(db);
  while (state && state.upTo < state.newest) {
    await indexMessages({ db });
    state = await readIndexState(db);
  }
  const seconds = (performance.now() - before) / 1_000;
  const measured: Measurement[] = [
    { what: "messages indexed in a second", unit: "/s", rounds: [MESSAGES / seconds] },
  ];
  const sizes = await client.execute("SELECT sum(length(block)) AS n FROM message_search_data");
  measured.push({
    what: "size of the index, of a message",
    unit: "bytes",
    rounds: [Number(sizes.rows[0]?.["n"]) / MESSAGES],
  });
  for (const [what, q] of CASES) {
    measured.push(
      ...(await timed(what, async () =>
        listThreads(ctx, ThreadsQuery.parse({ q: q(), limit: "50" })),
      )),
    );
  }
  measured.push(
    ...(await timed("all workspaces: one word", async () =>
      listAllThreads(ctx, AllThreadsQuery.parse({ q: ranked(), limit: "50" })),
    )),
  );
  report(measured);
} finally {
  client.close();
  await rm(directory, { recursive: true, force: true });
}

async function timed(what: string, search: () => Promise<unknown>): Promise<Measurement[]> {
  const times: number[] = [];
  for (let i = 0; i < 10 * ROUNDS; i++) {
    const before = performance.now();
    await search();
    times.push(performance.now() - before);
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  return [
    { what: `${what}, p50`, unit: "ms", rounds: [at(0.5)] },
    { what: `${what}, p95`, unit: "ms", rounds: [at(0.95)], aim: { most: MOST_MS } },
  ];
}

/** Nine messages of ten in the first workspace. */
async function seed(): Promise<void> {
  for (const id of [1, 2]) {
    await client.execute(
      `INSERT INTO workspaces (id, name, slug, created_at, updated_at) VALUES (${id}, 'W', 'w${id}', ${now}, ${now})`,
    );
  }
  const threads = Math.ceil(MESSAGES / OF_THREAD);
  const of = `CASE WHEN value % 10 = 9 THEN 2 ELSE 1 END`;
  const numbers = `(WITH RECURSIVE n(value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n WHERE value < ${threads}) SELECT value FROM n)`;
  await client.execute(`INSERT INTO leads (id, workspace_id, email, domain, first_name, company, created_at, updated_at)
    SELECT value, ${of}, 'p' || value || '@acme.example', 'acme.example', 'Pat', 'Acme ' || value, ${now}, ${now} FROM ${numbers}`);
  await client.execute(`INSERT INTO threads (id, workspace_id, lead_id, campaign_id, mailbox_id, subject, message_count, last_message_at, last_direction, snippet, created_at, updated_at)
    SELECT value, ${of}, value, 1, 1, 'Re: A question', ${OF_THREAD}, ${now} - (${threads} - value) * 60000, 'inbound', 'Some words', ${now}, ${now} FROM ${numbers}`);
  for (let from = 0; from < MESSAGES; from += 500) {
    const rows = Array.from({ length: Math.min(500, MESSAGES - from) }, (_, i) => {
      const n = from + i;
      const thread = Math.floor(n / OF_THREAD) + 1;
      const words = Array.from({ length: 30 + Math.floor(draw() * 60) }, () => ranked());
      return { n, thread, text: words.join(" ") };
    });
    await client.execute({
      sql: `INSERT INTO messages (workspace_id, thread_id, mailbox_id, direction, type, from_email, to_emails, subject, text, html, message_id, dedupe_hash, sent_at, created_at)
        SELECT CASE WHEN (value ->> 'thread') % 10 = 9 THEN 2 ELSE 1 END, value ->> 'thread', 1, 'inbound', 'reply', 'p' || (value ->> 'thread') || '@acme.example', '[]',
          'Re: A question', value ->> 'text', '<p>' || (value ->> 'text') || '</p>', 'm' || (value ->> 'n'), 'm' || (value ->> 'n'), ${now}, ${now} FROM json_each(?)`,
      args: [JSON.stringify(rows)],
    });
  }
}
