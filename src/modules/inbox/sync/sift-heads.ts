import type { MailHead } from "#platform/wire/mail-reading.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { answeredIds } from "#modules/inbox/rules/match.ts";
import { mayBeReport } from "#modules/inbox/rules/kinds/bounce.ts";
import { companyDomain, senderAddresses } from "#modules/mailboxes/rules/sender.ts";
import { later } from "#platform/rules/time.ts";
import { WARMUP_HEADER } from "#modules/warmup/rules/token.ts";
import type { Reader } from "#modules/mailboxes/connections/open-reader.ts";
import { SUBJECT_WINDOW_MS } from "#modules/inbox/matching/find-send.ts";
import { selectKnownIds, selectWrittenTo, selectWrittenToDomains } from "./sift-store.ts";

/** Looked up at once: 320 characters each at most, so that they fit into one parameter. */
const GROUP = 500;

/**
 * Of mails known by their headers, those that may concern us and have to be read whole: answers to
 * what we sent, unsubscribes, mail from people and companies whom this mailbox wrote to lately,
 * reports, warmup, and mail that could not be judged. Wider than what taking them finds, never
 * narrower.
 */
export async function siftHeads(
  ctx: WorkspaceCtx,
  mailbox: Reader,
  heads: readonly MailHead[],
): Promise<number[]> {
  const { db, workspaceId } = ctx;
  const since = later(ctx.now(), -SUBJECT_WINDOW_MS);
  const { free } = await ctx.tables.addresses();
  const mails = heads.map((head) => {
    const received = { ...head, inReplyTo: head.in_reply_to };
    const sender = head.from?.address ?? "";
    const domain = companyDomain(sender, free);
    return { head, received, domain, senders: senderAddresses(sender), ids: answeredIds(received) };
  });
  const ids = await known(new Set(mails.flatMap((mail) => mail.ids)), (group) =>
    selectKnownIds(db, workspaceId, group),
  );
  const people = await known(new Set(mails.flatMap((mail) => mail.senders)), (group) =>
    selectWrittenTo(db, workspaceId, mailbox.id, group, since),
  );
  const companies = await known(
    new Set(mails.map((mail) => mail.domain).filter((domain) => domain !== "")),
    (group) => selectWrittenToDomains(db, workspaceId, mailbox.id, group, since),
  );
  return mails
    .filter(
      ({ head, received, domain, senders, ids: named }) =>
        head.cut ||
        named.some((id) => ids.has(id)) ||
        senders.some((sender) => people.has(sender)) ||
        companies.has(domain) ||
        mayBeReport(received) ||
        /\bunsubscribe\b/i.test(head.headers["subject"] ?? "") ||
        Object.hasOwn(head.headers, WARMUP_HEADER.toLowerCase()),
    )
    .map(({ head }) => head.uid);
}

async function known(
  values: ReadonlySet<string>,
  select: (group: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<ReadonlySet<string>> {
  const all = [...values];
  const found = new Set<string>();
  for (let i = 0; i < all.length; i += GROUP) {
    for (const value of await select(all.slice(i, i + GROUP))) found.add(value);
  }
  return found;
}
