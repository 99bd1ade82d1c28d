import type { Deps } from "#platform/ctx/ctx.ts";
import { keyedHash } from "#modules/leads/rules/suppression-hash.ts";
import { keyOf } from "./hashes.ts";
import { rekeyEntries, selectUnkeyed } from "./rekey-store.ts";

const ENTRIES_PER_WRITE = 1_000;
const WRITES_PER_SWEEP = 5;

/**
 * Sweep: keys the hashes that versions before 0.2.0 stored plainly, some at a time. Look-ups ask for
 * both, so nobody is written to meanwhile; killed anywhere, the next one goes on.
 */
export async function rekeySuppressions(deps: Deps): Promise<void> {
  const key = keyOf(deps);
  for (let writes = 0; writes < WRITES_PER_SWEEP; writes++) {
    const rows = await selectUnkeyed(deps.db, ENTRIES_PER_WRITE);
    if (rows.length === 0) return;
    const entries = rows.map(({ id, hash }) => [id, hash, keyedHash(key, hash)] as const);
    await rekeyEntries(deps.db, entries, key.id);
    if (rows.length < ENTRIES_PER_WRITE) return;
  }
}
