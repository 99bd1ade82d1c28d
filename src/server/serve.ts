import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { Health } from "#contract/health.ts";
import type { Deps } from "#core/ctx.ts";
import type { Log } from "#core/log.ts";
import type { Settings } from "#core/settings.ts";
import { consume } from "#jobs/consume.ts";
import { tick } from "#jobs/tick.ts";
import type { TrustedProxies } from "./client-address.ts";
import { COMPANION_GRACE_MS, type Companion } from "./companion-process.ts";
import { startDashboard } from "./dashboard.ts";
import { openDatabase } from "./database.ts";
import { nodeParts, withCompanion } from "./deps.ts";
import { localQueue } from "./local-queue.ts";
import { migrate } from "./migrate.ts";
import { StartError } from "./start-error.ts";
import { startTicker } from "./ticker.ts";
import { listenAt } from "./web-server.ts";

const MIGRATIONS = join(import.meta.dirname, "../../drizzle");
/** How long each part may take to end in order. */
const GRACE = { queueMs: 3_000, requestsMs: 3_000 } as const;

/**
 * Serves the app beside its companion, and answers the companion's address once both are healthy.
 * `ends` gains how each part is ended, to be called last one first: the companion still tells the
 * app what it finished. Throws `StartError`.
 */
export async function serve(
  settings: Settings,
  at: {
    url: string;
    isTrusted: TrustedProxies;
    log: Log;
    companion: Promise<Companion>;
    ends: (() => unknown)[];
  },
): Promise<string> {
  const { log, ends } = at;
  const { client, db } = await openDatabase(settings);
  ends.push(() => client.close());
  const applied = await migrate(client, MIGRATIONS);
  if (applied.length > 0) log("database.migrated", { applied });

  const dashboard = startDashboard(log);
  ends.push(() => dashboard.stop());
  const where = { host: settings.HOST, port: settings.PORT };
  const server = await listenAt(where, at.isTrusted, dashboard);
  ends.push(() => server.close(GRACE.requestsMs));
  const queue = localQueue(log);
  const companion = await at.companion;
  ends.push(() => companion.stop(COMPANION_GRACE_MS));
  const deps = following(companion, nodeParts({ settings, db, queue, log }));
  server.open(deps);

  queue.start((message) => consume([message], deps()));
  ends.push(() => queue.drain(GRACE.queueMs));
  const ticker = startTicker(settings.TICK_SECONDS * 1_000, () => tick(deps()));
  ends.push(() => ticker.stop());
  await healthy(at.url, settings.COMPANION_URL === undefined);
  return companion.url();
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
 * Waits until the app answers, and finds the companion well where that one is ours. Throws
 * `StartError` when that takes longer than ten seconds.
 */
async function healthy(url: string, ownCompanion: boolean): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      const answer = await fetch(`${url}/health`);
      const { checks } = Health.parse(await answer.json());
      if (answer.ok && (checks.companion === "ok" || !ownCompanion)) return;
    } catch {
      // Not yet.
    }
    await wait(100);
  }
  throw new StartError(`${url}/health does not tell that all is well; the log says more.`);
}
