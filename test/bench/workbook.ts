import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { startNodeHost } from "#test/support/node-host.ts";
import { workbook } from "#test/support/workbook.ts";
import { startWorkerHost } from "#test/support/worker-host.ts";
import { heapOf } from "./heap.ts";
import { csvRows, HEADER, rowOf } from "./import-rows.ts";
import { type Measurement, report } from "./report.ts";
import { type Pieces, uploaderOf } from "./uploader.ts";

/*
 * `npm run bench:workbook`: an upload of 100,000 rows as an XLSX workbook on both hosts, against an
 * upload of the same rows as CSV in the same run, and what memory it needs above that of a product
 * that has stored 10,000 rows and is idle again.
 *
 *   --rows 1000000
 *   --rounds 3       the median counts
 *   --hosts node,workerd
 */
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    rounds: { type: "string", default: "3" },
    hosts: { type: "string", default: "node,workerd" },
  },
});
const ROWS = Number(values.rows);
const ROUNDS = Number(values.rounds);
const WARM_UP_ROWS = 10_000;
const MB = 1024 * 1024;
const ABOVE_IDLE_MB = 250;
/** Of an isolate, which the platform ends above it. */
const WORKER_MB = 128;

const rowsOf = (count: number, first: number) => [
  HEADER.split(","),
  ...Array.from({ length: count }, (_, i) => rowOf(first + i)),
];
const sheet = await workbook({ sheets: [{ name: "Leads", rows: rowsOf(ROWS, 0) }] });
const warmUp = await workbook({
  sheets: [{ name: "Leads", rows: rowsOf(WARM_UP_ROWS, 10_000_000) }],
});

type Uploaded = { readonly rate: number; readonly mb: number };

async function onNode(pieces: () => Pieces): Promise<Uploaded> {
  const host = await startNodeHost({ env: { LOG_LEVEL: "warn" } });
  try {
    const send = await uploaderOf(host);
    await stored(send, [warmUp], WARM_UP_ROWS);
    const idle = residentMb(host.pid, "VmRSS");
    const rate = await stored(send, pieces(), ROWS);
    return { rate, mb: residentMb(host.pid, "VmHWM") - idle };
  } finally {
    await host.stop();
  }
}

async function inWorkerd(pieces: () => Pieces): Promise<Uploaded> {
  const host = await startWorkerHost({ env: { LOG_LEVEL: "warn" }, inspect: true });
  try {
    const send = await uploaderOf(host);
    await stored(send, [warmUp], WARM_UP_ROWS);
    const heap = await heapOf(host.inspector ?? "");
    const rate = await stored(send, pieces(), ROWS);
    return { rate, mb: (await heap.peakBytes()) / MB };
  } finally {
    await host.stop();
  }
}

/** Uploads a file and answers its rows per second; throws unless each of them became a lead. */
async function stored(
  send: Awaited<ReturnType<typeof uploaderOf>>,
  pieces: Pieces,
  rows: number,
): Promise<number> {
  const began = performance.now();
  const { status, text } = await send(pieces);
  if (status !== 201 || !text.includes(`"created":${rows},`)) throw new Error(text.slice(0, 500));
  return (rows * 1_000) / (performance.now() - began);
}

function residentMb(pid: number, which: "VmRSS" | "VmHWM"): number {
  const line = new RegExp(`${which}:\\s+(\\d+) kB`).exec(
    readFileSync(`/proc/${pid}/status`, "utf8"),
  );
  return Number(line?.[1] ?? 0) / 1024;
}

const measured: Measurement[] = [];
for (const [name, upload, memory, most] of [
  ["Node, libSQL", onNode, "resident above idle", ABOVE_IDLE_MB],
  ["workerd, D1", inWorkerd, "peak heap", WORKER_MB],
] as const) {
  if (!values.hosts.split(",").some((host) => name.toLowerCase().startsWith(host))) continue;
  const [asWorkbook, asCsv]: [Uploaded[], Uploaded[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    asWorkbook.push(await upload(() => [sheet]));
    asCsv.push(await upload(() => csvRows(ROWS)));
  }
  const what = `${name}: workbook of ${ROWS} rows, ${(sheet.length / MB).toFixed(1)} MB`;
  const rates = (runs: readonly Uploaded[]) => runs.map(({ rate }) => rate);
  measured.push(
    {
      what,
      unit: "rows/s",
      rounds: rates(asWorkbook),
      rival: { name: "CSV", rounds: rates(asCsv) },
    },
    {
      what: `${what}, ${memory}`,
      unit: "MB",
      rounds: asWorkbook.map(({ mb }) => mb),
      aim: { most },
    },
  );
}
report(measured);
