import { systemNow } from "#adapters/clock.ts";
import type { Deps } from "#core/ctx.ts";
import type { Log } from "#core/log.ts";
import type { Queue } from "#core/ports.ts";
import { allowsPrivateNetworks, type Settings } from "#core/settings.ts";
import { createVault } from "#core/vault.ts";
import type { Db } from "#db/db.ts";
import { nodeEgress } from "./egress.ts";
import { groupHits } from "./group-hits.ts";

/** What verbs may reach on one machine, whatever becomes of the companion. */
export type NodeParts = Omit<Deps, "mail">;

/** The parts that live as long as the process. */
export function nodeParts(given: {
  settings: Settings;
  db: Db;
  queue: Queue;
  log: Log;
}): NodeParts {
  const { settings } = given;
  return {
    ...given,
    now: systemNow,
    hits: groupHits({ ...given, now: systemNow }),
    egress: nodeEgress({ allowPrivate: allowsPrivateNetworks(settings) }),
    vault: createVault(settings.VAULT_KEYS),
  };
}

/** The same with the companion at its present address. */
export function withCompanion(parts: NodeParts, url: string): Deps {
  const settings = { ...parts.settings, COMPANION_URL: url };
  const absent = async (): Promise<never> => {
    throw new Error("not wired");
  };
  return {
    ...parts,
    settings,
    mail: {
      test: absent,
      transmit: absent,
      fetch: absent,
      healthy: () =>
        fetch(`${settings.COMPANION_URL}/health`).then(
          (r) => r.ok,
          () => false,
        ),
    },
  };
}
