import { inEnglish, type Phrase, phrase } from "#platform/words/phrase.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { type MailboxId, type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { isBlocked, LEAD_BLOCKS } from "#modules/delivery/rules/blocks.ts";
import { HOUR_MS, later } from "#platform/rules/time.ts";
import { stoppedNotice } from "#modules/mailboxes/mailboxes/stopped-notice.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { statStatement } from "#modules/campaigns/stats/stat-statement.ts";
import {
  type Blocked,
  countTries,
  giveBack,
  type Refused,
  selectBlocked,
  selectRefused,
  stillRefused,
  stopBlocked,
} from "./block-store.ts";
import { pauseBlockedCampaigns } from "./protect-campaign.ts";

/** Another process may change what was read; then it is read again, so often. */
const TRIES = 3;

/**
 * Called after each mail of a mailbox that was refused for who sent it or what it says: by a server
 * at once, by a bounce, or by a provider's event. One of them says nothing about the mailbox; enough
 * of them, at several domains, stop it (settings, `guardrails.block`), and then the leads that
 * ended for it in that time go back to the queue, unless they were refused too often already or
 * their campaign is completed. Safe to repeat. `reason` is what the last server said.
 */
export async function judgeBlocks(
  ctx: WorkspaceCtx,
  mailboxId: MailboxId,
  reason: string,
): Promise<void> {
  const { block: rule } = (await readSettings(ctx)).guardrails;
  for (let i = 0; i < TRIES; i++) {
    const mailbox = await selectBlocked(ctx.db, ctx.workspaceId, mailboxId);
    if (!mailbox) return;
    const begins = ctx.now() - rule.window_hours * HOUR_MS;
    const since = unixMs(Math.max(begins, mailbox.blocksSince ?? 0));
    if (mailbox.status === "active") {
      // What came back at the moment of the last stop belongs to it.
      const found = await countTries(ctx.db, ctx.workspaceId, mailboxId, later(since, 1));
      if (!isBlocked(found, rule)) return;
      const judged = { ...found, reason: plainLine(reason, 300) };
      if (await stop(ctx, mailbox, since, judged)) break;
    } else {
      // What was on its way when it stopped.
      if (mailbox.status !== "sending_error" || mailbox.blocksSince === null) return;
      if (mailbox.blocksSince < begins) return;
      const back = await refusedSince(ctx, mailboxId, since);
      if (back.open.length > 0) await runBatch(ctx.db, giveBackStatements(ctx, mailbox, back.open));
      return;
    }
  }
  await pauseBlockedCampaigns(ctx, mailboxId);
}

type Judged = Parameters<typeof isBlocked>[0] & { readonly reason: string };

/** Answers whether it is stopped now. */
async function stop(
  ctx: WorkspaceCtx,
  mailbox: Blocked,
  since: UnixMs,
  judged: Judged,
): Promise<boolean> {
  const { db, workspaceId } = ctx;
  const { open, over } = await refusedSince(ctx, mailbox.id, since);
  const ids = open.map((refused) => refused.id);
  const why = whyOf(judged, over);
  const message = inEnglish(why);
  const now = ctx.now();
  const guard = stillRefused(workspaceId, ids, mailbox);
  await runBatch(db, [
    stoppedNotice(ctx, mailbox.id, "mailbox_failed", why)(guard),
    ...giveBackStatements(ctx, mailbox, open),
    stopBlocked(db, workspaceId, mailbox, ids, { message, now }),
  ]);
  const after = await selectBlocked(db, workspaceId, mailbox.id);
  if (after?.status === "active") return false;
  ctx.log("mailbox.blocked", { mailboxId: mailbox.id, back: ids.length }, "warn");
  return true;
}

async function refusedSince(ctx: WorkspaceCtx, mailboxId: MailboxId, since: UnixMs) {
  const all = await selectRefused(ctx.db, ctx.workspaceId, mailboxId, since, LEAD_BLOCKS);
  return { open: all.filter((one) => !one.isOver), over: all.filter((one) => one.isOver).length };
}

function giveBackStatements(ctx: WorkspaceCtx, mailbox: Blocked, refused: readonly Refused[]) {
  const { db, workspaceId } = ctx;
  if (refused.length === 0) return [];
  const ids = refused.map((one) => one.id);
  const guard = stillRefused(workspaceId, ids, mailbox);
  return [
    statStatement(
      ctx,
      refused.map(({ campaignId, stepId, variant, mailboxId, finishedAt: at }) => ({
        metric: "failed" as const,
        by: -1,
        campaignId,
        stepId,
        variant,
        mailboxId,
        at,
      })),
      guard,
    ),
    ...giveBack(db, workspaceId, ids, ctx.now(), guard),
  ];
}

function whyOf({ tries, blocks, domains, reason }: Judged, over: number): Phrase {
  const what =
    reason === ""
      ? phrase("{blocks} of its last {tries} emails were blocked, at {domains} domains.", {
          blocks,
          tries,
          domains,
        })
      : phrase(
          "{blocks} of its last {tries} emails were blocked, at {domains} domains. Last response: {response}.",
          { blocks, tries, domains, response: reason.replace(/\.$/, "") },
        );
  return over === 0
    ? what
    : phrase("{what} Failed leads in completed campaigns: {over}.", { what, over });
}
