import { hooks } from "#app/modules.ts";
import { documentsOfProcess } from "#app/openapi/documents.ts";
import { avatarHealth, avatarService } from "#app/adapters/avatar.ts";
import { systemNow, systemWait } from "#platform/adapters/clock.ts";
import { withApiRoad } from "#app/adapters/api-road.ts";
import { mailService } from "#app/adapters/mail-service.ts";
import { dohDns } from "#platform/adapters/doh.ts";
import { places } from "#platform/adapters/places.ts";
import type { Deps, Shards } from "#platform/ctx/ctx.ts";
import { processLimiter } from "#platform/ctx/limiter.ts";
import type { Log } from "#platform/ctx/log.ts";
import type { Arrivals, Departures, Disk, Installer, Queue } from "#platform/ctx/ports.ts";
import { allowsPrivateNetworks, type Settings } from "#platform/ctx/settings.ts";
import { meteredQueue, usageBuffer } from "#platform/ctx/usage.ts";
import { createVault } from "#platform/ctx/vault.ts";
import type { AnyDb } from "#platform/db/db.ts";
import { ownBuild } from "./own-build.ts";
import { nodeEgress } from "./egress.ts";
import { groupHits } from "./group-hits.ts";
import { nodeGet } from "./node-get.ts";
import { tablesOfProcess } from "./tables.ts";

/**
 * Questions to the resolvers, and pictures asked for, at a time: public resolvers take well over a
 * thousand questions a second of one address; these make about that at their usual 30 ms.
 */
const DNS_AT_ONCE = 50;
const AVATARS_AT_ONCE = 20;

/** What verbs may reach on one machine, whatever becomes of the companion. */
export type NodeParts = Omit<Deps, "mail">;

/** The parts that live as long as the process. */
export function nodeParts(given: {
  settings: Settings;
  db: AnyDb;
  queue: Queue;
  log: Log;
  installer?: Installer;
  disk?: Disk;
  shards?: Shards;
  arrivals?: Arrivals;
  departures?: Departures;
}): NodeParts {
  const { settings } = given;
  const get = nodeGet();
  const usage = usageBuffer();
  const queue = meteredQueue(given.queue);
  return {
    ...given,
    queue,
    usage,
    install: given.db,
    hooks,
    now: systemNow,
    wait: systemWait,
    limiter: settings.PROCESSES === "several" ? { kind: "database" } : processLimiter(),
    hits: groupHits({ ...given, queue, usage, now: systemNow }),
    egress: nodeEgress({ allowPrivate: allowsPrivateNetworks(settings) }),
    journal: null,
    hostedAi: null,
    dns: dohDns({ urls: settings.DOH_URLS, get, places: places(DNS_AT_ONCE), now: systemNow }),
    avatars: avatarService({
      url: settings.AVATAR_URL,
      get,
      places: places(AVATARS_AT_ONCE),
      health: avatarHealth(),
      now: systemNow,
    }),
    tables: tablesOfProcess,
    documents: documentsOfProcess,
    vault: createVault(settings.VAULT_KEYS),
    installer: given.installer ?? absentInstaller(),
  };
}

/** The same with the companion at its present address. */
export function withCompanion(parts: NodeParts, url: string): Deps {
  const settings = { ...parts.settings, COMPANION_URL: url };
  const deps: Deps = {
    ...parts,
    settings,
    mail: withApiRoad(mailService(url, settings), () => deps),
  };
  return deps;
}

/** For programs beside the server, which take no updates. */
export function absentInstaller(): Installer {
  const absent = async (): Promise<never> => {
    throw new Error("this program takes no updates");
  };
  return {
    build: ownBuild(),
    runtime: `node ${process.versions.node}`,
    firstStep: "download",
    feed: absent,
    obstacle: () => "This program takes no updates.",
    restorePoint: absent,
    begin: absent,
  };
}
