import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { formerHashes } from "./former-hashes.ts";
import { eitherHash } from "./hashes.ts";
import {
  hashSuppressionAddresses,
  restoreSuppressionAddresses,
  selectPresence,
} from "#modules/leads/suppressions/match-store.ts";
import { selectSuppressedHashes } from "#modules/leads/suppressions/store.ts";

/** Which kinds of suppressions a workspace has at all. */
export const suppressionPresence = (
  ctx: WorkspaceCtx,
): Promise<{ any: boolean; hashOnly: boolean }> => selectPresence(ctx.db, ctx.workspaceId);

/**
 * For addresses that come (back) into the workspace: the statements that give a hash-only
 * suppression its address again, so that comparisons by value find it. An erased person who is
 * uploaded again stays suppressed this way. None when nothing matches.
 */
export async function restoreAddress(
  ctx: WorkspaceCtx,
  emails: readonly string[],
): Promise<Statement[]> {
  const hashes = new Map([
    ...emails.flatMap((email) => eitherHash(ctx, [email]).map((hash) => [hash, email] as const)),
    ...(await formerHashes(ctx, emails)),
  ]);
  const hit = await selectSuppressedHashes(ctx.db, ctx.workspaceId, [...hashes.keys()]);
  const known = [...hit].map((hash) => [hashes.get(hash) ?? "", hash] as const);
  return known.length === 0 ? [] : [restoreSuppressionAddresses(ctx.db, ctx.workspaceId, known)];
}

/** For leads that leave the workspace: their entries are again what they were before they came. */
export const hashAddress = (ctx: WorkspaceCtx, emails: readonly string[]): Statement =>
  hashSuppressionAddresses(ctx.db, ctx.workspaceId, eitherHash(ctx, emails));
