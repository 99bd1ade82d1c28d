import { inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { unreachable } from "#platform/rules/errors.ts";
import { classifyMail } from "#modules/inbox/rules/kinds/classify-mail.ts";
import { judgeMailbox } from "#modules/health/mailbox-health/judge-mailbox.ts";
import { takeReturnedWarmup } from "#modules/warmup/mailbox-care/take-returned.ts";
import { takeWarmup } from "#modules/warmup/mailbox-care/take-warmup.ts";
import { confirmDelivery } from "./confirm-delivery.ts";
import { findAnswered, findReported } from "#modules/inbox/matching/find-send.ts";
import { takeBounce } from "#modules/inbox/bounces/take-bounce.ts";
import { takeComplaint } from "#modules/inbox/bounces/take-complaint.ts";
import { takeReports } from "#modules/reputation/reports/take-reports.ts";
import { takeReply } from "./take-reply.ts";
import { takeUnsubscribe } from "./take-unsubscribe.ts";
import type { Taking } from "./taking.ts";

/**
 * Takes one mail: warmup mail goes its own way, reports about DMARC and TLS are counted, a mail to List-Unsubscribe is obeyed, what belongs to a send has its effects and moves the cursor in the same batch.
 * False: it concerns nobody here (our own mail, or no send of this workspace), nothing was written,
 * and the caller moves the cursor.
 */
export async function takeMail(
  ctx: WorkspaceCtx,
  taking: Taking,
  isOurs: (address: string) => boolean,
): Promise<boolean> {
  const warmup = await takeWarmup(ctx, taking);
  if (warmup) {
    const { spamFrom } = warmup;
    if (spamFrom) await judgeMailbox(inWorkspace(ctx, spamFrom.workspaceId), spamFrom.mailboxId);
    return true;
  }
  if (await takeReports(ctx, taking)) return true;
  if (await takeUnsubscribe(ctx, taking)) return true;
  const kind = classifyMail(taking.received, isOurs);
  switch (kind.kind) {
    case "own":
      return false;
    case "reply":
    case "auto_reply": {
      const match = await findAnswered(ctx, taking, kind.kind === "auto_reply");
      if (!match) return false;
      await takeReply(ctx, taking, match, kind, isOurs);
      return true;
    }
    case "bounce": {
      if (await takeReturnedWarmup(ctx, kind.bounce.returnedIds, taking.cursor)) return true;
      const match = await findReported(ctx, taking, kind.bounce);
      if (!match) return false;
      await takeBounce(ctx, taking, match, kind.bounce);
      return true;
    }
    case "complaint": {
      const { recipient, returnedIds } = kind.complaint;
      const recipients = recipient === null ? [] : [recipient];
      const match = await findReported(ctx, taking, { returnedIds, recipients });
      if (!match) return false;
      await takeComplaint(ctx, taking, match);
      return true;
    }
    case "delivered": {
      const match = await findReported(ctx, taking, { ...kind.notice, recipients: [] });
      if (!match) return false;
      await runBatch(ctx.db, [...confirmDelivery(ctx, match, "dsn"), taking.cursor]);
      return true;
    }
    default:
      return unreachable(kind);
  }
}
