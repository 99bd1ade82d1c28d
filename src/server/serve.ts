import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { systemNow } from "#platform/adapters/clock.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { Log } from "#platform/ctx/log.ts";
import { allowsPrivateNetworks, type Settings } from "#platform/ctx/settings.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { overLibsql } from "#platform/db/libsql.ts";
import { keepDeadLetter } from "#modules/operations/dead-letters/keep-dead-letter.ts";
import { recoverIn } from "#modules/delivery/engine/recover.ts";
import { freeMoves } from "#modules/moving/running/work-move.ts";
import { keepUsage } from "#modules/operations/costs/keep-usage.ts";
import { checkHealth } from "#modules/operations/health/check-health.ts";
import { settleAtStart } from "#modules/operations/system/settle-updates.ts";
import { consume } from "#app/jobs/consume.ts";
import { tickOfClock } from "#app/jobs/tick.ts";
import { strictTransport } from "#platform/http/headers/strict-transport.ts";
import { ownBuild, ROOT } from "./own-build.ts";
import type { TrustedProxies } from "./client-address.ts";
import { COMPANION_GRACE_MS, type Companion } from "./companion-process.ts";
import { startDashboard } from "./dashboard.ts";
import { threadedCheckpoints } from "./checkpoints.ts";
import { rewriteOnce } from "./clean-file.ts";
import { openDatabase } from "./database.ts";
import { nodeParts, withCompanion } from "./deps.ts";
import { diskOf } from "./disk.ts";
import { nodeEgress } from "./egress.ts";
import { localQueue } from "./local-queue.ts";
import { migrate } from "./migrate.ts";
import { StartError } from "./start-error.ts";
import { arrivalsAt } from "./move/arrivals.ts";
import { departuresOf } from "./move/departures.ts";
import { startMover } from "./move/mover.ts";
import { startTicker } from "./ticker.ts";
import { tickInTurn } from "./tick-in-turn.ts";
import { countUnderway } from "./underway.ts";
import { openWorkspaces } from "./workspaces/open-workspaces.ts";
import { walkWorkspaces } from "./workspaces/walk.ts";
import { nodeInstaller, type Restart } from "./update/installer.ts";
import { tidyReleases } from "./update/prune-releases.ts";
import { readReleaseState } from "./update/state.ts";
import { confirmRelease } from "./update/trial.ts";
import { listenAt } from "./web-server.ts";

const MIGRATIONS = join(ROOT, "drizzle");
/** How long each part may take to end in order. */
const GRACE = { queueMs: 3_000, requestsMs: 3_000 } as const;

/**
 * Serves the app beside its companion, and answers the companion's address once both are healthy.
 * `ends` gains how each part is ended, to be called last one first: the companion still reports to
 * the app what it finished. Throws `StartError`.
 */
export async function serve(
  settings: Settings,
  at: {
    isTrusted: TrustedProxies;
    log: Log;
    companion: Promise<Companion>;
    /** Ends the process in order and starts it again; null where nothing would start it. */
    restart: Restart;
    ends: (() => unknown)[];
  },
): Promise<string> {
  const { log, ends } = at;
  const { client, path } = await openDatabase(settings);
  let closing = client;
  ends.push(() => closing.close());
  const applied = await migrate(client, MIGRATIONS);
  if (applied.length > 0) log("database.migrated", { applied });
  if (path !== null) {
    await rewriteOnce(client, path, log);
    // However long a log the former run left.
    await client.execute("PRAGMA wal_checkpoint(TRUNCATE)");
  }
  const checkpoints = path === null ? null : await threadedCheckpoints(client, path, log);
  ends.push(() => checkpoints?.stop());
  closing = checkpoints?.client ?? client;
  const db = overLibsql(closing);
  const shards = await openWorkspaces(settings, { client: closing, db }, log);
  ends.push(() => shards?.close());

  const dashboard = startDashboard(log, strictTransport(settings));
  ends.push(() => dashboard.stop());
  const where = { host: settings.HOST, port: settings.PORT };
  let keepRest: (() => unknown) | null = null;
  // Behind the last answer and before the database is closed.
  ends.push(() => keepRest?.());
  const underway = countUnderway();
  const server = await listenAt(where, at.isTrusted, dashboard, underway);
  ends.push(() => server.close(GRACE.requestsMs));
  const queue = localQueue(log);
  const companion = await at.companion;
  ends.push(() => companion.stop(COMPANION_GRACE_MS));
  const installing = new AbortController();
  ends.push(() => installing.abort());
  const departures = shards && (await departuresAt());
  ends.push(() => departures?.stop());
  const { restart } = at;
  const build = ownBuild();
  const common = { settings, build, install: db, log, restart };
  const installer = nodeInstaller({ ...common, now: systemNow, signal: installing.signal });
  const deps: () => Deps = following(
    companion,
    nodeParts({
      settings,
      db,
      queue,
      log,
      installer,
      ...(shards && {
        shards,
        arrivals: arrivalsAt({ client: closing, shards, deps: () => deps() }),
      }),
      ...(departures && { departures }),
      ...(path && { disk: diskOf(dirname(path), log) }),
    }),
  );
  keepRest = () => keepUsage(deps(), true);
  // Before it takes requests and sends: a release that is given up must not have done anything.
  await well(deps(), settings.COMPANION_URL === undefined);
  const given = readReleaseState(settings.DATA_DIR)?.failed ?? null;
  confirmRelease(settings.DATA_DIR, build.version);
  tidyReleases(settings.DATA_DIR);
  await settleAtStart(deps(), given);
  // A former process may have ended amid a hand-over: what the mail service never got would wait for its lease.
  await recoverIn(deps(), null);
  const isAlone = settings.PROCESSES === "one";
  if (isAlone) await freeMoves(deps());
  server.open(deps);
  // A release that is given up leaves the workspaces as they are.
  ends.push(walkWorkspaces(deps, given !== null));

  queue.start(
    (message) => underway.during(() => consume([message], deps())),
    (letter) => keepDeadLetter(deps(), { ...letter, reason: "attempts" }),
  );
  ends.push(() => queue.drain(GRACE.queueMs));
  const mover =
    shards &&
    startMover({
      client: closing,
      shards,
      deps: deps(),
      settled: () => underway.settled(),
      ...(departures && { departures }),
    });
  const everyMs = settings.TICK_SECONDS * 1_000;
  const ticker = startTicker(everyMs, async () => {
    await underway.during(() => (isAlone ? tickOfClock(deps()) : tickInTurn(deps(), everyMs)));
    await mover?.turn();
    departures?.turn();
  });
  ends.push(() => ticker.stop());
  ends.push(() => mover?.stop());
  return companion.url();

  function departuresAt() {
    return departuresOf({
      client: closing,
      deps: {
        now: systemNow,
        log,
        vault: createVault(settings.VAULT_KEYS),
        egress: nodeEgress({ allowPrivate: allowsPrivateNetworks(settings) }),
      },
    });
  }
}

/** Deps that know the companion's present address: it may have another one after it died. */
function following(companion: Companion, parts: ReturnType<typeof nodeParts>): () => Deps {
  let url = companion.url();
  let deps = withCompanion(parts, url);
  return () => {
    if (companion.url() !== url) {
      url = companion.url();
      deps = withCompanion(parts, url);
    }
    return deps;
  };
}

/**
 * Waits until database and companion are well, where that one is ours. Throws `StartError` when
 * that takes longer than ten seconds.
 */
async function well(deps: Deps, ownCompanion: boolean): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const { checks } = await checkHealth(deps);
    if (checks.database === "ok" && (checks.companion === "ok" || !ownCompanion)) return;
    await wait(100);
  }
  throw new StartError("The database or the companion does not answer; the log says more.");
}
