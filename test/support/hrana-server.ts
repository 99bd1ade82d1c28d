import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import Driver from "libsql";
import { z } from "zod";

/** A libSQL server of a test: Hrana 2 over HTTP, which is what the client speaks, over a libSQL file. */
export type HranaServer = {
  readonly url: string;
  readonly token: string;
  /** Requests that it answered, by kind: `GET /v2`, `pipeline`, and the requests of the pipelines. */
  readonly counts: ReadonlyMap<string, number>;
  /** Reads the file beside the server. */
  rows(sql: string): unknown[];
  close(): Promise<void>;
};

const Value = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("null") }),
  z.strictObject({ type: z.literal("integer"), value: z.string().regex(/^-?\d+$/) }),
  z.strictObject({ type: z.literal("float"), value: z.number() }),
  z.strictObject({ type: z.literal("text"), value: z.string() }),
  z.strictObject({ type: z.literal("blob"), base64: z.base64() }),
]);
type Value = z.output<typeof Value>;

/** A text, or the number of one that was stored: exactly one of them. */
const Sql = { sql: z.string().optional(), sql_id: z.int().optional() };
const hasOne = (text: { sql?: unknown; sql_id?: unknown }): boolean =>
  (text.sql === undefined) !== (text.sql_id === undefined);
const Stmt = z
  .strictObject({
    ...Sql,
    args: z.array(Value).optional(),
    named_args: z.array(z.strictObject({ name: z.string(), value: Value })).optional(),
    want_rows: z.boolean().optional(),
  })
  .refine(hasOne);
type Stmt = z.output<typeof Stmt>;

type Cond =
  | { type: "ok" | "error"; step: number }
  | { type: "not"; cond: Cond }
  | { type: "and" | "or"; conds: Cond[] };
const Cond: z.ZodType<Cond> = z.lazy(() =>
  z.union([
    z.strictObject({ type: z.enum(["ok", "error"]), step: z.int().min(0) }),
    z.strictObject({ type: z.literal("not"), cond: Cond }),
    z.strictObject({ type: z.enum(["and", "or"]), conds: z.array(Cond) }),
  ]),
);
const Batch = z.strictObject({
  steps: z.array(z.strictObject({ condition: Cond.optional(), stmt: Stmt })),
});
const StreamRequest = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("close") }),
  z.strictObject({ type: z.literal("execute"), stmt: Stmt }),
  z.strictObject({ type: z.literal("batch"), batch: Batch }),
  z.strictObject({ type: z.literal("sequence"), ...Sql }).refine(hasOne),
  z.strictObject({ type: z.literal("describe"), ...Sql }).refine(hasOne),
  z.strictObject({ type: z.literal("store_sql"), sql_id: z.int(), sql: z.string() }),
  z.strictObject({ type: z.literal("close_sql"), sql_id: z.int() }),
]);
type StreamRequest = z.output<typeof StreamRequest>;
const Pipeline = z.strictObject({
  baton: z.string().nullable().optional(),
  requests: z.array(StreamRequest),
});

/** A connection of its own, and the texts that were stored on it. */
type Stream = { readonly db: Driver.Database; readonly texts: Map<number, string> };

/**
 * Serves `file`. What is not of the documented shape is refused with 400, a call without the token
 * with 401. A stream lives as long as its requests follow each other by their batons; a transaction
 * that a stream leaves open ends with it.
 */
export async function startHranaServer(file: string): Promise<HranaServer> {
  const token = crypto.randomUUID();
  const counts = new Map<string, number>();
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  const streams = new Map<string, Stream>();
  /** Connections without a stream. */
  const idle: Driver.Database[] = [];

  function connect(): Driver.Database {
    const db = new Driver(file, { timeout: 5_000 });
    db.exec("PRAGMA journal_mode = WAL");
    db.exec("PRAGMA synchronous = NORMAL");
    db.exec("PRAGMA foreign_keys = ON");
    return db;
  }
  function release({ db }: Stream): void {
    if (db.inTransaction) db.exec("ROLLBACK");
    idle.push(db);
  }

  function pipeline(body: z.output<typeof Pipeline>): unknown {
    count("pipeline");
    const { baton, requests } = body;
    const known = baton ? streams.get(baton) : undefined;
    if (baton && !known) throw new Error("The stream has expired or never was");
    if (baton) streams.delete(baton);
    const stream = known ?? { db: idle.pop() ?? connect(), texts: new Map<number, string>() };
    const results = requests.map((request) => {
      count(request.type);
      try {
        return { type: "ok", response: { type: request.type, ...answer(stream, request) } };
      } catch (cause) {
        return { type: "error", error: errorOf(cause) };
      }
    });
    if (requests.some(({ type }) => type === "close")) {
      release(stream);
      return { baton: null, base_url: null, results };
    }
    const next = crypto.randomUUID();
    streams.set(next, stream);
    return { baton: next, base_url: null, results };
  }

  const server = createServer((request, response) => {
    const reply = (status: number, body: unknown) => {
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const call = `${request.method} ${request.url}`;
      if (request.headers.authorization !== `Bearer ${token}`) return reply(401, {});
      if (call !== "POST /v2/pipeline") {
        count(call);
        // How a client asks whether a version is spoken.
        return reply(call === "GET /v2" ? 200 : 404, {});
      }
      try {
        reply(200, pipeline(Pipeline.parse(JSON.parse(Buffer.concat(chunks).toString("utf8")))));
      } catch (cause) {
        reply(400, { error: String(cause) });
      }
    });
  }).listen(0, "127.0.0.1");
  // A busy test may come back to a connection late; it is there then.
  server.keepAliveTimeout = 0;
  await once(server, "listening");
  const beside = connect();
  return {
    // A server on TCP has a port.
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    token,
    counts,
    rows: (sql) => beside.prepare(sql).all(),
    async close() {
      server.close();
      server.closeAllConnections();
      for (const db of [beside, ...idle, ...[...streams.values()].map((stream) => stream.db)]) {
        db.close();
      }
    },
  };
}

function answer(stream: Stream, request: StreamRequest): object {
  const { db, texts } = stream;
  switch (request.type) {
    case "execute":
      return { result: execute(stream, request.stmt) };
    case "batch":
      return { result: runBatch(stream, request.batch) };
    case "sequence":
      db.exec(textOf(stream, request));
      return {};
    case "describe": {
      const statement = db.prepare(textOf(stream, request));
      const cols = statement.reader
        ? statement.columns().map(({ name, type }) => ({ name, decltype: type }))
        : [];
      return { result: { params: [], cols, is_explain: false, is_readonly: statement.readonly } };
    }
    case "store_sql":
      if (texts.has(request.sql_id))
        throw new Error(`SQL text ${request.sql_id} is stored already`);
      texts.set(request.sql_id, request.sql);
      return {};
    case "close_sql":
      texts.delete(request.sql_id);
      return {};
    case "close":
      return {};
  }
}

function textOf(
  { texts }: Stream,
  { sql, sql_id }: { sql?: string | undefined; sql_id?: number | undefined },
): string {
  const text = sql ?? texts.get(sql_id ?? -1);
  if (text === undefined) throw new Error(`SQL text ${sql_id} is not stored`);
  return text;
}

/** Steps in order; one whose condition does not hold has neither result nor error. */
function runBatch(stream: Stream, { steps }: z.output<typeof Batch>): object {
  const results: unknown[] = [];
  const errors: unknown[] = [];
  const holds = (cond: Cond): boolean => {
    switch (cond.type) {
      case "ok":
        return (results[cond.step] ?? null) !== null;
      case "error":
        return (errors[cond.step] ?? null) !== null;
      case "not":
        return !holds(cond.cond);
      case "and":
        return cond.conds.every(holds);
      case "or":
        return cond.conds.some(holds);
    }
  };
  for (const { condition, stmt } of steps) {
    let result: unknown = null;
    let error: unknown = null;
    if (!condition || holds(condition)) {
      try {
        result = execute(stream, stmt);
      } catch (cause) {
        error = errorOf(cause);
      }
    }
    results.push(result);
    errors.push(error);
  }
  return { step_results: results, step_errors: errors };
}

function execute(stream: Stream, stmt: Stmt): object {
  const { db } = stream;
  if (stmt.named_args?.length) throw new Error("Parameters are bound by position here");
  const text = textOf(stream, stmt);
  // As SQLite itself does, a text with a second statement is cut behind the first; here it is an error.
  const statement = db.prepare(text);
  const args = (stmt.args ?? []).map(toSql);
  if (!statement.reader) {
    const { changes, lastInsertRowid } = statement.run(args);
    return {
      cols: [],
      rows: [],
      affected_row_count: changes,
      last_insert_rowid: String(lastInsertRowid),
    };
  }
  statement.raw(true);
  statement.safeIntegers(true);
  const rows = statement.all(args) as unknown[][];
  const isWrite = !/^\s*(?:select|with\b(?!.*\b(?:insert|update|delete)\b)|pragma|explain)/is.test(
    text,
  );
  const [changed] = db.prepare("SELECT changes() AS n").all() as { n: number }[];
  return {
    cols: statement.columns().map(({ name, type }) => ({ name, decltype: type })),
    rows: stmt.want_rows === false ? [] : rows.map((row) => row.map(fromSql)),
    affected_row_count: isWrite ? (changed?.n ?? 0) : 0,
    last_insert_rowid: null,
  };
}

function toSql(value: Value): unknown {
  switch (value.type) {
    case "null":
      return null;
    case "integer":
      return BigInt(value.value);
    case "float":
    case "text":
      return value.value;
    case "blob":
      return Buffer.from(value.base64, "base64");
  }
}

/** Integers of any size as text, blobs without padding, as the protocol has them. */
function fromSql(value: unknown): Value {
  if (value === null) return { type: "null" };
  if (typeof value === "bigint") return { type: "integer", value: String(value) };
  if (typeof value === "number") return { type: "float", value };
  if (typeof value === "string") return { type: "text", value };
  if (value instanceof Uint8Array) {
    return { type: "blob", base64: Buffer.from(value).toString("base64").replace(/=+$/, "") };
  }
  throw new TypeError(`SQLite gave a ${typeof value}`);
}

function errorOf(cause: unknown): { message: string; code: string } {
  const { message, code } = cause as { message?: string; code?: string };
  return { message: `SQLite error: ${message ?? String(cause)}`, code: code ?? "SQLITE_ERROR" };
}
