import { htmlToText } from "#modules/campaigns/rules/template/html-to-text.ts";
import { mailboxWarmupsStarted } from "#modules/mailboxes/hooks.ts";
import type { MoveRow } from "#modules/moving/moves/store.ts";
import type { FoundOf } from "#modules/moving/rules/found.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { changeBox, countFiledBy, countSentBy, type MoveBox } from "./boxes-store.ts";
import { setSender, warmed } from "./senders-store.ts";

/** Days of which the mean says how much a mailbox is used to. */
const USED_TO_DAYS = 14;
const MOST_A_DAY = 5_000;
const MOST_WARMUP = 200;

/**
 * Takes limits, pause, signature and reply address over, once, when the mailbox is connected. Its
 * ramp begins at what it sent a day lately, and is off where that reaches its limit.
 */
export async function setUpSender(
  ctx: WorkspaceCtx,
  move: MoveRow,
  box: MoveBox,
  mailboxId: MailboxId,
  found: FoundOf<"sender"> | null,
): Promise<void> {
  const { install, db, workspaceId } = ctx;
  const now = ctx.now();
  if (found) {
    const since = later(now, -USED_TO_DAYS * DAY_MS);
    const [listed, filed] = await Promise.all([
      countSentBy(install, move.id, box.email, since),
      countFiledBy(install, box, since),
    ]);
    const sent = Math.max(listed, filed);
    const mean = Math.round(sent / USED_TO_DAYS);
    const limit = found.daily_limit;
    const ramps = mean > 0 && limit !== null ? mean < limit : null;
    const values = {
      dailyLimit: limit === null ? null : Math.min(Math.max(limit, 1), MOST_A_DAY),
      minGapSeconds:
        found.gap_minutes === null ? null : Math.min(Math.round(found.gap_minutes * 60), 86_400),
      signatureHtml: found.signature_html,
      signatureText: found.signature_html === null ? null : htmlToText(found.signature_html),
      replyTo: found.reply_to?.trim() ? found.reply_to.trim().toLowerCase() : null,
      rampEnabled: ramps,
      rampStart: ramps === true ? mean : null,
    };
    const warmup = found.warmup_daily ?? 0;
    await runBatch(db, [
      setSender(db, workspaceId, mailboxId, values, now),
      ...(warmup > 0
        ? ctx.hooks.one(mailboxWarmupsStarted)(
            ctx,
            warmed(workspaceId, mailboxId, Math.min(warmup, MOST_WARMUP)),
          )
        : []),
    ]);
  }
  await runBatch(install, [changeBox(install, box, { mailboxId, setAt: now })]);
}
