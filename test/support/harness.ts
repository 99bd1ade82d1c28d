import type { Context } from "hono";
import { hooks } from "#app/modules.ts";
import { parseSettings, type Settings } from "#platform/ctx/settings.ts";
import { databasesOf, type Deps } from "#platform/ctx/ctx.ts";
import { Job, priorityOf, PRIORITIES } from "#platform/ctx/job.ts";
import type {
  Avatars,
  Disk,
  Dns,
  Egress,
  HitRecorder,
  HostedAi,
  Installer,
  MailService,
  SendJournal,
} from "#platform/ctx/ports.ts";
import type { AppEnv } from "#platform/http/answer.ts";
import type { LogLevel } from "#platform/rules/log.ts";
import { processLimiter } from "#platform/ctx/limiter.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { meteredQueue, usageBuffer } from "#platform/ctx/usage.ts";
import type { Db } from "#platform/db/db.ts";
import { type UnixMs, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { collectAudit } from "#modules/accounts/audit/collect-audit.ts";
import { createApp, type Host } from "#app/app.ts";
import { consume } from "#app/jobs/consume.ts";
import { tickOfClock } from "#app/jobs/tick.ts";
import { groupHits } from "#server/group-hits.ts";
import { documentsOfProcess } from "#app/openapi/documents.ts";
import { tablesOfProcess } from "#server/tables.ts";
import { keepingAudit } from "./audited.ts";
import { departures } from "./conform.ts";
import { openTestDatabase, openTestInstall, type TestInstall } from "./database.ts";

export const TEST_SECRETS = {
  AUTH_SECRET: "test-auth-secret-test-auth-secret-test",
  VAULT_KEYS: `k1:${Buffer.alloc(32, 7).toString("base64url")}`,
  TRACKING_SECRET: "test-tracking-secret-test-tracking-sec",
  COMPANION_SECRET: "test-companion-secret-test-companion-s",
} as const;

/** People sign in from a browser of their own: a sign-in ends the session that its browser had. */
const SIGN_IN = /^\/api\/v1\/auth\/(?:login|register|invitation)\b/;

/** Noon UTC of a Wednesday, so that the default schedule is open. */
export const TEST_START = unixMs(Date.UTC(2026, 10, 18, 12, 0, 0));

/** Header by which a test's request comes from an address of its own. */
export const CLIENT_ADDRESS = "x-test-client-address";

export type HarnessOptions = {
  settings?: Readonly<Record<string, string>>;
  /** When the test begins; noon of a Wednesday by default. */
  now?: UnixMs;
  mail?: Partial<MailService>;
  egress?: Partial<Egress>;
  journal?: SendJournal;
  shards?: Deps["shards"];
  hostedAi?: HostedAi;
  hits?: HitRecorder;
  /** What asks for mail routes; it sees the test's clock. */
  dns?: (now: () => UnixMs) => Dns;
  avatars?: (now: () => UnixMs) => Avatars;
  installer?: Partial<Installer>;
  disk?: Disk;
};

/** By which a request says whose test it is of. */
type Bound = { readonly hostOf: (c: Context<AppEnv>) => Host };

/** One for all tests of a process, as a host has one: its routes are put together once. */
const APP = createApp((c) => (c.env as Bound).hostOf(c));

const absent = (port: string) => async (): Promise<never> => {
  throw new Error(`this test did not expect ${port}`);
};

/**
 * The app over a fresh database (libSQL in this process; D1 in the second run of the same tests) with a
 * controlled clock and a queue that the test drains.
 * Only outside ports are replaced; each has to be named by the test that needs it.
 */
export async function harness(options: HarnessOptions = {}) {
  // A test that says where workspaces lie means one database and its own.
  const opened: TestInstall = await (options.shards ? openTestDatabase() : openTestInstall());
  const { client, db, sides, kind, apart } = opened;
  const shards = options.shards ?? apart?.shards;
  const settings: Settings = parseSettings({
    ...TEST_SECRETS,
    BASE_URL: "http://localhost",
    LOG_LEVEL: "error",
    // Many requests of a test fall into one frozen minute; the limits have tests of their own.
    API_LIMIT_PER_MINUTE: "100000",
    LOGIN_LIMIT_PER_MINUTE: "1000",
    // People of tests sign up by themselves.
    REGISTRATION: "open",
    ...options.settings,
  });
  const clock = { now: options.now ?? TEST_START };
  const queue: { job: Job; at: UnixMs; trace: string | undefined }[] = [];
  const lines: { event: string; fields: Readonly<Record<string, unknown>>; level: LogLevel }[] = [];
  const inner: Pick<Deps, "db" | "shards" | "now" | "log" | "queue" | "usage"> = {
    usage: usageBuffer(),
    db: sides.workspace,
    ...(shards && { shards }),
    now: () => clock.now,
    log: (event, fields = {}, level = "info") => {
      lines.push({ event, fields, level });
      if (level === "error") console.error(event, fields);
    },
    queue: meteredQueue({
      async send(job, delay) {
        const at = unixMs(clock.now + (delay?.delaySeconds ?? 0) * 1_000);
        const sent = Job.parse(JSON.parse(JSON.stringify(job)));
        queue.push({ job: sent, at, trace: delay?.trace });
      },
    }),
  };
  const deps: Deps = {
    ...inner,
    install: sides.install,
    hooks,
    // Others get their turn; the clock stands still.
    wait: () => new Promise((resolve) => setImmediate(resolve)),
    settings,
    limiter: kind === "d1" ? { kind: "database" } : processLimiter(),
    hits: options.hits ?? groupHits(inner),
    mail: {
      test: absent("a mailbox test"),
      transmit: absent("mail to be sent"),
      recall: async () => [],
      fetch: absent("mail to be read"),
      parse: absent("mail to be parsed"),
      filter: absent("a spam filter to be asked"),
      tend: absent("mail to be tended"),
      look: absent("mail to be looked for"),
      sent: absent("the Sent folder to be read"),
      past: absent("the past of a folder to be read"),
      attachment: absent("an attachment to be read"),
      healthy: async () => true,
      watcher: null,
      ...options.mail,
    },
    egress: {
      post: absent("an outgoing request"),
      postBytes: absent("an outgoing request"),
      get: absent("an outgoing request"),
      send: absent("an outgoing request"),
      download: absent("a download"),
      ...options.egress,
    },
    dns: options.dns?.(inner.now) ?? {
      atOnce: 1,
      ask: absent("a DNS question"),
      resolvers: [absent("a DNS question")],
      route: absent("a DNS question"),
    },
    avatars: options.avatars?.(inner.now) ?? {
      isOn: false,
      atOnce: 1,
      look: absent("a look for an avatar"),
    },
    journal: options.journal ?? null,
    hostedAi: options.hostedAi ?? null,
    tables: tablesOfProcess,
    documents: documentsOfProcess,
    vault: createVault(settings.VAULT_KEYS),
    ...(options.disk && { disk: options.disk }),
    installer: {
      build: { version: "1.4.0", commit: null, builtAt: null },
      runtime: "test",
      firstStep: "download",
      feed: absent("a look for releases"),
      obstacle: () => null,
      restorePoint: async () => null,
      begin: absent("an update"),
      ...options.installer,
    },
  };
  apart?.onAudit(() => collectAudit(deps));
  const behind: Promise<unknown>[] = [];
  const env: Bound = {
    hostOf: (c) => ({
      deps,
      waitUntil: (work) => void behind.push(work),
      clientAddress: c.req.header(CLIENT_ADDRESS) ?? "192.0.2.10",
    }),
  };
  /** Answers with the text of the answer, and fails on one that is not as the API's document says. */
  const answer = async (input: string | URL | Request, init: RequestInit | undefined) => {
    const { url, method: given } =
      input instanceof Request ? input : { url: input, method: init?.method ?? "GET" };
    const method = given.toUpperCase();
    const path = new URL(url, "http://localhost").pathname;
    const response = await keepingAudit(method, path, () =>
      APP.request(input instanceof URL ? input.href : input, init, env),
    );
    await Promise.all(behind.splice(0));
    return { method, path, response };
  };
  const judge = ({ method, path, response }: Awaited<ReturnType<typeof answer>>, text: string) => {
    const type = response.headers.get("content-type") ?? "";
    const wrong = departures({ method, path, status: response.status, type, text });
    if (wrong.length > 0) {
      throw new Error(`${method} ${path} departs from its documentation: ${wrong.join("; ")}`);
    }
  };
  const app = {
    fetch: (asked: Request) => APP.fetch(asked, env),
    /** Fails on every answer that is not as the API's document says. */
    async request(input: string | URL | Request, init?: RequestInit): Promise<Response> {
      const answered = await answer(input, init);
      judge(answered, await answered.response.clone().text());
      return answered.response;
    },
  };
  let cookie = "";

  const request = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) => {
    const plain =
      body === undefined ||
      body instanceof FormData ||
      body instanceof Blob ||
      typeof body === "string";
    const answered = await answer(path, {
      method,
      headers: {
        ...(cookie === "" || SIGN_IN.test(path) ? {} : { cookie }),
        ...(plain ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: plain ? (body as string | FormData | Blob) : JSON.stringify(body) }),
    });
    const { response } = answered;
    const text = await response.text();
    judge(answered, text);
    const isJson = /json(?:;|$)/.test(response.headers.get("content-type") ?? "");
    // Tests read answers freely; the schema check of each answer is done by `app` in tests of the contract.
    // oxlint-disable-next-line typescript/no-explicit-any
    const json: any = isJson && text !== "" ? JSON.parse(text) : undefined;
    return { status: response.status, headers: response.headers, text, json };
  };

  return {
    deps,
    db,
    client,
    /** Which database carries this run. */
    database: kind,
    app,
    clock,
    lines,
    queue,
    request,
    get: (path: string, headers?: Record<string, string>) =>
      request("GET", path, undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      request("POST", path, body, headers),
    put: (path: string, body?: unknown, headers?: Record<string, string>) =>
      request("PUT", path, body, headers),
    delete: (path: string) => request("DELETE", path),
    /** Puts another database in the place of each that workspaces lie in; null puts them back. */
    replaceDatabases(change: ((db: Db) => Db) | null): void {
      const changed = new Map<Db, Db>();
      const as = (one: Db): Db => {
        if (!change) return one;
        const made = changed.get(one) ?? change(one);
        changed.set(one, made);
        return made;
      };
      const all = shards && {
        of: (id: WorkspaceId) => as(shards.of(id)),
        first: as(shards.first),
        all: async () => (await shards.all()).map(as),
      };
      Object.assign(deps, { db: as(inner.db) }, all && { shards: all });
    },
    /** Moves the clock. */
    advance: (ms: number) => void (clock.now = unixMs(clock.now + ms)),
    tick: () => tickOfClock(deps),
    /** Runs one sweep over every database, as the tick does. */
    async sweep(run: (deps: Deps) => Promise<unknown>): Promise<void> {
      for (const one of await databasesOf(deps)) await run({ ...deps, db: one });
    },
    /** Runs every due wake-up in priority order until none is left; answers how each was settled. */
    async drain(): Promise<string[]> {
      const settled: string[] = [];
      for (let rounds = 0; rounds < 10_000; rounds++) {
        const due = queue
          .filter((entry) => entry.at <= clock.now)
          .sort(
            (a, b) => PRIORITIES.indexOf(priorityOf(a.job)) - PRIORITIES.indexOf(priorityOf(b.job)),
          )[0];
        if (!due) return settled;
        queue.splice(queue.indexOf(due), 1);
        await consume(
          [
            {
              id: `m${rounds}`,
              body: due.trace === undefined ? due.job : { ...due.job, trace: due.trace },
              attempts: 1,
              ack: () => void settled.push(`${due.job.type} ack`),
              retry: () => void settled.push(`${due.job.type} retry`),
            },
          ],
          deps,
        );
      }
      throw new Error("the queue never runs dry");
    },
    /** Registers a user (the first becomes super_admin) and uses its cookie from now on. */
    async signUp(name = "Ann Operator", email = "ann@example.com") {
      const answer = await request("POST", "/api/v1/auth/register", {
        name,
        email,
        password: "correct horse battery",
      });
      if (answer.status !== 201) throw new Error(answer.text);
      cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
      return {
        user: answer.json.user,
        workspace: answer.json.workspace,
        wid: answer.json.workspace.id as number,
        cookie,
      };
    },
    /** Confirms who the person behind that cookie is, where time has passed since they signed in. */
    async reauthenticate(password = "correct horse battery") {
      const answer = await request("POST", "/api/v1/auth/reauthenticate", {
        method: "password",
        password,
      });
      if (answer.status !== 200) throw new Error(answer.text);
      cookie = (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    },
    useCookie: (value: string) => void (cookie = value),
    close: () => client.close(),
  };
}
export type Harness = Awaited<ReturnType<typeof harness>>;
