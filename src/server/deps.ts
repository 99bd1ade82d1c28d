import { systemNow } from "#adapters/clock.ts";
import type { Deps } from "#core/ctx.ts";
import type { Log } from "#core/log.ts";
import type { Queue } from "#core/ports.ts";
import { allowsPrivateNetworks, type Settings } from "#core/settings.ts";
import { createVault } from "#core/vault.ts";
import type { Db } from "#db/db.ts";
import { nodeEgress } from "./egress.ts";

/** What verbs may reach on one machine. */
export function nodeDeps(parts: { settings: Settings; db: Db; queue: Queue; log: Log }): Deps {
  const { settings } = parts;
  const absent = async (): Promise<never> => {
    throw new Error("not wired");
  };
  return {
    ...parts,
    now: systemNow,
    hits: { record: absent, dropped: () => 0 },
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
    egress: nodeEgress({ allowPrivate: allowsPrivateNetworks(settings) }),
    vault: createVault(settings.VAULT_KEYS),
  };
}
