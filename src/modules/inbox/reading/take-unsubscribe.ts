import { trackingSecrets } from "#platform/ctx/settings.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { readUnsubscribeSubject } from "#modules/links/rules/unsubscribe-mail.ts";
import { unsubscribe } from "#modules/campaigns/unsubscribe/unsubscribe.ts";
import type { Taking } from "./taking.ts";

/**
 * Unsubscribes by a mail to the address in List-Unsubscribe, regardless of its sender: its token
 * proves which mail of this workspace it answers. It is no reply and is not kept. False: it is
 * none. Safe to repeat.
 */
export async function takeUnsubscribe(ctx: WorkspaceCtx, taking: Taking): Promise<boolean> {
  const secrets = trackingSecrets(ctx.settings);
  const tracked = readUnsubscribeSubject(secrets, taking.received.subject);
  if (tracked?.workspaceId !== ctx.workspaceId) return false;
  await unsubscribe(ctx, { sendId: tracked.sendId, source: "mailto" });
  await runBatch(ctx.db, [taking.cursor]);
  return true;
}
