import { type ChildProcess, execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import type { SendId, WorkspaceId } from "#platform/rules/ids.ts";
import { linkPart } from "#modules/links/rules/link.ts";
import { hitToken } from "#modules/links/rules/token.ts";
import { clickUrl, pixelUrl } from "#modules/links/rules/urls.ts";
import { freePort } from "#test/support/free-port.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { cpuMs } from "./cpu-time.ts";
import { median } from "./median.ts";
import { type Measurement, report } from "./report.ts";
import { untilAnswered } from "./until-answered.ts";
import { compareRecording } from "./track-record.ts";
import { SECRET, TARGET, type Target } from "./track-target.ts";
import { bareInWorkerd, productInWorkerd } from "./track-worker.ts";

/*
 * `npm run bench:track [rounds] [seconds]`: pixels and clicks per second, every hit recorded before
 * its answer, against (a) node:http that answers the same bytes and records nothing, (b) Express
 * with one insert of node:sqlite a hit; in workerd against (c) a handler with the same bytes, (d) one
 * with an insert of D1 a hit. All take turns; medians are compared. Requests per CPU second say
 * the same on a machine that is busy with something else besides. Afterwards each answers
 * half of what it can, and the slowest of a hundred answers is held against the middle one.
 * In workerd the product comes twice: with its queue consumed elsewhere, as on the platform, and
 * "writing", with its own consumer in the same process; "stored/s" tells how fast the rows come.
 * Last comes the recording alone. `BENCH_HOST=Node|workerd|recording` takes one of the three.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const SECONDS = Number(process.argv[3] ?? 2);
const CONNECTIONS = 64;
/** Enough that none gets 60 hits a minute. */
const TOKENS = 60_000;
/** `Node`, `workerd` or `recording`; all three without it. */
const ONLY = process.env["BENCH_HOST"];
const ENV = { LOG_LEVEL: "error", TRACKING_SECRET: SECRET };

type Round = {
  readonly perSecond: number;
  /** From the first request to the last stored row. */
  readonly storedPerSecond: number;
  readonly perCpuSecond: number;
};
type Measured = { perSecond: number; p50: number; p99: number; answered: number };

const state = temporaryDirectory();
const tokens = Array.from({ length: TOKENS }, (_, i) =>
  hitToken(SECRET, 1 as WorkspaceId, (i + 1) as SendId),
);
const kinds = {
  pixel: tokens.map((token) => pixelUrl("", token)),
  click: tokens.map((token) => clickUrl("", token, linkPart(SECRET, token, TARGET))),
};
for (const [kind, paths] of Object.entries(kinds)) {
  writeFileSync(join(state.path, kind), paths.join("\n"));
}

async function load(port: number, kind: string, rate: number, seconds: number): Promise<Measured> {
  const script = join(import.meta.dirname, "track-client.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    ...[port, join(state.path, kind), seconds, CONNECTIONS, rate].map(String),
  ]);
  // The client's own line.
  return JSON.parse(stdout) as Measured;
}

async function measure(target: Target, kind: string, seconds: number): Promise<Round> {
  const cpu = cpuMs(target.pid);
  const began = performance.now();
  const { perSecond, answered } = await load(target.port, kind, 0, seconds);
  await target.stored?.(answered);
  const storedPerSecond = (answered * 1_000) / (performance.now() - began);
  const perCpuSecond = (answered * 1_000) / (cpuMs(target.pid) - cpu);
  return { perSecond, storedPerSecond, perCpuSecond };
}

async function productOnNode(): Promise<Target> {
  const host = await startNodeHost({ env: ENV });
  return { name: "product", port: portOf(host.url), pid: host.pid, stop: () => host.stop() };
}

async function other(name: string, kind: "bare" | "common"): Promise<Target> {
  const port = await freePort();
  const child: ChildProcess = spawn(
    process.execPath,
    [join(import.meta.dirname, "track-server.ts"), kind, String(port), state.path, TARGET],
    { stdio: ["ignore", "inherit", "ignore"] },
  );
  await untilAnswered(`http://127.0.0.1:${port}/t/x/pixel.png`);
  return { name, port, pid: child.pid ?? 0, stop: () => child.kill() };
}

const portOf = (url: string): number => Number(new URL(url).port);

/** What each of the others should be left behind by, at the least. */
const AIMS: Readonly<Record<string, number>> = {
  "(a) node:http": 0.5,
  "(b) Express": 1.5,
  "(c) bare": 0.5,
  "(d) D1 insert": 5,
};

const measured: Measurement[] = [];
const HOSTS: readonly (readonly [string, readonly (() => Promise<Target>)[]])[] = [
  [
    "Node",
    [productOnNode, () => other("(a) node:http", "bare"), () => other("(b) Express", "common")],
  ],
  [
    "workerd",
    [
      () => productInWorkerd(false),
      () => productInWorkerd(true),
      () => bareInWorkerd("(c) bare", false),
      () => bareInWorkerd("(d) D1 insert", true),
    ],
  ],
];
try {
  for (const [host, starts] of HOSTS) {
    if (ONLY !== undefined && host !== ONLY) continue;
    const targets: Target[] = [];
    try {
      for (const start of starts) targets.push(await start());
      for (const kind of Object.keys(kinds)) await compare(host, targets, kind);
    } finally {
      for (const target of targets) await target.stop();
    }
  }
} finally {
  state.remove();
}
if (measured.length > 0) report(measured);
if (ONLY === undefined || ONLY === "recording") await compareRecording(ROUNDS, SECONDS);

async function compare(host: string, targets: readonly Target[], kind: string): Promise<void> {
  const rounds = new Map<Target, Round[]>(targets.map((target) => [target, []]));
  for (const target of targets) await measure(target, kind, 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of targets) {
      rounds.get(target)?.push(await measure(target, kind, SECONDS));
    }
  }
  const of = (target: Target, figure: keyof Round): number[] =>
    (rounds.get(target) ?? []).map((round) => round[figure]);
  const others = targets.filter((target) => !isProduct(target));
  for (const own of targets.filter(isProduct)) {
    const what = `${host}: ${kind}, ${own.name}`;
    for (const other of others) {
      const rival = (figure: keyof Round) => ({ name: other.name, rounds: of(other, figure) });
      const least = AIMS[other.name] ?? 0;
      measured.push(
        {
          what,
          unit: "requests/s",
          rounds: of(own, "perSecond"),
          rival: rival("perSecond"),
          aim: { least },
        },
        {
          what,
          unit: "requests/CPU s",
          rounds: of(own, "perCpuSecond"),
          rival: rival("perCpuSecond"),
        },
      );
    }
    if (own.stored) measured.push({ what, unit: "stored/s", rounds: of(own, "storedPerSecond") });
    if (own.dropped) measured.push({ what, unit: "dropped", rounds: [await own.dropped()] });
  }
  for (const target of targets)
    await atHalfLoad(host, kind, target, median(of(target, "perSecond")));
}

/** How long the slowest of a hundred answers takes, against the middle one. */
async function atHalfLoad(host: string, kind: string, target: Target, full: number): Promise<void> {
  const halves: Measured[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const half = await load(target.port, kind, full / 2, SECONDS);
    await target.stored?.(half.answered);
    halves.push(half);
  }
  measured.push({
    what: `${host}: ${kind}, ${target.name}, p99 at half load`,
    unit: "ms",
    rounds: halves.map(({ p99 }) => p99),
    rival: { name: "its median answer", rounds: halves.map(({ p50 }) => p50) },
    ...(isProduct(target) && { aim: { most: 4 } }),
  });
}

function isProduct({ name }: Target): boolean {
  return name.startsWith("product");
}
