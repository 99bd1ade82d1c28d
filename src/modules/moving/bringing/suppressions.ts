import { hashesOf } from "#modules/leads/hashes/hashes.ts";
import { readSuppression } from "#modules/leads/rules/suppression-entry.ts";
import {
  insertSuppressions,
  type NewSuppression,
} from "#modules/leads/suppressions/import-store.ts";
import type { FoundRowOf } from "#modules/moving/reading/found-store.ts";
import type { FoundOf } from "#modules/moving/rules/found.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";

const REASONS: Readonly<Record<FoundOf<"suppression">["reason"], NewSuppression["reason"]>> = {
  unsubscribed: "unsubscribed",
  bounced: "bounced",
  blocked: "do_not_contact",
};

/** Suppresses what the rival suppresses; answers what is neither an address nor a domain, by id. Safe to repeat. */
export async function bringSuppressions(
  ctx: WorkspaceCtx,
  rows: readonly FoundRowOf<"suppression">[],
): Promise<ReadonlyMap<number, string>> {
  const notes = new Map<number, string>();
  const entries = rows.flatMap(({ id, data }): NewSuppression[] => {
    const entry = readSuppression(data.value);
    if (entry === null || entry.value === null) {
      notes.set(id, "It is neither an address nor a domain, so nothing was suppressed.");
      return [];
    }
    const { kind, value } = entry;
    return [{ kind, value, hashes: hashesOf(ctx, value), reason: REASONS[data.reason] }];
  });
  if (entries.length > 0) {
    const options = { hashOnly: false, now: ctx.now() };
    await insertSuppressions(ctx.db, ctx.workspaceId, entries, options);
  }
  return notes;
}
