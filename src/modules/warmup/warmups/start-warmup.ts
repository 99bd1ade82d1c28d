import type { StartWarmupBody } from "#modules/warmup/contract/warmup.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { WARMUP_DEFAULTS } from "#modules/warmup/rules/states.ts";
import { changedSettings } from "./settings.ts";
import {
  mailboxStands,
  selectReadable,
  selectWarmup,
  startOrResume,
  wakeLonely,
} from "#modules/warmup/mails/state-store.ts";

/**
 * Starts a mailbox's warmup, or lets a paused one go on with its progress. On a
 * running one nothing happens but that the settings given are taken. Throws `not_found`, and
 * `invalid_state` for a mailbox that only sends.
 */
export async function startWarmup(
  ctx: MemberCtx,
  id: MailboxId,
  body: StartWarmupBody,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const mailbox = await selectReadable(db, workspaceId, id);
  if (!mailbox) throw notFound("mailbox");
  if (!mailbox.canRead) {
    throw new AppError(
      "invalid_state",
      "Warmup replies to emails and moves them out of the spam folder. Add IMAP settings to the mailbox first.",
    );
  }
  const row = await selectWarmup(db, workspaceId, id);
  const settings = changedSettings(row ?? WARMUP_DEFAULTS, body);
  if (row && row.state !== "paused" && Object.keys(body).length === 0) return;
  const now = ctx.now();
  await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: "warmup.started",
        workspaceId,
        target: { type: "mailbox", id },
        details: { fields: Object.keys(body) },
      },
      onlyIf(mailboxStands(workspaceId, id)),
    ),
    startOrResume(db, workspaceId, id, settings, now),
  ]);
  await wakeLonely(db, workspaceId, now);
}
