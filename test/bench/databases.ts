import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type NodeHost, startNodeHost, temporaryDirectory } from "#test/support/node-host.ts";
import { median } from "./median.ts";

/*
 * `npm run bench:databases [workspaces]`: what a database for each workspace costs on one machine. Each
 * workspace gets twenty leads; then come reads over all of them, the first ones after a start, and the
 * product with nothing to do: its memory, and its CPU for ticks.
 */
const WORKSPACES = Number(process.argv[2] ?? 200);
/** Behind it nobody counts as active any more. */
const QUIET_AFTER_MS = 130_000;
const IDLE_MS = 60_000;
const env = {
  DATABASES: "per_workspace",
  API_LIMIT_PER_MINUTE: "1000000",
  LOG_LEVEL: "warn",
  EMPLOYEE_WORKSPACES: "1000000",
};
const LEADS = ["email", ...Array.from({ length: 20 }, (_, i) => `lead${i}@acme.test`)].join("\n");

const data = temporaryDirectory();
let product = await startNodeHost({ dataDir: data.path, env });
try {
  const cookie = await signUp(product);
  const made: number[] = [];
  for (let i = 1; i < WORKSPACES; i++) made.push(await timed(() => make(product, cookie, i)));
  show("a workspace made, with 20 leads", made);
  const read = (one: NodeHost) => (id: number) =>
    call(one, cookie, `/api/v1/workspaces/${id}/leads?limit=50`);
  const ids = Array.from({ length: WORKSPACES }, (_, i) => i + 1);
  show("a page of leads, over all", await each(ids, read(product)));
  console.log(`memory of the app: ${memoryOf(product.pid)} MB`);
  await product.stop();
  product = await startNodeHost({ dataDir: data.path, env });
  show("the first page of leads after a start", await each(ids, read(product)));
  console.log(`CPU while all count as active: ${await idle(product.pid)} ms a second`);
  await wait(QUIET_AFTER_MS);
  console.log(`CPU once all are quiet: ${await idle(product.pid)} ms a second`);
  console.log(`memory of the app: ${memoryOf(product.pid)} MB`);
} finally {
  await product.stop();
  data.remove();
}

async function signUp({ url }: NodeHost): Promise<string> {
  const body = { name: "Bench", email: "bench@ours.test", password: "correct horse battery" };
  const answer = await fetch(`${url}/api/v1/auth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
}

async function make(host: NodeHost, cookie: string, i: number): Promise<void> {
  const body = JSON.stringify({ name: `Client ${i}`, slug: `client-${i}` });
  const made = await call(host, cookie, "/api/v1/workspaces", { method: "POST", body });
  const form = new FormData();
  form.set("file", new Blob([LEADS]), "leads.csv");
  // What the route answers.
  const { id } = (await made.json()) as { id: number };
  await call(host, cookie, `/api/v1/workspaces/${id}/leads/upload`, { method: "POST", body: form });
}

async function call(
  { url }: NodeHost,
  cookie: string,
  path: string,
  { method = "GET", body }: { method?: string; body?: string | FormData } = {},
): Promise<Response> {
  const type = typeof body === "string" ? { "content-type": "application/json" } : {};
  const init = { method, headers: { cookie, ...type }, ...(body !== undefined && { body }) };
  const answer = await fetch(url + path, init);
  if (!answer.ok) throw new Error(await answer.text());
  return answer;
}

async function each(ids: readonly number[], one: (id: number) => Promise<unknown>) {
  const times: number[] = [];
  for (const id of ids) times.push(await timed(() => one(id)));
  return times;
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function show(what: string, times: readonly number[]): void {
  const sorted = times.toSorted((a, b) => a - b);
  const last = sorted[Math.floor(sorted.length * 0.99)] ?? 0;
  console.log(`${what}: ${median(times).toFixed(1)} ms, p99 ${last.toFixed(1)}`);
}

/** Milliseconds of CPU in a second, of a product that nobody asks. */
async function idle(pid: number): Promise<string> {
  const before = cpuOf(pid);
  await wait(IDLE_MS);
  return ((cpuOf(pid) - before) / (IDLE_MS / 1_000)).toFixed(1);
}

function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function memoryOf(pid: number): number {
  const kb = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return Math.round(Number(kb) / 1_024);
}
