import { createClient } from "@libsql/client/http";
import { drizzle } from "drizzle-orm/libsql/http";
import { hooks } from "#app/modules.ts";
import { avatarHealth, avatarService } from "#app/adapters/avatar.ts";
import { systemNow, systemWait } from "#platform/adapters/clock.ts";
import { withApiRoad } from "#app/adapters/api-road.ts";
import { mailService } from "#app/adapters/mail-service.ts";
import { directMail } from "#app/adapters/direct-mail.ts";
import { dohDns } from "#platform/adapters/doh.ts";
import { fetchEgress } from "#platform/adapters/fetch-egress.ts";
import { fetchGet } from "#platform/adapters/fetch-get.ts";
import { places } from "#platform/adapters/places.ts";
import { workersAi } from "./workers-ai.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { type Job, priorityOf } from "#platform/ctx/job.ts";
import { jsonLog, type Log } from "#platform/rules/log.ts";
import type { MailService, Queue } from "#platform/ctx/ports.ts";
import { allowsPrivateNetworks, type Settings } from "#platform/ctx/settings.ts";
import { meteredQueue, usageBuffer } from "#platform/ctx/usage.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { countedClient } from "#platform/db/counted-client.ts";
import { overD1 } from "#platform/db/d1.ts";
import type { AnyDb } from "#platform/db/db.ts";
import { giveToken } from "#modules/connections/tokens/access-token.ts";
import { grantIntents } from "#modules/delivery/engine/grant-intents.ts";
import { settleResults } from "#modules/delivery/engine/settle.ts";
import type { HitDeps } from "#modules/tracking/hits/answer-hit.ts";
import { type Env, settingsOf } from "./env.ts";
import { hostedInstaller } from "./installer.ts";
import { workerDocuments, workerTables } from "./own-files.ts";
import { sendJournal } from "./send-journal.ts";
import { queueHits } from "./queue-hits.ts";
import { type OwnWorkspace, workspaceObjects } from "./workspaces/objects.ts";

/** Hits on their way to the queue, over all requests of the isolate. */
const hits = queueHits();
/** Counters on their way to their rows: numbers alone, which no request owns. */
const usage = usageBuffer();
const avatarsHealth = avatarHealth();

/** Connections of one invocation that may wait for an answer, and requests that it may make (of 1,000). */
const CONNECTIONS = 6;
const REQUESTS = 900;

/**
 * What verbs may reach in the Worker; built for each invocation, since connections belong to one.
 * `waitUntil` keeps the invocation alive for work that outlasts its answer. `own`: in the object of a
 * workspace, whose database is at hand.
 */
export function workerDeps(
  env: Env,
  waitUntil: (work: Promise<unknown>) => void,
  own?: OwnWorkspace,
): Deps {
  const settings = settingsOf(env);
  const queue = meteredQueue(cloudflareQueue(env));
  const outside = places(CONNECTIONS, REQUESTS);
  const install = databaseOf(env, settings);
  const shards = settings.DATABASES === "one" ? undefined : workspaceObjects(env, install, own);
  const deps: Deps = {
    settings,
    install,
    db: own?.db ?? install,
    ...(shards && { shards }),
    now: systemNow,
    wait: systemWait,
    log: logOf(settings),
    // Isolates come and go and are many: only the database counts for all of them.
    limiter: { kind: "database" },
    queue,
    hooks,
    hits: hits.of({ queue, waitUntil }),
    usage,
    mail: withApiRoad(
      companionOf(env, settings) ??
        directMail(
          {
            grant: (request) => grantIntents(deps, request),
            settle: (request) => settleResults(deps, request),
          },
          (request) => giveToken(deps, request),
        ),
      () => deps,
    ),
    journal: env.JOURNAL === undefined ? null : sendJournal(env.JOURNAL),
    egress: fetchEgress({ allowPrivate: allowsPrivateNetworks(settings) }),
    hostedAi: workersAi(env.AI),
    dns: dohDns({ urls: settings.DOH_URLS, get: fetchGet, places: outside, now: systemNow }),
    avatars: avatarService({
      url: settings.AVATAR_URL,
      get: fetchGet,
      places: outside,
      health: avatarsHealth,
      now: systemNow,
    }),
    tables: workerTables(env),
    documents: workerDocuments(env),
    vault: createVault(settings.VAULT_KEYS),
    installer: hostedInstaller(env, settings),
  };
  return deps;
}

/** What a hit needs of that, made once for all of them but for the request's own recorder. */
export function hitDeps(env: Env, waitUntil: (work: Promise<unknown>) => void): HitDeps {
  let shared = hotDeps.get(env);
  if (!shared) {
    const settings = settingsOf(env);
    shared = { settings, now: systemNow, log: logOf(settings), queue: cloudflareQueue(env) };
    hotDeps.set(env, shared);
  }
  const { settings, now, log, queue } = shared;
  return { settings, now, log, hits: hits.of({ queue, waitUntil }) };
}

const hotDeps = new WeakMap<Env, Pick<Deps, "settings" | "now" | "log" | "queue">>();

const logOf = (settings: Settings): Log =>
  jsonLog({ level: settings.LOG_LEVEL, now: systemNow }, (line) => console.log(line));

/** The companion as a container beside the Worker, or at its address; null without one. */
function companionOf(env: Env, settings: Settings): MailService | null {
  const { COMPANION_URL } = settings;
  if (COMPANION_URL === undefined) return null;
  const container = env.COMPANION?.getByName("companion");
  if (!container) return mailService(COMPANION_URL, settings);
  return mailService(COMPANION_URL, settings, {
    fetch: (url, init) => container.fetch(new Request(url, init)),
  });
}

const databaseOf = (env: Env, settings: Settings): AnyDb =>
  settings.DATABASE_URL === undefined
    ? overD1(env.DB)
    : overLibsqlWeb(settings.DATABASE_URL, settings.DATABASE_AUTH_TOKEN);

/** One Cloudflare Queue per priority, so that a long queue of one never delays another. */
function cloudflareQueue(env: Env): Queue {
  const lines = { critical: env.CRITICAL, default: env.DEFAULT, low: env.LOW };
  return {
    async send(job: Job, options) {
      const { delaySeconds: delay, trace } = options ?? {};
      const body: Job & { trace?: string } = trace === undefined ? job : { ...job, trace };
      await lines[priorityOf(job)].send(body, {
        contentType: "json",
        ...(delay === undefined ? {} : { delaySeconds: Math.ceil(delay) }),
      });
    },
  };
}

/** A libSQL server over http, for the Worker (`libsql:` or `http(s):`). */
export const overLibsqlWeb = (url: string, authToken?: string): AnyDb =>
  drizzle(countedClient(createClient({ url, ...(authToken === undefined ? {} : { authToken }) })));
