import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  keyedHash,
  plainHash,
  type SuppressionKey,
  suppressionKeyOf,
} from "#modules/leads/rules/suppression-hash.ts";
import { selectFormerIds, selectFormerKeys } from "./former-store.ts";

/**
 * A workspace that came from another installation has entries that are known by a hash alone, under
 * that one's key. It travels with them, sealed: nobody can make hashes of this installation of them.
 */
export const formerKeysPlace = (workspaceId: number): string =>
  `workspace_settings:arrived_hash_keys:${workspaceId}`;

const opened = new Map<string, readonly SuppressionKey[]>();
/** Keys of so many workspaces are kept open. */
const MOST_OPENED = 1_000;

/** The hashes of addresses and domains under those keys; none for a workspace that began here. */
export async function formerHashes(
  ctx: WorkspaceCtx,
  values: readonly string[],
): Promise<readonly (readonly [hash: string, value: string])[]> {
  const sealed = await selectFormerKeys(ctx.db, ctx.workspaceId);
  if (sealed === null) return [];
  let keys = opened.get(sealed);
  if (!keys) {
    const plain = await ctx.vault.open(sealed, formerKeysPlace(ctx.workspaceId));
    keys = plain.split(",").map((bytes) => suppressionKeyOf(Buffer.from(bytes, "base64url")));
    if (opened.size >= MOST_OPENED) opened.clear();
    opened.set(sealed, keys);
  }
  const all = keys;
  return values.flatMap((value) => {
    const plain = plainHash(value);
    return all.map((key) => [keyedHash(key, plain), value] as const);
  });
}

/** The numbers that the workspace had in those installations: what they sent names them. */
export const formerIds = (
  ctx: Pick<WorkspaceCtx, "db" | "workspaceId">,
): Promise<readonly number[]> => selectFormerIds(ctx.db, ctx.workspaceId);
