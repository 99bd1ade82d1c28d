import { suppressMany } from "#modules/leads/suppressions/suppress.ts";
import type { FoundRowOf } from "#modules/moving/reading/found-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";

const REASONS = {
  unsubscribed: "unsubscribed",
  bounced: "bounced",
  blocked: "do_not_contact",
} as const;

/** Suppresses what the rival suppresses; answers what is neither an address nor a domain, by id. Safe to repeat. */
export async function bringSuppressions(
  ctx: WorkspaceCtx,
  rows: readonly FoundRowOf<"suppression">[],
): Promise<ReadonlyMap<number, string>> {
  const given = rows.map(({ data }) => ({ value: data.value, reason: REASONS[data.reason] }));
  const wrong = await suppressMany(ctx, given);
  const noted = rows.filter(({ data }) => wrong.has(data.value));
  const note = "It is neither an address nor a domain, so nothing was suppressed.";
  return new Map(noted.map(({ id }) => [id, note]));
}
