import { z } from "zod";
import { StartError } from "#server/start-error.ts";

/** Every answer of the platform's API v4. */
const Envelope = z.object({
  success: z.boolean(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })),
  result: z.unknown(),
});
const Database = z.object({ uuid: z.string(), name: z.string() });
const Script = z.object({ id: z.string(), migration_tag: z.string().optional() });
const Bound = z.object({
  bindings: z
    .array(z.object({ type: z.string(), name: z.string(), text: z.string().optional() }))
    .default([]),
});
const Queue = z.object({ queue_name: z.string() });
const TIMEOUT_MS = 30_000;

/** The account's side of the platform, as far as `npm run deploy` needs it beside wrangler. */
export type Cloudflare = {
  /** Id of the D1 database of that name; null when there is none. */
  findDatabase(name: string): Promise<string | null>;
  createDatabase(name: string): Promise<string>;
  listQueues(): Promise<readonly string[]>;
  createQueue(name: string): Promise<void>;
  /** Names of the secrets that a Worker has; none when there is no such Worker. */
  listSecrets(worker: string): Promise<readonly string[]>;
  /** The newest change to its Durable Objects' classes that a Worker has; null for none. */
  migrationTag(worker: string): Promise<string | null>;
  /** A setting that a Worker was deployed with and that is no secret; null without it, or without such a Worker. */
  setting(worker: string, name: string): Promise<string | null>;
  /** The part before `.workers.dev`; null when the account has none yet. */
  subdomain(): Promise<string | null>;
};

/** Throws `StartError` with the platform's own words. `base` is the API's address without a slash at the end. */
export function cloudflare(base: string, account: string, token: string): Cloudflare {
  const call = caller(`${base}/accounts/${encodeURIComponent(account)}`, token);
  const all = <T>(path: string, item: z.ZodType<T>) => pages(call, path, item);
  return {
    async findDatabase(name) {
      const found = await all(`/d1/database?name=${encodeURIComponent(name)}`, Database);
      // The filter also finds names that only begin so.
      return found.find((database) => database.name === name)?.uuid ?? null;
    },
    async createDatabase(name) {
      return Database.parse(await call("POST", "/d1/database", { name })).uuid;
    },
    async listQueues() {
      return (await all("/queues", Queue)).map((queue) => queue.queue_name);
    },
    async createQueue(name) {
      await call("POST", "/queues", { queue_name: name });
    },
    async listSecrets(worker) {
      const path = `/workers/scripts/${encodeURIComponent(worker)}/secrets`;
      const secrets = await call("GET", path, undefined, NO_SUCH_WORKER);
      return z
        .array(z.object({ name: z.string() }))
        .parse(secrets ?? [])
        .map(({ name }) => name);
    },
    async migrationTag(worker) {
      const scripts = z.array(Script).parse(await call("GET", "/workers/scripts"));
      return scripts.find(({ id }) => id === worker)?.migration_tag ?? null;
    },
    async setting(worker, name) {
      const path = `/workers/scripts/${encodeURIComponent(worker)}/settings`;
      const { bindings } = Bound.parse((await call("GET", path, undefined, NO_SUCH_WORKER)) ?? {});
      return bindings.find((one) => one.type === "plain_text" && one.name === name)?.text ?? null;
    },
    async subdomain() {
      const found = await call("GET", "/workers/subdomain", undefined, NO_SUBDOMAIN);
      return z.object({ subdomain: z.string() }).nullable().parse(found)?.subdomain ?? null;
    },
  };
}

/** The platform's codes for what is not there. */
const NO_SUCH_WORKER = 10_007;
const NO_SUBDOMAIN = 10_007;

type Call = (
  method: "GET" | "POST",
  path: string,
  body?: unknown,
  absent?: number,
) => Promise<unknown>;

/** Null where the platform answers with the code `absent`. */
function caller(base: string, token: string): Call {
  return async (method, path, body, absent) => {
    const request = `${method} ${path.split("?")[0]}`;
    let response: Response;
    let answer: z.output<typeof Envelope>;
    try {
      response = await fetch(base + path, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      answer = Envelope.parse(await response.json());
    } catch (cause) {
      throw new StartError(`Cloudflare does not answer ${request} as documented: ${String(cause)}`);
    }
    if (answer.success) return answer.result;
    if (answer.errors.some(({ code }) => code === absent)) return null;
    const words = answer.errors.map(({ code, message }) => `${message} (${code})`).join("; ");
    throw new StartError(`Cloudflare refuses ${request}: ${words || String(response.status)}`);
  };
}

const PER_PAGE = 100;

/** Every page of a list. */
async function pages<T>(call: Call, path: string, item: z.ZodType<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for (let page = 1; ; page++) {
    const join = path.includes("?") ? "&" : "?";
    const result = await call("GET", `${path}${join}page=${page}&per_page=${PER_PAGE}`);
    const items = z.array(item).parse(result ?? []);
    found.push(...items);
    if (items.length < PER_PAGE) return found;
  }
}
