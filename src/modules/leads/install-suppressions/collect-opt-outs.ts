import { readInstall } from "#modules/accounts/install/install-values.ts";
import { markStatement, readMarks } from "#modules/accounts/settings/database-marks.ts";
import { keyOf } from "#modules/leads/hashes/hashes.ts";
import { keyedHash } from "#modules/leads/rules/suppression-hash.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { selectNewSuppressions } from "./copy-store.ts";
import { insertEntries, type NewInstallSuppression } from "./store.ts";

/** Entries of one look; most are no opt-outs. */
const ENTRIES_PER_LOOK = 2_000;
const LOOKS_PER_SWEEP = 20;

const CAUSES: Readonly<Record<string, NewInstallSuppression["cause"]>> = {
  unsubscribed: "opt_out",
  complained: "complaint",
};
/** The lead asked for it in a reply; a person's own `do_not_contact` is meant for one workspace. */
const isByReply = (source: string | null): boolean => source?.startsWith("reply:") === true;

/**
 * Sweep: where an opt-out counts for all clients, puts those that workspaces of this database noted
 * on the list of the install, each by its hash. Those from before the setting was on count as well. A
 * repeat adds nothing.
 */
export async function collectOptOuts(deps: Deps): Promise<void> {
  const { opt_outs_for_all: isOn } = await readInstall(deps, ["opt_outs_for_all"]);
  if (isOn !== true) return;
  const key = keyOf(deps);
  for (let looks = 0; looks < LOOKS_PER_SWEEP; looks++) {
    const { opt_outs_collected: after = 0 } = await readMarks(deps);
    const rows = await selectNewSuppressions(deps.db, after, ENTRIES_PER_LOOK);
    const last = rows.at(-1);
    if (!last) return;
    const entries = rows.flatMap((row): NewInstallSuppression[] => {
      const cause = isByReply(row.source) ? "opt_out" : CAUSES[row.reason];
      // A hash under a key that is gone can't be compared with anything.
      const isOurs = row.hashKey === null || row.hashKey === key.id;
      if (cause === undefined || row.kind !== "address" || !isOurs) return [];
      const hash = row.hashKey === null ? keyedHash(key, row.hash) : row.hash;
      return [{ kind: "address", hash, cause, workspaceId: row.workspaceId }];
    });
    const now = deps.now();
    if (entries.length > 0) {
      const by = { hashKey: key.id, userId: null, now };
      await runBatch(deps.install, [insertEntries(deps.install, entries, by)]);
    }
    await runBatch(deps.db, [markStatement(deps, { opt_outs_collected: last.id })]);
    if (rows.length < ENTRIES_PER_LOOK) return;
  }
}
