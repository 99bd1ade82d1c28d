import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { z } from "zod";

/** What the platform's API was asked to make, by the documented shapes of its requests. */
export type FakeCloudflare = {
  readonly url: string;
  readonly account: string;
  readonly token: string;
  /** `METHOD path` of every call, in order. */
  readonly calls: readonly string[];
  readonly queues: Map<string, string>;
  /** What the last upload of the Worker said. */
  worker(): { bindings: readonly Binding[]; tag: string | null } | null;
  /** Paths of the files that were last sent to lie beside the Worker. */
  readonly assets: readonly string[];
  readonly crons: readonly string[];
  readonly consumers: ReadonlyMap<string, unknown>;
  /** Rows of the database. */
  rows(sql: string): readonly unknown[];
  close(): void;
};

type Binding = { readonly type: string; readonly name: string } & Readonly<Record<string, unknown>>;

/** Answers a call, or the platform's refusal. */
type Answer = {
  status?: number;
  result?: unknown;
  error?: [code: number, message: string];
  /** Instead of the envelope. */
  plain?: unknown;
};

const QueueBody = z.strictObject({
  queue_name: z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/),
});
const DatabaseBody = z.strictObject({ name: z.string().regex(/^[a-z0-9][a-z0-9-_]*$/) });
const QueryBody = z.union([
  z.strictObject({
    sql: z.string().max(100_000),
    params: z.array(z.unknown()).max(100).optional(),
  }),
  z.strictObject({ batch: z.array(z.object({ sql: z.string() })) }),
]);
const ConsumerBody = z.object({
  script_name: z.string(),
  type: z.literal("worker"),
  dead_letter_queue: z.string().optional(),
  settings: z.object({
    batch_size: z.int().min(1).max(100),
    max_retries: z.int().min(0).max(100).optional(),
    max_wait_time_ms: z.int().min(0).max(60_000).optional(),
  }),
});
/** A change to the classes of Durable Objects. */
const Migrations = z.strictObject({
  old_tag: z.string().optional(),
  new_tag: z.string(),
  steps: z.array(z.strictObject({ new_sqlite_classes: z.array(z.string()) })),
});
const Metadata = z.object({
  migrations: Migrations.optional(),
  containers: z.array(z.looseObject({ class_name: z.string() })).optional(),
  main_module: z.string(),
  compatibility_date: z.string(),
  bindings: z.array(z.looseObject({ type: z.string(), name: z.string() })),
  annotations: z
    .object({ "workers/tag": z.string().max(25).optional() })
    .loose()
    .optional(),
});

/**
 * The control calls of the platform on loopback, with a real SQLite behind the database. A call
 * that is not documented, or not of its documented shape, is refused as the platform would, so that
 * what passes here is what the platform takes.
 */
export async function fakeCloudflare(): Promise<FakeCloudflare> {
  const account = "0123456789abcdef0123456789abcdef";
  const token = "token-of-a-test";
  const database = new DatabaseSync(":memory:");
  const databases = new Map<string, string>();
  const queues = new Map<string, string>();
  const consumers = new Map<string, unknown>();
  const secrets = new Set<string>();
  const assets: string[] = [];
  const crons: string[] = [];
  const calls: string[] = [];
  /** Classes of Durable Objects, and whether their objects may have containers. */
  const classes = new Map<string, boolean>();
  let migrationTag: string | undefined;
  let worker: { bindings: readonly Binding[]; tag: string | null } | null = null;

  const refuse = (code: number, message: string, status = 400): Answer => ({
    status,
    error: [code, message],
  });

  /** A script, or one question. */
  function run(sql: string): unknown {
    if (/^\s*(select|pragma)\b/i.test(sql)) {
      return [{ results: database.prepare(sql).all(), success: true, meta: {} }];
    }
    database.exec(sql);
    return [{ results: [], success: true, meta: {} }];
  }

  async function answer(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const url = new URL(request.url ?? "", "http://api");
    if (url.pathname === "/health") return health();
    const at = url.pathname.replace(`/accounts/${account}`, "");
    const call = `${request.method} ${at}`;
    calls.push(call);
    if (request.headers.authorization !== `Bearer ${token}`)
      return refuse(10_000, "Authentication error", 403);
    const json = (): unknown => JSON.parse(body.toString("utf8"));
    const list = (items: readonly unknown[]): Answer => ({
      result: items.slice((Number(url.searchParams.get("page") ?? 1) - 1) * 100).slice(0, 100),
    });
    const match = (pattern: RegExp): RegExpExecArray | null => pattern.exec(call);
    let m: RegExpExecArray | null;

    if (call === "GET /d1/database") {
      const name = url.searchParams.get("name") ?? "";
      return list(
        [...databases].filter(([n]) => n.startsWith(name)).map(([n, uuid]) => ({ name: n, uuid })),
      );
    }
    if (call === "POST /d1/database") {
      const { name } = DatabaseBody.parse(json());
      if (databases.has(name)) return refuse(7_502, "A database with that name already exists");
      databases.set(name, crypto.randomUUID());
      return { result: { name, uuid: databases.get(name), version: "production" } };
    }
    if ((m = match(/^POST \/d1\/database\/([\w-]+)\/query$/))) {
      if (![...databases.values()].includes(m[1] ?? ""))
        return refuse(7_404, "The database could not be found", 404);
      const query = QueryBody.parse(json());
      if (!("sql" in query)) return refuse(7_400, "batch is not used");
      try {
        return { result: run(query.sql) };
      } catch (cause) {
        return refuse(7_500, String(cause));
      }
    }
    if (call === "GET /queues") {
      const name = url.searchParams.get("name");
      const found = [...queues].filter(([n]) => name === null || n === name);
      return list(
        found.map(([queue_name, queue_id]) => ({
          queue_name,
          queue_id,
          consumers: consumers.has(queue_name)
            ? [{ type: "worker", script: "outrider", consumer_id: "c" }]
            : [],
          producers: [],
        })),
      );
    }
    if (call === "POST /queues") {
      const { queue_name } = QueueBody.parse(json());
      if (queues.has(queue_name)) return refuse(11_009, "Queue name is already taken");
      queues.set(queue_name, crypto.randomUUID().replaceAll("-", ""));
      return { result: { queue_name, queue_id: queues.get(queue_name) } };
    }
    if ((m = match(/^(?:POST|PUT) \/queues\/(\w+)\/consumers(?:\/c)?$/))) {
      const queue = [...queues].find(([, id]) => id === m?.[1])?.[0];
      if (queue === undefined) return refuse(11_000, "Queue not found", 404);
      consumers.set(queue, ConsumerBody.parse(json()));
      return { result: { consumer_id: "c" } };
    }
    if (call === "GET /workers/scripts/outrider/secrets") {
      if (!worker) return refuse(10_007, "workers.api.error.script_not_found", 404);
      return { result: [...secrets].map((name) => ({ name, type: "secret_text" })) };
    }
    if (match(/^GET \/workers\/scripts\/outrider\/(deployments|settings)$/)) {
      if (worker) return { result: { deployments: [], bindings: [] } };
      return refuse(10_007, "workers.api.error.script_not_found", 404);
    }
    if (call === "GET /workers/scripts") {
      return { result: worker ? [{ id: "outrider", migration_tag: migrationTag }] : [] };
    }
    if (call === "GET /workers/services/outrider") {
      if (worker) {
        return {
          result: {
            default_environment: {
              environment: "production",
              script: { last_deployed_from: "wrangler", tag: "t", migration_tag: migrationTag },
            },
          },
        };
      }
      return refuse(10_090, "workers.api.error.service_not_found", 404);
    }
    if (call === "POST /workers/scripts/outrider/assets-upload-session") {
      const { manifest } = z
        .strictObject({
          manifest: z.record(
            z.string().startsWith("/"),
            z.strictObject({ hash: z.string().regex(/^[0-9a-f]{32}$/), size: z.int() }),
          ),
        })
        .parse(json());
      assets.splice(0, assets.length, ...Object.keys(manifest));
      return { result: { jwt: "completed", buckets: [] } };
    }
    if (call === "GET /workers/workers/outrider") {
      return {
        result: { name: "outrider", subdomain: { enabled: true, previews_enabled: false } },
      };
    }
    if (call === "POST /workers/scripts/outrider/subdomain") {
      return { result: z.object({ enabled: z.boolean() }).parse(json()) };
    }
    if (call === "PUT /workers/scripts/outrider") return upload(request, body);
    // A Worker that is there gets a version, which is then deployed.
    if (call === "POST /workers/scripts/outrider/versions") return upload(request, body);
    if (call === "POST /workers/scripts/outrider/deployments") {
      z.looseObject({
        strategy: z.literal("percentage"),
        versions: z.array(z.strictObject({ version_id: z.string(), percentage: z.number() })),
      }).parse(json());
      return { result: { id: "d" } };
    }
    if (call === "PATCH /workers/scripts/outrider/script-settings") return { result: {} };
    if (call === "PUT /workers/scripts/outrider/schedules") {
      const asked = z.array(z.strictObject({ cron: z.string() })).parse(json());
      crons.splice(0, crons.length, ...asked.map(({ cron }) => cron));
      return { result: { schedules: asked } };
    }
    if (call === "GET /workers/subdomain") return { result: { subdomain: "acme" } };
    return refuse(
      7_003,
      `Could not route to ${at}, perhaps your object identifier is invalid?`,
      404,
    );
  }

  /** The deployed Worker's own answer. */
  const health = (): Answer =>
    worker === null
      ? refuse(1_042, "There is no Worker here", 404)
      : {
          plain: {
            status: "ok",
            checks: { database: "ok", queue: "ok", companion: "none", tick: "ok", disk: "none" },
            hits_dropped: 0,
          },
        };

  async function upload(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": request.headers["content-type"] ?? "" },
    }).formData();
    const metadata = Metadata.parse(JSON.parse(z.string().parse(form.get("metadata"))));
    if (!form.has(metadata.main_module)) return refuse(10_021, "No such module");
    // The platform refuses a part that imports one that was not sent.
    for (const [, part] of form) {
      if (typeof part === "string" || !part.type.includes("javascript")) continue;
      const text = await part.text();
      for (const [, name = ""] of text.matchAll(/(?:from|import\(?)\s*"\.\/([\w.-]+)"/g))
        if (!form.has(name)) return refuse(10_021, `No such module "${name}"`);
    }
    const refusal = migrate(metadata);
    if (refusal) return refusal;
    for (const binding of metadata.bindings) {
      if (binding.type === "secret_text") secrets.add(binding.name);
    }
    worker = {
      bindings: metadata.bindings,
      tag: metadata.annotations?.["workers/tag"] ?? null,
    };
    return {
      result: {
        id: "outrider",
        etag: "e",
        deployment_id: "d",
        startup_time_ms: 5,
        resources: { script: { etag: "e", handlers: ["fetch", "queue", "scheduled"] } },
      },
    };
  }

  /** Takes the classes on, or refuses what would leave the Worker without one of them. */
  function migrate({ migrations, containers = [], bindings }: z.output<typeof Metadata>) {
    const contained = containers.map(({ class_name }) => class_name);
    if (migrations && migrations.old_tag !== migrationTag) {
      return refuse(10_079, `the old_tag is not ${migrationTag}`, 412);
    }
    for (const name of migrations?.steps.flatMap((step) => step.new_sqlite_classes) ?? []) {
      if (classes.has(name)) {
        return refuse(10_074, `Cannot apply new-sqlite-class migration to class '${name}'`);
      }
      classes.set(name, contained.includes(name));
    }
    migrationTag = migrations?.new_tag ?? migrationTag;
    const bound = bindings.flatMap(({ type, class_name }) =>
      type === "durable_object_namespace" ? [String(class_name)] : [],
    );
    const missing = bound.find((name) => !classes.has(name));
    if (missing !== undefined) {
      return refuse(10_061, `Cannot create binding for class '${missing}' that is not exported`);
    }
    if (contained.every((name) => classes.get(name))) return null;
    return refuse(10_000, "DURABLE_OBJECT_NOT_CONTAINER_ENABLED");
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      answer(request, Buffer.concat(chunks))
        .catch((cause: unknown) => refuse(10_001, `Invalid request: ${String(cause)}`))
        .then(({ status = 200, result = null, error, plain }) => {
          const errors = error ? [{ code: error[0], message: error[1] }] : [];
          response.writeHead(error ? status : 200, { "content-type": "application/json" });
          response.end(JSON.stringify(plain ?? { success: !error, errors, messages: [], result }));
        })
        .catch(() => response.destroy());
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    // A server on TCP has a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    account,
    token,
    calls,
    queues,
    assets,
    crons,
    consumers,
    worker: () => worker,
    rows: (sql) => database.prepare(sql).all(),
    close: () => server.close(),
  };
}
