import { type ChildProcess, execFile, spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import type { SendId, WorkspaceId } from "#domain/ids.ts";
import { linkPart } from "#domain/tracking/link.ts";
import { PIXEL } from "#domain/tracking/pixel.ts";
import { hitToken } from "#domain/tracking/token.ts";
import { clickUrl, pixelUrl } from "#domain/tracking/urls.ts";
import { freePort, startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { startWorkerHost } from "#test/support/worker-host.ts";
import { cpuMs, descendants } from "./cpu-time.ts";
import { median } from "./median.ts";
import { report } from "./report.ts";

/*
 * `npm run bench:track [rounds] [seconds]`: pixels and clicks per second, every hit recorded before
 * its answer, against (a) node:http that answers the same bytes and records nothing, (b) Express
 * with one insert of node:sqlite a hit; in workerd against (c) a handler with the same bytes, (d) one
 * with an insert of D1 a hit. All take turns; medians are compared. The CPU time of a request says
 * the same on a machine that is busy with something else besides. Afterwards the product answers
 * half of what it can, and the slowest of a hundred answers is held against the middle one.
 */
const ROUNDS = Number(process.argv[2] ?? 5);
const SECONDS = Number(process.argv[3] ?? 2);
const CONNECTIONS = 64;
/** Enough that none gets 60 hits a minute. */
const TOKENS = 60_000;
const TARGET = "https://www.example.com/landing/page?utm_source=mail&utm_campaign=spring#top";
const SECRET = "a-tracking-secret-of-a-bench-0123456789";
const ENV = { LOG_LEVEL: "error", TRACKING_SECRET: SECRET };

type Target = {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  stop(): unknown;
};
type Round = { readonly perSecond: number; readonly cpuUs: number };
type Told = { perSecond: number; p50: number; p99: number; answered: number };

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

async function load(port: number, kind: string, rate: number, seconds: number): Promise<Told> {
  const script = join(import.meta.dirname, "track-client.ts");
  const { stdout } = await promisify(execFile)(process.execPath, [
    script,
    ...[port, join(state.path, kind), seconds, CONNECTIONS, rate].map(String),
  ]);
  // The client's own line.
  return JSON.parse(stdout) as Told;
}

async function measure(target: Target, kind: string, seconds: number): Promise<Round> {
  const cpu = cpuMs(target.pid);
  const { perSecond, answered } = await load(target.port, kind, 0, seconds);
  return { perSecond, cpuUs: ((cpuMs(target.pid) - cpu) * 1_000) / answered };
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
  await until(`http://127.0.0.1:${port}/t/x/pixel.png`);
  return { name, port, pid: child.pid ?? 0, stop: () => child.kill() };
}

async function productOnWorker(): Promise<Target> {
  const before = new Set(descendants("workerd"));
  const host = await startWorkerHost({ env: ENV });
  const pid = descendants("workerd").find((each) => !before.has(each)) ?? 0;
  return { name: "product", port: portOf(host.url), pid, stop: () => host.stop() };
}

const PIXEL_TEXT = JSON.stringify([...PIXEL]);
const scriptOf = (insert: boolean): string => `
const pixel = new Uint8Array(${PIXEL_TEXT});
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const isPixel = url.pathname.endsWith("/pixel.png");
    ${
      insert
        ? `await env.DB.prepare("INSERT INTO hits (token, kind, at, agent) VALUES (?, ?, ?, ?)")
      .bind(url.pathname.split("/")[2], isPixel ? "open" : "click", Date.now(), request.headers.get("user-agent")).run();`
        : ""
    }
    if (isPixel) return new Response(pixel, { headers: {
      "Content-Type": "image/png", "Cache-Control": "no-store, private, max-age=0",
      "Cross-Origin-Resource-Policy": "cross-origin", "X-Content-Type-Options": "nosniff" } });
    return new Response(null, { status: 302, headers: { Location: ${JSON.stringify(TARGET)},
      "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" } });
  },
};`;

async function bareWorker(name: string, insert: boolean): Promise<Target> {
  const before = new Set(descendants("workerd"));
  const port = await freePort();
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port,
      cf: false,
      logRequests: false,
      modules: true,
      script: scriptOf(insert),
      compatibilityDate: "2026-10-01",
      ...(insert && {
        d1Databases: { DB: "hits" },
        resourcePersistencePath: join(state.path, "d1"),
      }),
    }),
  );
  await miniflare.ready;
  if (insert) {
    const database = await miniflare.getD1Database("DB");
    await database.exec(
      "CREATE TABLE hits (id INTEGER PRIMARY KEY, token TEXT, kind TEXT, at INTEGER, agent TEXT)",
    );
  }
  const pid = descendants("workerd").find((each) => !before.has(each)) ?? 0;
  return { name, port, pid, stop: () => miniflare.dispose() };
}

const portOf = (url: string): number => Number(new URL(url).port);

async function until(url: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    try {
      await fetch(url);
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`${url} does not answer`);
}

const middle = (rounds: readonly Round[]): Round => ({
  perSecond: median(rounds.map((round) => round.perSecond)),
  cpuUs: median(rounds.map((round) => round.cpuUs)),
});

const lines: Record<string, string | number>[] = [];
const calm: Record<string, string | number>[] = [];
const HOSTS: readonly (readonly [string, readonly (() => Promise<Target>)[]])[] = [
  [
    "Node",
    [productOnNode, () => other("(a) node:http", "bare"), () => other("(b) Express", "common")],
  ],
  [
    "workerd",
    [productOnWorker, () => bareWorker("(c) bare", false), () => bareWorker("(d) D1 insert", true)],
  ],
];
try {
  for (const [host, starts] of HOSTS) {
    if (process.env["BENCH_HOST"] !== undefined && host !== process.env["BENCH_HOST"]) continue;
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
report(lines);
report(calm);

async function compare(host: string, targets: readonly Target[], kind: string): Promise<void> {
  const rounds = new Map<Target, Round[]>(targets.map((target) => [target, []]));
  for (const target of targets) await measure(target, kind, 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const target of targets) {
      rounds.get(target)?.push(await measure(target, kind, SECONDS));
    }
  }
  const of = targets.map((target) => middle(rounds.get(target) ?? []));
  const [own] = of;
  if (!own) return;
  for (const [i, target] of targets.entries()) {
    const its = of[i] ?? own;
    lines.push({
      host,
      kind,
      answered: target.name,
      "requests/s": Math.round(its.perSecond),
      "CPU us": Number(its.cpuUs.toFixed(1)),
      "product is": Number((own.perSecond / its.perSecond).toFixed(2)),
      "by CPU": Number((its.cpuUs / own.cpuUs).toFixed(2)),
    });
  }
  const [product] = targets;
  if (!product) return;
  const half = await load(product.port, kind, own.perSecond / 2, SECONDS * 2);
  calm.push({
    host,
    kind,
    "requests/s": Math.round(half.perSecond),
    "median ms": Number(half.p50.toFixed(2)),
    "p99 ms": Number(half.p99.toFixed(2)),
  });
}
