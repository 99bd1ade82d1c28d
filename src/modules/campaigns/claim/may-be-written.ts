import { reserveFirstContacts } from "#modules/campaigns/first-contacts/first-contacts.ts";
import { installSuppressedAmong } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { isListBehind } from "#modules/leads/install-suppressions/copy-list.ts";
import type { PlaceFacts } from "#modules/campaigns/rules/leaving/facts.ts";
import { campaignsBehindMove } from "#modules/campaigns/hooks.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { CampaignId, WorkspaceId } from "#platform/rules/ids.ts";
import { heldByPace } from "#modules/campaigns/pacing/slow-down.ts";
import { openNow } from "./open-now.ts";
import { selectIsPaused, selectRecipients } from "./may-be-written-store.ts";

/** What stops a workspace as a whole. */
export async function workspaceFacts(ctx: WorkspaceCtx): Promise<PlaceFacts["workspace"]> {
  const [isPaused, isBehind] = await Promise.all([
    selectIsPaused(ctx.db, ctx.workspaceId),
    isListBehind(ctx),
  ]);
  return { isPaused, isListBehind: isBehind };
}

/** By campaign, the product whose news of its leads are not stored yet; null: none. One query for all of them. */
export async function productsBehind(
  deps: Pick<Deps, "install" | "hooks">,
): Promise<(workspaceId: WorkspaceId, id: CampaignId) => string | null> {
  const answers = deps.hooks.ask(campaignsBehindMove).map((ask) => ask(deps));
  const rows = (await Promise.all(answers)).flat();
  const key = (workspaceId: WorkspaceId, id: CampaignId) => `${workspaceId}/${id}`;
  const products = new Map(
    rows.map((row) => [key(row.workspaceId, row.campaignId), row.product] as const),
  );
  return (workspaceId, id) => products.get(key(workspaceId, id)) ?? null;
}

/**
 * Those of these sends whose hour it is and whom the installation lets write: the rules of the gate
 * that SQL can't ask. First mails that pass are noted, so it is asked last.
 */
export async function mayLeaveNow(
  ctx: WorkspaceCtx,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const inTime = await openNow(ctx, ids);
  const held = await heldByPace(ctx, [...inTime]);
  const open = [...inTime].filter((id) => !held.has(id));
  const mails = await selectRecipients(ctx.db, ctx.workspaceId, open);
  const barred = await installSuppressedAmong(ctx, [...new Set(mails.map(({ email }) => email))]);
  const behind = await productsBehind(ctx);
  const allowed = mails.filter(
    ({ email, campaignId }) => !barred.has(email) && behind(ctx.workspaceId, campaignId) === null,
  );
  const firsts = allowed.filter(({ isFirst }) => isFirst).map(({ email }) => email);
  const isOurs = await reserveFirstContacts(ctx, firsts);
  return new Set(
    allowed.filter(({ isFirst, email }) => !isFirst || isOurs(email)).map(({ id }) => id),
  );
}
