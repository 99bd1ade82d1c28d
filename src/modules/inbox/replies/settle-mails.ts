import type { SendResult } from "#platform/wire/transmission.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { unreachable } from "#platform/rules/never.ts";
import {
  type Outcome,
  outcomeOf,
  retryDelayMs,
  speaksOf,
  troubleText,
} from "#modules/delivery/rules/outcome.ts";
import { later, SECOND_MS } from "#platform/rules/time.ts";
import { noteMailboxFailure } from "#modules/mailboxes/connections/note-sending-failure.ts";
import { bounceLead } from "#modules/campaigns/lead-events/bounce-lead.ts";
import { readMessageTicket } from "#platform/mail/ticket.ts";
import {
  finishMail,
  requeueMail,
  selectMailsToSettle,
  type SettlingMail,
  showMail,
  standsAsRead,
} from "./settle-store.ts";

/** What the mail service did not take is offered again after this. */
const AWAY_MS = 10 * SECOND_MS;

type Settling = {
  readonly mail: SettlingMail;
  readonly result: SendResult;
  readonly outcome: Outcome;
};
type Guard = ReturnType<typeof standsAsRead>;

/**
 * Stores what became of mails that people wrote, as `settleSends` does for a campaign's: repeating
 * a report changes nothing, and an accepted message counts as sent whatever lease it went out
 * under. What left joins its conversation; what a server refused for good, or could not be sent
 * from its mailbox, fails, since a person has to look; the rest is tried again.
 */
export async function settleMails(
  ctx: WorkspaceCtx,
  results: readonly SendResult[],
): Promise<void> {
  const byId = new Map(results.map((r) => [readMessageTicket(r.ticket)?.id, r]));
  const ids = [...byId.keys()].filter((id) => id !== undefined);
  for (const mail of await selectMailsToSettle(ctx.db, ctx.workspaceId, ids)) {
    const result = byId.get(mail.id);
    if (!result || !concerns(mail, result)) continue;
    await settle(ctx, { mail, result, outcome: outcomeOf(result) });
  }
}

/** Whether a report still has something to say about the mail as it stands. */
function concerns(mail: SettlingMail, result: SendResult): boolean {
  if (mail.messageId !== result.message_id) return false;
  if (result.ending === "accepted") {
    return ["queued", "leased", "sending", "unknown"].includes(mail.state);
  }
  return mail.lease === result.lease && speaksOf(mail.state, result);
}

async function settle(ctx: WorkspaceCtx, settling: Settling): Promise<void> {
  const { mail, outcome } = settling;
  const guard = standsAsRead(ctx.workspaceId, mail);
  switch (outcome.kind) {
    case "sent":
    case "unknown": {
      // An unknown mail was shown when it became unknown.
      const shown = mail.state === "unknown";
      const now = ctx.now();
      await runBatch(ctx.db, [
        ...(shown ? [] : showMail(ctx.db, ctx.workspaceId, mail, now, guard)),
        finish(ctx, settling, outcome.kind, guard),
      ]);
      return;
    }
    case "release":
      return requeue(ctx, settling, AWAY_MS, false, guard);
    case "retry":
      return again(ctx, settling, guard);
    case "mailbox":
      if (outcome.trouble === "connection") return again(ctx, settling, guard);
      await runBatch(ctx.db, [finish(ctx, settling, "failed", guard)]);
      await noteMailboxFailure(ctx, mail.mailboxId, {
        kind: outcome.trouble,
        message: troubleText(settling.result),
      });
      return;
    case "failed":
      await runBatch(ctx.db, [finish(ctx, settling, "failed", guard)]);
      return;
    case "bounced":
      await runBatch(ctx.db, [
        ...bounced(ctx, mail, guard),
        finish(ctx, settling, "failed", guard),
      ]);
      return;
    default:
      return unreachable(outcome);
  }
}

async function again(ctx: WorkspaceCtx, settling: Settling, guard: Guard): Promise<void> {
  const delay = retryDelayMs(settling.mail.attempts);
  if (delay !== null) return requeue(ctx, settling, delay, true, guard);
  await runBatch(ctx.db, [finish(ctx, settling, "failed", guard)]);
}

function finish(
  ctx: WorkspaceCtx,
  { mail, result }: Settling,
  state: "sent" | "unknown" | "failed",
  guard: Guard,
): Statement {
  const { code } = result;
  const response = wordsOf(result);
  const evidence = result.replayed ? "journal" : "smtp";
  const as = { state, code, response, evidence };
  return finishMail(ctx.db, ctx.workspaceId, mail.id, as, ctx.now(), guard);
}

/** What a person reads: the server's own words, or how far the dialogue came. */
const wordsOf = ({ response, ending, phase }: SendResult): string | null =>
  response ?? (ending === "accepted" || ending === "withheld" ? null : `${ending} at ${phase}`);

async function requeue(
  ctx: WorkspaceCtx,
  { mail, result }: Settling,
  delayMs: number,
  counted: boolean,
  guard: Guard,
): Promise<void> {
  const dueAt = later(ctx.now(), delayMs);
  const { code } = result;
  const again = { id: mail.id, dueAt, counted, code, response: wordsOf(result) };
  await runBatch(ctx.db, [requeueMail(ctx.db, ctx.workspaceId, again, guard)]);
}

/** The lead's address does not exist. With more recipients nobody knows whose it was. */
function bounced(ctx: WorkspaceCtx, mail: SettlingMail, guard: Guard): Statement[] {
  const { leadId, leadEmail } = mail;
  const recipients = [...mail.to, ...mail.cc, ...mail.bcc];
  if (leadId === null || leadEmail === null || recipients.some((a) => a !== leadEmail)) return [];
  return bounceLead(ctx, { leadId, email: leadEmail }, guard);
}
