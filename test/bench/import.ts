import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { createClient } from "@libsql/client";
import { parse } from "csv-parse";
import { openDatabase } from "#server/database.ts";
import { migrate } from "#server/migrate.ts";
import { startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import type { Product } from "#test/support/product.ts";
import { startWorkerHost } from "#test/support/worker-host.ts";
import { BAD_FILES } from "./bad-files.ts";
import { startBareImport } from "./bare-import.ts";
import { cpuMs, descendants } from "./cpu-time.ts";
import { heapOf } from "./heap.ts";
import {
  BULK_SQL,
  chunks,
  type CsvFile,
  csvFile,
  jsonBodies,
  ONE_SQL,
  rowOf,
  withDomain,
} from "./import-rows.ts";
import { leadAdderOf, uploaderOf } from "./uploader.ts";
import { type Measurement, report } from "./report.ts";

/*
 * `npm run bench:import`: an upload of 100,000 rows through the API on both hosts, from the request
 * to its answer, against two others that store the same rows in the same table: a bare insert of
 * 5,000 rows a statement by `json_each`, which reads no file, fills no list and makes nothing
 * searchable (the limit), and a script that inserts row by row. Beside it the same rows as JSON, 1,000
 * a call, held against the upload. Rows per CPU second say the same on a machine that is busy with
 * something else besides. Memory is of one more upload.
 *
 *   --rows 1000000   of which the row-by-row script does 20,000
 *   --rounds 3       the median counts
 *   --hosts node,workerd
 *   --bad            instead: what files cost that are no list of leads
 */
const { values } = parseArgs({
  options: {
    rows: { type: "string", default: "100000" },
    rounds: { type: "string", default: "3" },
    hosts: { type: "string", default: "node,workerd" },
    bad: { type: "boolean", default: false },
  },
});
const ROWS = Number(values.rows);
const ROUNDS = Number(values.rounds);
/** Rows that come before, so that no code is run for the first time while it is measured. */
const WARM_UP_ROWS = 10_000;
const BY_ROW = Math.min(ROWS, 20_000);
const MB = 1024 * 1024;

/** Seconds and CPU milliseconds of so many rows. */
type Run = { readonly rows: number; readonly seconds: number; readonly cpuMs: number };
type Files = { readonly warmUp: CsvFile; readonly leads: CsvFile };
type Host = {
  readonly name: string;
  upload(files: Files): Promise<Run>;
  /** The same rows as JSON. */
  json(): Promise<Run>;
  /** At the most while it takes an upload: of its process, or of the isolate's heap. */
  peakMb(files: Files): Promise<number>;
  bare(): Promise<Run>;
  byRow(files: Files): Promise<Run>;
};

const timed = async (rows: number, cpu: () => number, work: () => Promise<void>): Promise<Run> => {
  const [cpuBefore, began] = [cpu(), performance.now()];
  await work();
  return { rows, seconds: (performance.now() - began) / 1_000, cpuMs: cpu() - cpuBefore };
};
const ownCpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

const node: Host = {
  name: "Node, libSQL",
  async upload({ warmUp, leads }) {
    const host = await startNodeHost({ env: { LOG_LEVEL: "warn" } });
    try {
      const send = await uploader(host);
      await send(warmUp);
      return await timed(
        ROWS,
        () => cpuMs(host.pid),
        () => send(leads),
      );
    } finally {
      await host.stop();
    }
  },
  async json() {
    const host = await startNodeHost({ env: MANY_CALLS });
    try {
      return await addAsJson(host, host.pid);
    } finally {
      await host.stop();
    }
  },
  async peakMb({ leads }) {
    const host = await startNodeHost({ env: { LOG_LEVEL: "warn" } });
    try {
      await (
        await uploader(host)
      )(leads);
      return peakResidentMb(host.pid);
    } finally {
      await host.stop();
    }
  },
  async bare() {
    const state = temporaryDirectory();
    const { client } = await openDatabase({
      DATA_DIR: state.path,
      DATABASE_URL: undefined,
    } as never);
    try {
      await migrate(client, "drizzle");
      await client.execute("DROP TRIGGER lead_search_insert");
      const texts = [...chunks(ROWS)];
      return await timed(ROWS, ownCpu, async () => {
        for (const json of texts) await client.execute({ sql: BULK_SQL, args: [json] });
      });
    } finally {
      client.close();
      state.remove();
    }
  },
  async byRow({ leads }) {
    const state = temporaryDirectory();
    const { client: own } = await openDatabase({
      DATA_DIR: state.path,
      DATABASE_URL: undefined,
    } as never);
    await migrate(own, "drizzle");
    await own.execute("DROP TRIGGER lead_search_insert");
    own.close();
    const client = createClient({ url: `file:${join(state.path, "outrider.db")}` });
    try {
      await client.execute("PRAGMA synchronous = NORMAL");
      return await timed(BY_ROW, ownCpu, async () => {
        let done = 0;
        for await (const cells of createReadStream(leads.path).pipe(parse({ from_line: 2 }))) {
          if (done++ === BY_ROW) break;
          await client.execute({ sql: ONE_SQL, args: withDomain(cells as string[]) });
        }
      });
    } finally {
      client.close();
      state.remove();
    }
  },
};

const workerd: Host = {
  name: "workerd, D1",
  async upload({ warmUp, leads }) {
    const host = await startWorkerHost({ env: { LOG_LEVEL: "warn" } });
    try {
      const [pid = 0] = descendants("workerd");
      const send = await uploader(host);
      await send(warmUp);
      return await timed(
        ROWS,
        () => cpuMs(pid),
        () => send(leads),
      );
    } finally {
      await host.stop();
    }
  },
  async json() {
    const host = await startWorkerHost({ env: MANY_CALLS });
    try {
      const [pid = 0] = descendants("workerd");
      return await addAsJson(host, pid);
    } finally {
      await host.stop();
    }
  },
  // Not while it is timed: who watches slows it down.
  async peakMb({ leads }) {
    const watched = await startWorkerHost({ env: { LOG_LEVEL: "warn" }, inspect: true });
    try {
      const send = await uploader(watched);
      const heap = await heapOf(watched.inspector ?? "");
      await send(leads);
      return (await heap.peakBytes()) / MB;
    } finally {
      await watched.stop();
    }
  },
  async bare() {
    const worker = await startBareImport();
    try {
      const texts = [...chunks(ROWS)];
      return await timed(
        ROWS,
        () => cpuMs(worker.pid),
        () => worker.bulk(texts),
      );
    } finally {
      await worker.stop();
    }
  },
  async byRow() {
    const worker = await startBareImport();
    try {
      const rows = Array.from({ length: BY_ROW }, (_, i) => withDomain(rowOf(i)));
      return await timed(
        BY_ROW,
        () => cpuMs(worker.pid),
        () => worker.byRow(rows),
      );
    } finally {
      await worker.stop();
    }
  },
};

/** What uploads a file to a host, and throws unless each of its rows became a lead. */
async function uploader(host: Product): Promise<(file: CsvFile) => Promise<void>> {
  const send = await uploaderOf(host);
  return async ({ path, rows }) => {
    const { status, text } = await send(createReadStream(path));
    if (status !== 201 || !text.includes(`"created":${rows},`)) throw new Error(text);
  };
}

/** A hundred calls take seconds, and a caller may make sixty a minute. */
const MANY_CALLS = { LOG_LEVEL: "warn", API_LIMIT_PER_MINUTE: "1000000" };

/** Adds the rows as JSON, call after call, and throws unless each of them became a lead. */
async function addAsJson(host: Product, pid: number): Promise<Run> {
  const send = await leadAdderOf(host);
  const addAll = async (bodies: ReturnType<typeof jsonBodies>): Promise<void> => {
    for (const { body, rows } of bodies) {
      const { status, text } = await send(body);
      if (status !== 200 || !text.includes(`"created":${rows},`)) throw new Error(text);
    }
  };
  await addAll(jsonBodies(WARM_UP_ROWS, 10_000_000));
  return timed(
    ROWS,
    () => cpuMs(pid),
    () => addAll(jsonBodies(ROWS)),
  );
}

/** Files that are no lists: what each is answered in workerd, and the peak of the isolate's heap. */
async function badFiles(): Promise<void> {
  const host = await startWorkerHost({ env: { LOG_LEVEL: "warn" }, inspect: true });
  const peaks: Measurement[] = [];
  try {
    const send = await uploaderOf(host);
    for (const [name, pieces] of BAD_FILES) {
      const heap = await heapOf(host.inspector ?? "");
      const { status, text } = await send(pieces());
      const told = JSON.parse(text) as { errors?: { code: string }[] };
      peaks.push({
        what: `${name}: ${status} ${told.errors?.[0]?.code ?? ""}, peak heap`,
        unit: "MB",
        rounds: [(await heap.peakBytes()) / MB],
        aim: { most: 128 },
      });
    }
  } finally {
    await host.stop();
  }
  report(peaks);
}

function peakResidentMb(pid: number): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, "utf8"));
  return Number(line?.[1] ?? 0) / 1024;
}

const perSecond = ({ rows, seconds }: Run): number => rows / seconds;
const perCpuSecond = ({ rows, cpuMs: ms }: Run): number => (rows * 1_000) / ms;

if (values.bad) await badFiles();
else await compare();

async function compare(): Promise<void> {
  const measured: Measurement[] = [];
  const state = temporaryDirectory();
  try {
    const files = {
      warmUp: await csvFile(join(state.path, "warm-up.csv"), WARM_UP_ROWS, 10_000_000),
      leads: await csvFile(join(state.path, "leads.csv"), ROWS),
    };
    for (const host of [node, workerd].filter(({ name }) =>
      values.hosts.split(",").some((wanted) => name.toLowerCase().startsWith(wanted)),
    )) {
      const [bare, upload, byRow, json]: [Run[], Run[], Run[], Run[]] = [[], [], [], []];
      for (let round = 0; round < ROUNDS; round++) {
        bare.push(await host.bare());
        upload.push(await host.upload(files));
        json.push(await host.json());
        byRow.push(await host.byRow(files));
      }
      const peak = await host.peakMb(files);
      const what = `${host.name}: upload of ${ROWS} rows`;
      const limit = (of: (run: Run) => number) => ({
        name: "bare bulk insert",
        rounds: bare.map(of),
      });
      measured.push(
        { what, unit: "rows/s", rounds: upload.map(perSecond), rival: limit(perSecond) },
        {
          what,
          unit: "rows/CPU s",
          rounds: upload.map(perCpuSecond),
          rival: limit(perCpuSecond),
          aim: { least: 0.5 },
        },
        {
          what,
          unit: "rows/s",
          rounds: upload.map(perSecond),
          rival: { name: "row by row", rounds: byRow.map(perSecond) },
        },
        ...[
          { unit: "rows/s", of: perSecond },
          { unit: "rows/CPU s", of: perCpuSecond },
        ].map(({ unit, of }) => ({
          what: `${host.name}: ${ROWS} rows as JSON, 1,000 a call`,
          unit,
          rounds: json.map(of),
          rival: { name: "upload", rounds: upload.map(of) },
          aim: { least: 0.5 },
        })),
        host === node
          ? { what: `${what}, peak of the process`, unit: "MB", rounds: [peak] }
          : { what: `${what}, peak heap`, unit: "MB", rounds: [peak], aim: { most: 128 } },
      );
    }
    report(measured);
  } finally {
    state.remove();
  }
}
