import { inEnglish, phrase } from "#platform/words/phrase.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { stoppedNotice } from "./stopped-notice.ts";
import { stopActive } from "./store.ts";

/** A stored password that VAULT_KEYS no longer opens stops its mailbox: only entering it again helps. */
export async function flagUnreadablePassword(ctx: WorkspaceCtx, id: MailboxId): Promise<void> {
  const why = phrase("The saved password can no longer be decrypted. Enter it again.");
  await stopActive(
    ctx.db,
    ctx.workspaceId,
    id,
    { status: "connection_error", message: inEnglish(why), now: ctx.now() },
    stoppedNotice(ctx, id, "mailbox_failed", why),
  );
}
