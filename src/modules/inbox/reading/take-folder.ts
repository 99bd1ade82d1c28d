import type { FetchResponse } from "#platform/wire/mail-reading.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import { isDatabaseTrouble } from "#platform/http/problem.ts";
import type { Reader } from "#modules/mailboxes/connections/open-reader.ts";
import { selectStoredHashes } from "./message-store.ts";
import { countStuck, moveCursor } from "#modules/inbox/sync/sync-store.ts";
import { dedupeHash, receivedAt, receivedMail, type Taking } from "./taking.ts";
import { takeMail } from "./take-mail.ts";

/**
 * After so many tries a mail that cannot be taken is skipped, so that it does not block the rest.
 */
const TRIES = 3;

/**
 * Takes a folder's new mails in order. Answers whether any of them concerned us. Throws where a
 * mail could not be taken: what came before it is kept, and the next sync begins with it.
 */
export async function takeFolder(
  ctx: WorkspaceCtx,
  mailbox: Reader,
  folder: FetchResponse["folders"][number],
  ours: ReadonlySet<string>,
): Promise<boolean> {
  const now = ctx.now();
  const cursorAt = (uid: number): Statement =>
    moveCursor(
      ctx.db,
      ctx.workspaceId,
      {
        mailboxId: mailbox.id,
        imapHost: mailbox.imap.host,
        imapUsername: mailbox.imap.username,
        folder: folder.folder,
        uidValidity: folder.uid_validity,
        lastUid: uid,
      },
      now,
    );
  const mails = [...folder.mails].sort((a, b) => a.uid - b.uid);
  if (mails.length === 0) return false;
  const stored = await selectStoredHashes(
    ctx.db,
    ctx.workspaceId,
    mailbox.id,
    mails.map(dedupeHash),
  );
  let found = false;
  /** The last mail that the stored cursor does not cover yet. */
  let passed: number | null = null;
  for (const mail of mails) {
    const hash = dedupeHash(mail);
    const taking: Taking = {
      mailbox,
      folder: folder.folder,
      uidValidity: folder.uid_validity,
      mail,
      received: receivedMail(mail),
      hash,
      receivedAt: receivedAt(mail, now),
      cursor: cursorAt(mail.uid),
    };
    const taken = !stored.has(hash) && (await takeOrPass(ctx, taking, ours));
    found ||= taken;
    passed = taken ? null : mail.uid;
  }
  if (passed !== null) await runBatch(ctx.db, [cursorAt(passed)]);
  return found;
}

async function takeOrPass(
  ctx: WorkspaceCtx,
  taking: Taking,
  ours: ReadonlySet<string>,
): Promise<boolean> {
  try {
    return await takeMail(ctx, taking, (address) => ours.has(address));
  } catch (cause) {
    const { mailbox, folder, uidValidity, mail } = taking;
    // Of this mail alone: a server that was away, or a database that takes nothing, is no fault of it.
    const at = { mailboxId: mailbox.id, folder, uidValidity, lastUid: mail.uid };
    const tries = isDatabaseTrouble(cause)
      ? 0
      : await countStuck(ctx.db, ctx.workspaceId, at, ctx.now());
    const last = tries >= TRIES;
    ctx.log(
      "mail.not_taken",
      { mailboxId: mailbox.id, folder, uid: mail.uid, tries, cause: describe(cause) },
      last ? "error" : "warn",
    );
    if (!last) throw cause;
    return false;
  }
}
