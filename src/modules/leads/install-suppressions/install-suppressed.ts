import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import type { InstallStatement } from "#platform/db/db.ts";
import { hasCopies, selectCopied } from "./copy-store.ts";
import { insertEntries, type InstallSuppressionRow, selectListed } from "./store.ts";

/**
 * Which of these addresses the installation lets nobody write to, by address or by domain. One or two
 * queries of the copy beside the workspace, by hashes: they tell nothing but that.
 */
export async function installSuppressedAmong(
  ctx: WorkspaceCtx,
  emails: readonly string[],
): Promise<Set<string>> {
  if (emails.length === 0 || !(await hasCopies(ctx.db))) return new Set();
  const hashed = new Map<string, string>();
  const hashOf = (value: string): string => {
    const known = hashed.get(value);
    if (known !== undefined) return known;
    const { keyed } = hashesOf(ctx, value);
    hashed.set(value, keyed);
    return keyed;
  };
  const asked = emails.map((email) => {
    const address = email.trim().toLowerCase();
    return { email, hashes: [hashOf(address), hashOf(domainOf(address))] };
  });
  const listed = await selectCopied(ctx.db, [...new Set(hashed.values())]);
  return new Set(
    asked.flatMap(({ email, hashes }) => (hashes.some((h) => listed.has(h)) ? [email] : [])),
  );
}

/** The entry of an address on the list of the installation; null for none. */
export async function installSuppressionOf(
  ctx: Pick<Deps, "install" | "settings">,
  email: string,
): Promise<InstallSuppressionRow | null> {
  const [row] = await selectListed(ctx.install, [hashesOf(ctx, email).keyed]);
  return row ?? null;
}

/** The statement that suppresses an erased person everywhere, for good. */
export function suppressErased(
  ctx: Pick<Deps, "install" | "settings" | "now">,
  email: string,
  userId: UserId | null,
): InstallStatement {
  const { keyed, key } = hashesOf(ctx, email);
  const entry = { kind: "address", hash: keyed, cause: "erased", workspaceId: null } as const;
  return insertEntries(ctx.install, [entry], { hashKey: key, userId, now: ctx.now() });
}
