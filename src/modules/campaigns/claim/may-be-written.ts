import { reserveFirstContacts } from "#modules/campaigns/first-contacts/first-contacts.ts";
import { installSuppressedAmong } from "#modules/leads/install-suppressions/install-suppressed.ts";
import { isListBehind } from "#modules/leads/install-suppressions/copy-list.ts";
import type { PlaceFacts } from "#modules/campaigns/rules/leaving/facts.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
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
  const allowed = mails.filter(({ email }) => !barred.has(email));
  const firsts = allowed.filter(({ isFirst }) => isFirst).map(({ email }) => email);
  const isOurs = await reserveFirstContacts(ctx, firsts);
  return new Set(
    allowed.filter(({ isFirst, email }) => !isFirst || isOurs(email)).map(({ id }) => id),
  );
}
