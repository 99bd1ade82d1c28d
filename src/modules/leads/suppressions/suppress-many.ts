import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import { readSuppression } from "#modules/leads/rules/suppression-entry.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { insertSuppressions, type NewSuppression } from "./import-store.ts";

/** Suppresses addresses and domains; answers those that are neither. Safe to repeat. */
export async function suppressMany(
  ctx: WorkspaceCtx,
  given: readonly { readonly value: string; readonly reason: NewSuppression["reason"] }[],
): Promise<ReadonlySet<string>> {
  const wrong = new Set<string>();
  const entries = given.flatMap(({ value: text, reason }): NewSuppression[] => {
    const entry = readSuppression(text);
    if (entry === null || entry.value === null) {
      wrong.add(text);
      return [];
    }
    const { kind, value } = entry;
    return [{ kind, value, hashes: hashesOf(ctx, value), reason }];
  });
  if (entries.length > 0) {
    const options = { hashOnly: false, now: ctx.now() };
    await insertSuppressions(ctx.db, ctx.workspaceId, entries, options);
  }
  return wrong;
}
