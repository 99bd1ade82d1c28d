import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { selectActive } from "#modules/warmup/exchange/exchange-store.ts";
import { selectToOutside } from "./outside-store.ts";
import { selectJoined, selectStandingPartners } from "./pool-store.ts";

/**
 * Those of these mails that may leave as far as their partners are concerned: who is outside of the
 * workspace must be a partner at this very moment, and so must the mailbox that writes.
 */
export async function stillPartners(
  ctx: WorkspaceCtx,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const outside = await selectToOutside(ctx.db, ctx.workspaceId, ids);
  if (outside.length === 0) return new Set(ids);
  const ofPool = outside.filter(({ exchangeId }) => exchangeId === null);
  const emails = [...new Set(ofPool.map(({ partner }) => partner))];
  const [joined, standing] =
    ofPool.length === 0
      ? [[], new Set<string>()]
      : await Promise.all([
          selectJoined(ctx.install, ctx.workspaceId),
          selectStandingPartners(ctx.install, ctx.workspaceId, emails),
        ]);
  const chosen = new Set(joined.map(({ mailboxId }) => mailboxId));
  const active =
    ofPool.length === outside.length ? [] : await selectActive(ctx.install, ctx.workspaceId);
  const stands = ({ from, partner, exchangeId }: (typeof outside)[number]): boolean =>
    exchangeId === null
      ? chosen.has(from) && standing.has(partner)
      : active.some(({ id, mailboxIds }) => id === exchangeId && mailboxIds.includes(from));
  const over = new Set(outside.filter((mail) => !stands(mail)).map(({ id }) => id));
  return new Set(ids.filter((id) => !over.has(id)));
}
