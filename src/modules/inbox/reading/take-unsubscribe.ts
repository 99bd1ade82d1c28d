import { trackingSecrets } from "#platform/ctx/settings.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { formerIds } from "#modules/leads/hashes/former-hashes.ts";
import type { Tracked } from "#modules/links/rules/token.ts";
import {
  readForeignSubject,
  readUnsubscribeSubject,
} from "#modules/links/rules/unsubscribe-mail.ts";
import { recipientsOfSend, unsubscribe } from "#modules/campaigns/unsubscribe/unsubscribe.ts";
import type { Taking } from "./taking.ts";

/**
 * Unsubscribes by a mail to the address in List-Unsubscribe, regardless of its sender: its token
 * proves which mail of this workspace it answers. It is no reply and is not kept. False: it is
 * none. Safe to repeat.
 */
export async function takeUnsubscribe(ctx: WorkspaceCtx, taking: Taking): Promise<boolean> {
  const secrets = trackingSecrets(ctx.settings);
  const tracked =
    readUnsubscribeSubject(secrets, taking.received.subject) ?? (await fromElsewhere(ctx, taking));
  if (tracked?.workspaceId !== ctx.workspaceId) return false;
  await unsubscribe(ctx, { sendId: tracked.sendId, source: "mailto" });
  await runBatch(ctx.db, [taking.cursor]);
  return true;
}

/**
 * A mail of this workspace that another installation sent, before the workspace came here: only that
 * one can prove its tokens, so the sender must be who got the mail.
 */
async function fromElsewhere(ctx: WorkspaceCtx, { received }: Taking): Promise<Tracked | null> {
  const tracked = readForeignSubject(received.subject);
  if (tracked === null) return null;
  const former = await formerIds(ctx);
  if (!former.includes(tracked.workspaceId)) return null;
  const from = received.from?.address.toLowerCase() ?? "";
  const sentTo = await recipientsOfSend(ctx, tracked.sendId);
  return sentTo.includes(from) ? { ...tracked, workspaceId: ctx.workspaceId } : null;
}
