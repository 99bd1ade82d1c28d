import { receivedMail } from "#modules/inbox/reading/taking.ts";
import { isOptOut } from "#modules/inbox/rules/categories.ts";
import { classifyMail, type MailKind } from "#modules/inbox/rules/kinds/classify-mail.ts";
import { categorise } from "#modules/inbox/rules/replies/categorise.ts";
import { mayBeReport } from "#modules/inbox/rules/kinds/bounce.ts";
import { openReader, type Reader } from "#modules/mailboxes/connections/open-reader.ts";
import { selectFound, waitForPlaces } from "#modules/moving/reading/found-store.ts";
import type { MoveRow } from "#modules/moving/moves/store.ts";
import { mailboxesNamed } from "#modules/moving/bringing/made-store.ts";
import { moverCtx } from "#modules/moving/bringing/mover-ctx.ts";
import { setUpSender } from "#modules/moving/bringing/senders.ts";
import { changeBox, type MoveBox, selectBoxes } from "#modules/moving/bringing/boxes-store.ts";
import type { Deps, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { type MailboxId, unixMs } from "#platform/rules/ids.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";
import type { ReplyLanguage } from "#platform/rules/mail/reply-language.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import type { PastMail, PastResponse } from "#platform/wire/mail-reading.ts";
import { joinCampaigns } from "./boxes-store.ts";
import {
  keepMails,
  type NewFolderMail,
  selectFirstAt,
  selectPlaced,
  selectLeadsOfIds,
  selectSentBy,
} from "./mails-store.ts";

/** What was sent, and where answers and reports lie. */
const SENT = "\\Sent";
const FOLDERS = [SENT, "INBOX", "\\Archive", "\\All"] as const;
const MAILS_PER_PAGE = 500;
/** Mails that are read whole in one call. */
const WHOLE_AT_ONCE = 50;
/** Kept of an answer. */
const MAX_TEXT = 20_000;
/** Without any word of when the first mail left. */
const LOOK_BACK_MS = 120 * DAY_MS;

/**
 * Reads the next page of the next mailbox's folders, by headers; false where all were read to their
 * end. A mailbox that cannot be read is named, and holds no other one up. Safe to repeat: each page
 * is kept together with where it ends.
 */
export async function checkNext(deps: Deps, move: MoveRow): Promise<boolean> {
  for (const box of await selectBoxes(deps.install, move.id)) {
    if (box.checkedAt !== null && box.checkedAt >= (move.readAt ?? 0)) continue;
    await checkBox(deps, move, box.checkedAt === null ? box : again(box));
    return true;
  }
  return false;
}

/** Since the last look more may lie in its folders: they are read on from where that ended. */
const again = (box: MoveBox): MoveBox => ({
  ...box,
  checkedAt: null,
  folders: Object.fromEntries(
    Object.entries(box.folders).map(([name, place]) => [name, { ...place, done: false }]),
  ),
});

async function checkBox(deps: Deps, move: MoveRow, box: MoveBox): Promise<void> {
  const ctx = moverCtx(deps, move, box.workspaceId);
  const { install, db, workspaceId } = ctx;
  const mailboxId = (await mailboxesNamed(db, workspaceId, [box.email])).get(box.email) ?? null;
  const end = (problem: string | null) =>
    runBatch(install, [changeBox(install, box, { mailboxId, problem, checkedAt: ctx.now() })]);
  if (mailboxId === null) {
    await end("Connect this mailbox here.");
    return;
  }
  const reader = await openReader(ctx, mailboxId);
  const folder = FOLDERS.find((name) => box.folders[name]?.done !== true);
  // Its Sent folder says what it is used to, where the rival does not.
  if (box.setAt === null && (reader === null || folder !== SENT)) {
    await takeIn(ctx, move, box, mailboxId);
    return;
  }
  if (!reader) {
    await end("It only sends, or it has to be connected again: its folders were not read.");
    return;
  }
  if (folder === undefined) {
    await end(null);
    return;
  }
  try {
    await readFolder(ctx, move, box, reader, folder);
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    if (box.setAt === null) await takeIn(ctx, move, box, mailboxId);
    await end(plainLine(`Its folders could not be read: ${cause.message}`, 300));
  }
}

/** Takes over what a mailbox had there, once, and puts it into its campaigns. */
async function takeIn(
  ctx: WorkspaceCtx,
  move: MoveRow,
  box: MoveBox,
  mailboxId: MailboxId,
): Promise<void> {
  const found = (await selectFound(ctx.install, move.id, "sender", {}, 100_000)).find(
    ({ email }) => email === box.email,
  );
  await setUpSender(ctx, move, box, mailboxId, found?.data ?? null);
  await joinBox(ctx, move, box, mailboxId);
}

/** A mailbox that was connected since: it joins the campaigns that it sent there, and their leads are looked at again. */
async function joinBox(
  ctx: WorkspaceCtx,
  move: MoveRow,
  box: MoveBox,
  mailboxId: MailboxId,
): Promise<void> {
  const { install, db, workspaceId } = ctx;
  const sent = await selectSentBy(install, move.id, workspaceId, box.email);
  await runBatch(db, [
    joinCampaigns(
      db,
      workspaceId,
      mailboxId,
      sent.map(({ id }) => id),
    ),
  ]);
  await runBatch(
    install,
    sent.map(({ ref }) => waitForPlaces(install, move.id, ref)),
  );
}

async function readFolder(
  ctx: WorkspaceCtx,
  move: MoveRow,
  box: MoveBox,
  reader: Reader,
  folder: (typeof FOLDERS)[number],
): Promise<void> {
  const { install, workspaceId } = ctx;
  const first = await selectFirstAt(install, move.id);
  const since = first ?? later(move.createdAt, -LOOK_BACK_MS);
  const known = box.folders[folder];
  const page = await ctx.mail.past({
    imap: reader.imap,
    allow_private: allowsPrivateNetworks(ctx.settings),
    folder,
    since,
    uid_validity: known?.validity ?? null,
    last_uid: known?.uid ?? 0,
    limit: MAILS_PER_PAGE,
  });
  const validity = page.uid_validity;
  const last = page.mails.at(-1)?.uid ?? (known?.validity === validity ? known?.uid : 0) ?? 0;
  const folders = {
    ...box.folders,
    [folder]: { validity: validity ?? "", uid: last, done: !page.more },
  };
  const mails = await concerning(ctx, move, box, reader, folder, page);
  const at = {
    moveId: move.id,
    workspaceId,
    mailbox: box.email,
    folder,
    uidValidity: validity ?? "",
  };
  await runBatch(install, [
    ...keepMails(install, at, mails),
    changeBox(install, box, { folders, problem: null, checkedAt: null }),
  ]);
}

/** What of a page concerns leads of the move: mail to them, from them, and reports about mail to them. */
async function concerning(
  ctx: WorkspaceCtx,
  move: MoveRow,
  box: MoveBox,
  reader: Reader,
  folder: string,
  page: PastResponse,
): Promise<NewFolderMail[]> {
  const { install, workspaceId } = ctx;
  const own = box.email;
  const people = [...new Set(page.mails.flatMap(({ from, to }) => [from ?? "", ...to]))];
  const placed = await selectPlaced(install, move.id, workspaceId, people);
  const named = await selectLeadsOfIds(install, move.id, workspaceId, [
    ...new Set(page.mails.flatMap(idsOf)),
  ]);
  const found: NewFolderMail[] = [];
  const whole: number[] = [];
  for (const mail of page.mails) {
    const base = {
      uid: mail.uid,
      messageId: mail.message_id,
      originalId: mail.original_id,
      inReplyTo: mail.in_reply_to.at(-1) ?? null,
      subject: mail.subject,
      text: "",
      automatic: isAutomatic(mail),
      at: unixMs(mail.at),
    };
    if (mail.from === own || folder === SENT) {
      // The whole archive has what was sent as well: once is enough.
      if (folder !== SENT) continue;
      for (const email of mail.to.filter((one) => placed.has(one)).slice(0, 1)) {
        found.push({ ...base, direction: "sent", email });
      }
      continue;
    }
    const answered = idsOf(mail)
      .map((id) => named.get(id))
      .find((email) => email !== undefined);
    const email = mail.from !== null && placed.has(mail.from) ? mail.from : answered;
    const received = {
      headers: mail.headers,
      from: mail.from === null ? null : { address: mail.from, name: "" },
    };
    const isReport = mayBeReport(received);
    if (isReport || email !== undefined) whole.push(mail.uid);
    if (!isReport && email !== undefined) found.push({ ...base, direction: "received", email });
  }
  const read = await readWhole(ctx, move, reader, folder, page, whole);
  // What could not be read whole counts by its headers: who answered does not go on.
  const known = new Set(read.map(({ uid }) => uid));
  return [...found.filter(({ uid }) => !known.has(uid)), ...read];
}

const idsOf = (mail: PastMail): string[] => [...mail.in_reply_to, ...mail.references.slice(-5)];

const isAutomatic = ({ headers }: PastMail): boolean => {
  const auto = headers["auto-submitted"]?.trim().toLowerCase();
  return auto !== undefined && auto !== "no";
};

/** What answers and reports say: they are read whole, some at a time. */
async function readWhole(
  ctx: WorkspaceCtx,
  move: MoveRow,
  reader: Reader,
  folder: string,
  page: PastResponse,
  uids: readonly number[],
): Promise<NewFolderMail[]> {
  const found: NewFolderMail[] = [];
  const { install, workspaceId } = ctx;
  for (let i = 0; i < uids.length; i += WHOLE_AT_ONCE) {
    const some = uids.slice(i, i + WHOLE_AT_ONCE);
    const { folders } = await ctx.mail.fetch({
      imap: reader.imap,
      allow_private: allowsPrivateNetworks(ctx.settings),
      folders: [{ folder, uid_validity: page.uid_validity, last_uid: 0, uids: some }],
      limit: WHOLE_AT_ONCE,
    });
    for (const mail of folders[0]?.mails ?? []) {
      const received = receivedMail(mail);
      const kind = classifyMail(received, (address) => address === reader.email);
      if (kind.kind === "own" || kind.kind === "delivered") continue;
      const report =
        kind.kind === "bounce"
          ? { ids: kind.bounce.returnedIds, people: kind.bounce.recipients }
          : kind.kind === "complaint"
            ? {
                ids: kind.complaint.returnedIds,
                people: kind.complaint.recipient === null ? [] : [kind.complaint.recipient],
              }
            : {
                ids: [...mail.in_reply_to, ...mail.references.slice(-5)],
                people: mail.from === null ? [] : [mail.from.address.toLowerCase()],
              };
      const byId = await selectLeadsOfIds(install, move.id, workspaceId, report.ids);
      const placed = await selectPlaced(install, move.id, workspaceId, report.people);
      const [email] = [...placed, ...byId.values()];
      const direction = directionOf(await ctx.tables.replies(), kind, received);
      if (email === undefined || direction === null) continue;
      found.push({
        uid: mail.uid,
        direction,
        email,
        messageId: mail.message_id,
        originalId: null,
        inReplyTo: mail.in_reply_to.at(-1) ?? null,
        subject: mail.subject.slice(0, 1_000),
        text: direction === "bounce" ? "" : mail.text.slice(0, MAX_TEXT).toWellFormed(),
        automatic: kind.kind !== "reply",
        at: unixMs(Math.min(Math.round(mail.received_at), ctx.now())),
      });
    }
  }
  return found;
}

/** What it means for the lead; null: nothing, as a notice that a server still tries. */
function directionOf(
  languages: readonly ReplyLanguage[],
  kind: MailKind,
  received: ReceivedMail,
): Exclude<NewFolderMail["direction"], "sent"> | null {
  if (kind.kind === "bounce") {
    return kind.bounce.class === "hard" && kind.bounce.about === "recipient" ? "bounce" : null;
  }
  if (kind.kind === "complaint") return "opt_out";
  const said = categorise(languages, received, kind);
  return said !== null && isOptOut(said.category) ? "opt_out" : "received";
}
