import type { FetchResponse, MailHead } from "#platform/wire/mail-reading.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import type { Reader } from "#modules/mailboxes/connections/open-reader.ts";
import { siftHeads } from "#modules/inbox/sync/sift-heads.ts";
import { moveCursor } from "#modules/inbox/sync/sync-store.ts";
import { takeFolder } from "./take-folder.ts";

/** Mails read whole in one call of the companion. */
const MAILS_PER_FETCH = 50;

/**
 * Takes a folder of which much is new, by the headers first: what may concern us is read whole and
 * taken in order, the rest is skipped. Answers and throws as `takeFolder`, and as the mail service;
 * what was taken before stays taken. "gone": the folder was deleted or recreated meanwhile, and not
 * everything in it was taken.
 */
export async function takeHeads(
  ctx: WorkspaceCtx,
  mailbox: Reader,
  { folder: name, uid_validity }: FetchResponse["folders"][number],
  heads: readonly MailHead[],
  ours: ReadonlySet<string>,
): Promise<boolean | "gone"> {
  const last = heads.at(-1);
  if (!last) return false;
  const wanted = await siftHeads(ctx, mailbox, heads);
  let found = false;
  for (let i = 0; i < wanted.length;) {
    const uids = wanted.slice(i, i + MAILS_PER_FETCH);
    const { folders } = await ctx.mail.fetch({
      imap: mailbox.imap,
      allow_private: allowsPrivateNetworks(ctx.settings),
      folders: [{ folder: name, uid_validity, last_uid: 0, uids }],
      limit: MAILS_PER_FETCH,
    });
    const whole = folders[0];
    if (!whole || whole.uid_validity !== uid_validity) return "gone";
    found = (await takeFolder(ctx, mailbox, whole, ours)) || found;
    // Long mails may need another call; one that is gone needs none.
    const done = whole.more ? (whole.mails.at(-1)?.uid ?? 0) : (uids.at(-1) ?? 0);
    const next = wanted.findIndex((uid) => uid > done);
    i = next < 0 ? wanted.length : next;
  }
  const { db, workspaceId } = ctx;
  const at = {
    mailboxId: mailbox.id,
    imapHost: mailbox.imap.host,
    imapUsername: mailbox.imap.username,
    folder: name,
    uidValidity: uid_validity,
    lastUid: last.uid,
  };
  await runBatch(db, [moveCursor(db, workspaceId, at, ctx.now())]);
  return found;
}
