import { hashSecret } from "#platform/ctx/settings.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import {
  keyedHash,
  plainHash,
  type SuppressionKey,
  suppressionKey,
} from "#modules/leads/rules/suppression-hash.ts";

/**
 * The hashes by which an entry is found: `keyed` is what is stored, `plain` what rows hold that are
 * still to be keyed. A row has one of them, so a look-up asks for both.
 */
export type EntryHashes = { readonly keyed: string; readonly plain: string; readonly key: string };

type Ctx = Pick<WorkspaceCtx, "settings">;

const keys = new Map<string, SuppressionKey>();

/** The install's key, which stays when the secret of links is replaced. */
export function keyOf({ settings }: Ctx): SuppressionKey {
  const secret = hashSecret(settings);
  let key = keys.get(secret);
  if (!key) keys.set(secret, (key = suppressionKey(secret)));
  return key;
}

/** For an address or domain. */
export const hashesOf = (ctx: Ctx, addressOrDomain: string): EntryHashes =>
  hashesOfPlain(ctx, plainHash(addressOrDomain));

function hashesOfPlain(ctx: Ctx, plain: string): EntryHashes {
  const key = keyOf(ctx);
  return { plain, keyed: keyedHash(key, plain), key: key.id };
}

/**
 * For an entry given as a hash: a plain SHA-256, or the form that this install's lists show. Null
 * for a hash under another install's key, which cannot be matched.
 */
export function hashesOfText(ctx: Ctx, text: string): EntryHashes | null {
  const [id = "", keyed] = text.split(":");
  if (keyed === undefined) return hashesOfPlain(ctx, text);
  const key = keyOf(ctx);
  return id === key.id ? { plain: NO_HASH, keyed, key: id } : null;
}
/** Equals no hash. */
const NO_HASH = "";

/** How a list names an entry whose value it does not show. */
export const hashText = (row: { hash: string; hashKey: string | null }): string =>
  row.hashKey === null ? row.hash : `${row.hashKey}:${row.hash}`;

/** Both hashes of each, for look-ups. */
export const eitherHash = (ctx: Ctx, addressesOrDomains: readonly string[]): string[] =>
  addressesOrDomains.flatMap((value) => {
    const { keyed, plain } = hashesOf(ctx, value);
    return [keyed, plain];
  });
