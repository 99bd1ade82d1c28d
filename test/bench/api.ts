import { spawn } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { harness } from "#test/support/harness.ts";
import { freePort } from "#test/support/free-port.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { ANSWERING } from "#test/support/records.ts";
import { startWorkerHost } from "#test/support/worker-host.ts";
import { startBareWorker } from "./bare-worker.ts";
import { cpuMs, descendants } from "./cpu-time.ts";
import { requestsPerSecond } from "./load.ts";
import { type Read, readsOf, type Waves } from "./reads.ts";
import { type Ask, type Seeded, seed } from "./seed-api.ts";
import { type Measurement, report } from "./report.ts";
import { untilAnswered } from "./until-answered.ts";

/*
 * `npm run bench:api [leads] [rounds] [seconds]`: requests per second of three reads, each against
 * a bare handler on the same host that makes the same reads from the same rows and answers them as
 * JSON: node:http with libSQL, and a Worker with D1. The two take turns; the medians are compared.
 * Requests per second of CPU time say the same on a machine that is busy with something else besides.
 * This process is the client; requests are not limited, and lines of single requests are not logged.
 */
const LEADS = Number(process.argv[2] ?? 100_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const SECONDS = Number(process.argv[4] ?? 2);
const CONNECTIONS = 16;
const ENV = { API_LIMIT_PER_MINUTE: "1000000", LOG_LEVEL: "warn" };
const DATABASE_ID = "00000000-0000-0000-0000-000000000000";

const pathsOf = ({ wid, campaignId }: Seeded): readonly string[] => [
  "/api/v1/auth/me",
  `/api/v1/workspaces/${wid}/leads?limit=50`,
  `/api/v1/workspaces/${wid}/campaigns/${campaignId}`,
];

type Reads = Readonly<Record<string, Waves>>;

/** The reads of each path, from the same rows in memory, for another session. */
async function readsFor(sessionOf: (own: string) => string): Promise<Reads> {
  const t = await harness({ ...ANSWERING, settings: { API_LIMIT_PER_MINUTE: "1000000" } });
  const seeded = await seed((path, init) => t.app.request(path, init) as Promise<Response>, LEADS);
  const reads: Record<string, Waves> = {};
  for (const path of pathsOf(seeded)) {
    const waves = await readsOf(t.client, () => t.get(path, { cookie: seeded.cookie }));
    reads[path] = waves.map((wave) =>
      wave.map(({ sql, args }): Read => {
        const own = (arg: unknown) => (arg === sessionIn(seeded.cookie) ? sessionOf(arg) : arg);
        return { sql, args: args.map(own) };
      }),
    );
  }
  t.close();
  return reads;
}

/** The session's id: a claim of the cookie's token. */
function sessionIn(cookie: string): string {
  const [, claims = ""] = cookie.split(".");
  // Our own token.
  return (JSON.parse(Buffer.from(claims, "base64url").toString()) as { sid: string }).sid;
}

const askOver =
  (url: string): Ask =>
  (path, init) =>
    fetch(`${url}${path}`, init);

/** Something that is asked, and the process whose CPU time it takes. */
type Target = { readonly url: string; readonly pid: number; stop(): Promise<void> };
type Pair = { readonly product: Target; readonly bare: Target; readonly seeded: Seeded };

async function onNode(state: string): Promise<Pair> {
  const product = await startNodeHost({ env: ENV, dataDir: state });
  const seeded = await seed(askOver(product.url), LEADS);
  const reads = await readsFor(() => sessionIn(seeded.cookie));
  const plan = join(state, "reads.json");
  writeFileSync(plan, JSON.stringify(reads));
  const port = await freePort();
  const file = join(state, "outrider.db");
  const bare = spawn(
    process.execPath,
    [join(import.meta.dirname, "bare-node.ts"), file, String(port), plan],
    { stdio: "inherit" },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilAnswered(url);
  const stop = async (): Promise<void> => void bare.kill();
  return { product, seeded, bare: { url, pid: bare.pid ?? 0, stop } };
}

async function onWorker(state: string): Promise<Pair> {
  const first = await startWorkerHost({ env: ENV, dataDir: state });
  const seeded = await seed(askOver(first.url), LEADS);
  await first.stop();
  // Two of workerd do not share a database; each has its own copy of the same rows.
  cpSync(state, `${state}-bare`, { recursive: true });
  const reads = await readsFor(() => sessionIn(seeded.cookie));
  const product = await startWorkerHost({ env: ENV, dataDir: state });
  const [pid = 0] = descendants("workerd");
  const port = await freePort();
  const bare = await startBareWorker({
    state: `${state}-bare`,
    port,
    databaseId: DATABASE_ID,
    reads,
  });
  const barePid = descendants("workerd").find((each) => each !== pid) ?? 0;
  return { product: { ...product, pid }, seeded, bare: { ...bare, pid: barePid } };
}

type Round = { readonly perSecond: number; readonly perCpuSecond: number };

async function measure(
  { url, pid }: Target,
  path: string,
  cookie: string,
  seconds: number,
): Promise<Round> {
  const [cpu, began] = [cpuMs(pid), performance.now()];
  const load = { seconds, connections: CONNECTIONS };
  const perSecond = await requestsPerSecond(`${url}${path}`, { cookie }, load);
  const requests = (perSecond * (performance.now() - began)) / 1_000;
  return { perSecond, perCpuSecond: (requests * 1_000) / (cpuMs(pid) - cpu) };
}

/** Two lines of the report: by time, and by CPU time. */
function compare(what: string, ours: readonly Round[], theirs: readonly Round[]): Measurement[] {
  const bare = (of: keyof Round) => ({ name: "bare handler", rounds: theirs.map((it) => it[of]) });
  const own = (of: keyof Round) => ours.map((it) => it[of]);
  return [
    {
      what,
      unit: "requests/s",
      rounds: own("perSecond"),
      rival: bare("perSecond"),
      aim: { least: 0.6 },
    },
    {
      what,
      unit: "requests/CPU s",
      rounds: own("perCpuSecond"),
      rival: bare("perCpuSecond"),
    },
  ];
}

const measured: Measurement[] = [];
for (const [host, start] of [
  ["Node, libSQL", onNode],
  ["workerd, D1", onWorker],
] as const) {
  if (process.env["BENCH_HOST"] !== undefined && !host.startsWith(process.env["BENCH_HOST"]))
    continue;
  const state = temporaryDirectory();
  const { product, bare, seeded } = await start(state.path);
  try {
    for (const path of pathsOf(seeded)) {
      const ours: Round[] = [];
      const theirs: Round[] = [];
      await measure(product, path, seeded.cookie, 1);
      await measure(bare, path, seeded.cookie, 1);
      for (let round = 0; round < ROUNDS; round++) {
        ours.push(await measure(product, path, seeded.cookie, SECONDS));
        theirs.push(await measure(bare, path, seeded.cookie, SECONDS));
      }
      const request = `GET ${path.replace("/api/v1", "")}`;
      measured.push(...compare(`${host}: ${request}`, ours, theirs));
    }
  } finally {
    await bare.stop();
    await product.stop();
    state.remove();
  }
}
report(measured);
