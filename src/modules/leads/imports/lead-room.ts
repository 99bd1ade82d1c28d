import { quotaSentence } from "#modules/accounts/rules/quota.ts";
import { quotaOf } from "#modules/accounts/workspaces/quotas.ts";
import { addressesOfChunk, type Chunk, refuse } from "#modules/leads/leads/chunk.ts";
import type { BadRow } from "#modules/leads/rules/lead-row.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { selectKnownAddresses } from "./dry-run-store.ts";
import { selectLeadCount } from "./jobs-store.ts";

/** How many leads the workspace has. */
export const leadCount = (ctx: Pick<WorkspaceCtx, "db" | "workspaceId">): Promise<number> =>
  selectLeadCount(ctx.db, ctx.workspaceId);

/**
 * Takes those rows off a chunk that the lead quota has no room for, as rows that cannot be stored: in
 * the order of the file, the first new addresses stay, and so do those that the workspace has.
 * `more`: leads that the same file has brought and that are not stored, in a dry run.
 */
export async function keepToQuota(
  ctx: WorkspaceCtx,
  chunk: Chunk,
  more = 0,
  isKnown: (email: string) => boolean = () => false,
): Promise<readonly BadRow[]> {
  const quota = await quotaOf(ctx, "leads");
  if (quota === null || chunk.entries.size === 0) return [];
  const used = (await leadCount(ctx)) + more;
  let room = Math.max(0, quota - used);
  if (chunk.entries.size <= room) return [];
  const known = await selectKnownAddresses(ctx.db, ctx.workspaceId, addressesOfChunk(chunk));
  const message = quotaSentence("leads", quota, Math.min(quota, used + room));
  const refused: BadRow[] = [];
  for (const email of chunk.entries.keys()) {
    if (known.has(email) || isKnown(email)) continue;
    if (room > 0) room -= 1;
    else refused.push(...refuse(chunk, email, { code: "quota_reached", message }));
  }
  return refused;
}
