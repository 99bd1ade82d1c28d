import { parseArgs } from "node:util";
import { tick } from "#jobs/tick.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { report } from "./report.ts";
import { seededInstall } from "./seeded-install.ts";

/*
 * `npm run bench:scale [-- --leads 1000000]`: every list, stat and the tick over installs of 1 %,
 * 10 % and 100 % of so many leads (100 workspaces, 200 mailboxes, two events a lead, half of it in one
 * workspace). Milliseconds are the least CPU time of several tries, with routing, permission, SQL and
 * JSON. What grows much faster than a logarithm, tenfold over the hundredfold data, fails.
 */
const { values } = parseArgs({ options: { leads: { type: "string", default: "1000000" } } });
const LARGEST = Number(values.leads);
const SHARES = [0.01, 0.1, 1];
const TRIES = 5;
const MOST_GROWTH = 10;
/**
 * Full-text search walks the rows of the rarer word; here every lead has one of the two words. Slower
 * than the rest, told in src/docs/scaling.md, and held to this many milliseconds.
 */
const LINEAR: Readonly<Record<string, number>> = { "GET /:wid/leads?q=company 77": 1_000 };
/** Below this a figure is the noise of the machine. */
const FLOOR_MS = 2;

const W = "/api/v1/workspaces/1";
const ROUTES: readonly string[] = [
  "/api/v1/auth/me",
  "/api/v1/workspaces",
  `${W}/stats`,
  `${W}/leads`,
  `${W}/leads?sort=email&limit=200`,
  `${W}/leads?status=valid&sort=score`,
  `${W}/leads?q=company 77`,
  `${W}/leads?campaign_id=1`,
  `${W}/leads/50`,
  `${W}/lists`,
  `${W}/campaigns`,
  `${W}/campaigns/1`,
  `${W}/campaigns/1/stats`,
  `${W}/campaigns/1/leads`,
  `${W}/mailboxes`,
  `${W}/mailboxes/health`,
  `${W}/threads`,
  `${W}/threads?status=interested`,
  `${W}/webhooks`,
  `${W}/suppressions`,
  "/api/v1/admin/dashboard",
  "/api/v1/admin/clients",
  "/api/v1/admin/audit",
];

const found = new Map<string, number[]>();
const bytes: number[] = [];
for (const share of SHARES) {
  const state = temporaryDirectory();
  const leads = Math.round(LARGEST * share);
  const { client, deps, app, cookie } = await seededInstall(state.path, leads);
  const [pages] = (
    await client.execute(
      "SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size",
    )
  ).rows;
  bytes.push(Number(pages?.["n"]));
  const note = (name: string, ms: number): void => {
    found.set(name, [...(found.get(name) ?? []), ms]);
  };
  for (const path of ROUTES) {
    note(
      `GET ${path.replace("/api/v1", "").replace("/workspaces/1", "/:wid")}`,
      await least(async () => {
        const answer = await app.request(path, { headers: { cookie } });
        if (answer.status !== 200) throw new Error(`${path}: ${await answer.text()}`);
        await answer.text();
      }),
    );
  }
  // The first ticks claim what is due; then it looks and finds each mailbox in its gap.
  for (let i = 0; i < 3; i++) await tick(deps);
  note("tick", await least(() => tick(deps)));
  client.close();
  state.remove();
}

function verdictOn(request: string, ratio: number, ms: number): string {
  if (ratio <= MOST_GROWTH) return "";
  return ms <= (LINEAR[request] ?? 0) ? "with the rows found" : "TOO FAST";
}

async function least(act: () => Promise<void>): Promise<number> {
  let best = Infinity;
  for (let i = 0; i < TRIES; i++) {
    const before = process.cpuUsage();
    await act();
    const { user, system } = process.cpuUsage(before);
    best = Math.min(best, (user + system) / 1_000);
  }
  return best;
}

const rows = [...found].map(([request, times]) => {
  const [small = 0] = times;
  const ratio = (times.at(-1) ?? 0) / Math.max(small, FLOOR_MS);
  return {
    request,
    ...Object.fromEntries(
      SHARES.map((share, i) => [`${share * 100} % ms`, Number((times[i] ?? 0).toFixed(2))]),
    ),
    "ratio of 100 % to 1 %": Number(ratio.toFixed(1)),
    grows: verdictOn(request, ratio, times.at(-1) ?? 0),
  };
});
report(rows);
console.log(
  `${SHARES.map((share, i) => `${LARGEST * share} leads: ${Math.round((bytes[i] ?? 0) / 1e6)} MB`).join(", ")}`,
);
const bad = rows.filter(({ grows }) => grows === "TOO FAST");
if (bad.length > 0) {
  console.log(`${bad.length} grow faster than they should.`);
  process.exitCode = 1;
}
process.exit();
