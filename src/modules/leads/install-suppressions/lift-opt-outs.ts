import { everyWorkspace } from "#modules/accounts/workspaces/list-workspaces.ts";
import { keyOf } from "#modules/leads/hashes/hashes.ts";
import { keyedHash } from "#modules/leads/rules/suppression-hash.ts";
import type { MadeSuppression } from "#modules/leads/suppressions/lift-suppressions.ts";
import { databasesOf, type MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { copyEverywhere } from "./copy-list.ts";
import { selectOptedOutIn } from "./copy-store.ts";
import { removeEntry, selectListed } from "./store.ts";

/**
 * An opt-out of this workspace was taken back: it counts for nobody else any more, unless another
 * workspace noted one of the same address.
 */
export async function liftInstallOptOuts(
  ctx: MemberCtx,
  made: readonly MadeSuppression[],
  since: UnixMs,
): Promise<void> {
  if (made.length === 0) return;
  const key = keyOf(ctx);
  const hashes = made.map(({ hash, hashKey }) => (hashKey === null ? keyedHash(key, hash) : hash));
  const listed = await selectListed(ctx.install, hashes);
  const own = listed.filter(
    ({ cause, workspaceId, createdAt }) =>
      cause === "opt_out" && workspaceId === ctx.workspaceId && createdAt >= since,
  );
  if (own.length === 0) return;
  const others = (await everyWorkspace(ctx)).filter((id) => id !== ctx.workspaceId);
  const elsewhere = new Set<string>();
  for (const db of await databasesOf(ctx)) {
    const found = await selectOptedOutIn(db, others, hashes);
    for (const hash of found) elsewhere.add(hash);
  }
  const lifted = own.filter(({ hash }) => !elsewhere.has(hash));
  await runBatch(
    ctx.install,
    lifted.map(({ id }) => removeEntry(ctx.install, id, ctx.now())),
  );
  if (lifted.length > 0) await copyEverywhere(ctx);
}
