import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { report } from "#test/bench/report.ts";
import { median } from "#test/bench/median.ts";
import { buildDashboard } from "#server/build-dashboard.ts";
import { CHROMIUM } from "#test/support/browser.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { furnish } from "./furnish.ts";
import { addressOf, isPublic, type Room, ROOMS } from "./rooms.ts";
import { openOwnWorkspace } from "./world.ts";

/*
 * `npm run bench:lighthouse`: how Google's Lighthouse scores every room and the pages of the API on a phone, out of 100.
 * `-- leads admin` takes the pages whose addresses contain one of these, `--rounds 3` the median of three. Lighthouse is
 * fetched into a folder that is removed afterwards, or found where LIGHTHOUSE_DIR names one.
 */
const LEAST = { performance: 95, accessibility: 100 } as const;
type Scores = Record<keyof typeof LEAST, number>;
/** A version that is known to run with Debian's Chromium. */
const LIGHTHOUSE = "lighthouse@12.8.2";
/** Pages of the same install that are no rooms. */
const PAGES = ["/docs", "/docs/api", "/api/v1/docs", "/docs/use/leads"] as const;
const FLAGS = [
  "--headless=new",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost",
];
const run = promisify(execFile);
const yard = temporaryDirectory();

const words = process.argv.slice(2);
const at = words.indexOf("--rounds");
const rounds = at < 0 ? 1 : Number(words[at + 1]);
const asked = words.filter((_, index) => at < 0 || (index !== at && index !== at + 1));
const chosen = [...ROOMS, ...PAGES].filter(
  (page) => asked.length === 0 || asked.some((part) => page.includes(part)),
);

async function fetched(): Promise<string> {
  const given = process.env["LIGHTHOUSE_DIR"] ?? yard.path;
  const program = join(given, "node_modules/lighthouse/cli/index.js");
  if (!existsSync(program)) {
    await run("npm", [
      "install",
      "--prefix",
      given,
      "--no-audit",
      "--no-fund",
      "--ignore-scripts",
      LIGHTHOUSE,
    ]);
  }
  return program;
}

await buildDashboard();
const world = await openOwnWorkspace({ TICK_SECONDS: "1" });
const found: Record<string, Scores & Record<string, unknown>> = {};
try {
  const program = await fetched();
  const places = await furnish(world);
  const { page, close } = await world.visit({ signedIn: world.operator, minutes: Infinity });
  const cookies = await page.context().cookies(world.url);
  await close();
  const Cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  for (const address of chosen) {
    const isRoom = ROOMS.some((room) => room === address);
    const path = isRoom ? addressOf(address as Room, places) : address;
    const isSeen = !isRoom || isPublic(address as Room);
    const all: (Scores & Record<string, unknown>)[] = [];
    for (let round = 0; round < rounds; round++) {
      all.push(await scored(program, `${world.url}${path}`, isSeen ? {} : { Cookie }));
    }
    const [first] = all;
    found[address] = {
      ...first,
      performance: median(all.map(({ performance }) => performance)),
      accessibility: Math.min(...all.map(({ accessibility }) => accessibility)),
    };
    console.log(address, JSON.stringify(found[address]));
  }
} finally {
  await world.stop();
  yard.remove();
}
console.table(found);
const names = ["performance", "accessibility"] as const;
report(
  names.map((name) => ({
    what: `Lighthouse, lowest of ${chosen.length} pages on a phone: ${name}`,
    unit: "of 100",
    rounds: [Math.min(...Object.values(found).map((scores) => scores[name]))],
    aim: { least: LEAST[name] },
  })),
);
const below = Object.entries(found).flatMap(([page, scores]) =>
  names
    .filter((name) => scores[name] < LEAST[name])
    .map((name) => `${page}: ${name} ${scores[name]}`),
);
for (const line of below) console.error(line);
process.exitCode = below.length > 0 ? 1 : 0;

/** The trace of a page is lost now and then (NO_NAVSTART): Lighthouse itself says to run it again. */
async function runAgain(...call: Parameters<typeof run>): Promise<void> {
  for (let left = 3; ; left--) {
    try {
      await run(...call);
      return;
    } catch (cause) {
      if (left === 0 || !/NO_NAVSTART|NO_FCP/.test(String(cause))) throw cause;
    }
  }
}

/** One visit of a page, with nothing cached. */
async function scored(
  program: string,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<Scores & Record<string, unknown>> {
  const output = join(yard.path, "report.json");
  await runAgain(
    process.execPath,
    [
      program,
      url,
      "--quiet",
      "--output=json",
      `--output-path=${output}`,
      "--only-categories=performance,accessibility",
      `--extra-headers=${JSON.stringify(headers)}`,
      `--chrome-flags=${FLAGS.map((flag) => (flag.includes(" ") ? `"${flag}"` : flag)).join(" ")}`,
    ],
    { env: { ...process.env, CHROME_PATH: CHROMIUM } },
  );
  // As Lighthouse writes it.
  const { categories, audits, runtimeError, environment } = JSON.parse(
    readFileSync(output, "utf8"),
  ) as {
    runtimeError?: { message: string };
    environment: { benchmarkIndex: number };
    categories: Record<
      keyof Scores,
      { score: number; auditRefs: readonly { id: string; weight: number }[] }
    >;
    audits: Record<string, { score: number | null; numericValue?: number }>;
  };
  if (runtimeError) throw new Error(`${url}: ${runtimeError.message}`);
  const ms = (audit: string): number => Math.round(audits[audit]?.numericValue ?? 0);
  const failed = categories.accessibility.auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
    .map(({ id }) => id);
  return {
    performance: Math.round(categories.performance.score * 100),
    accessibility: Math.round(categories.accessibility.score * 100),
    fcp_ms: ms("first-contentful-paint"),
    lcp_ms: ms("largest-contentful-paint"),
    blocked_ms: ms("total-blocking-time"),
    speed_ms: ms("speed-index"),
    shift: Math.round((audits["cumulative-layout-shift"]?.numericValue ?? 0) * 1_000) / 1_000,
    // Of an idle desktop it is above 1,000: what is measured on a busy machine says less.
    machine: Math.round(environment.benchmarkIndex),
    ...(failed.length > 0 && { failed: failed.join(" ") }),
  };
}
