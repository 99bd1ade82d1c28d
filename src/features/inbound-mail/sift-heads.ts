import type { InboundMail } from "#contract/mail-reading.ts";
import type { WorkspaceCtx } from "#core/ctx.ts";
import { answeredIds } from "#domain/mail/match.ts";
import { mayBeReport } from "#domain/mail/bounce.ts";
import { later } from "#domain/time.ts";
import { WARMUP_HEADER } from "#domain/warmup/token.ts";
import type { Reader } from "#features/mailboxes/open-reader.ts";
import { SUBJECT_WINDOW_MS } from "./find-send.ts";
import { selectKnownIds, selectWrittenTo } from "./sift-store.ts";
import { receivedMail } from "./taking.ts";

/** Mails looked up at once: their ids fit into one parameter. */
const GROUP = 100;

/**
 * Of mails known by their headers, those that may concern us and have to be read whole: answers to
 * what we sent, mail from people whom this mailbox wrote to lately, reports, and warmup. Wider than
 * what taking them finds, never narrower.
 */
export async function siftHeads(
  ctx: WorkspaceCtx,
  mailbox: Reader,
  heads: readonly InboundMail[],
): Promise<number[]> {
  const { db, workspaceId } = ctx;
  const since = later(ctx.now(), -SUBJECT_WINDOW_MS);
  const wanted: number[] = [];
  for (let i = 0; i < heads.length; i += GROUP) {
    const group = heads.slice(i, i + GROUP).map((head) => {
      const received = receivedMail(head);
      const sender = received.from?.address.trim().toLowerCase() ?? "";
      return { head, received, sender, ids: answeredIds(received) };
    });
    const [ids, people] = await Promise.all([
      selectKnownIds(db, workspaceId, [...new Set(group.flatMap((mail) => mail.ids))]),
      selectWrittenTo(
        db,
        workspaceId,
        mailbox.id,
        [...new Set(group.map((mail) => mail.sender))],
        since,
      ),
    ]);
    for (const mail of group) {
      const isWanted =
        mail.ids.some((id) => ids.has(id)) ||
        people.has(mail.sender) ||
        mayBeReport(mail.received) ||
        Object.hasOwn(mail.head.headers, WARMUP_HEADER.toLowerCase());
      if (isWanted) wanted.push(mail.head.uid);
    }
  }
  return wanted;
}
