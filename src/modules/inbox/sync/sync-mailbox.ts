import {
  FetchFailure,
  type FetchRequest,
  type FetchResponse,
} from "#platform/wire/mail-reading.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import { describe } from "#platform/ctx/log.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { runBatch } from "#platform/db/db.ts";
import { indexMessages } from "#modules/inbox/search/index-messages.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { REPLIES_UNREAD } from "#platform/rules/mail/mailbox.ts";
import { withoutPassword } from "#modules/mailboxes/rules/without-password.ts";
import {
  failedSyncMs,
  MAX_SYNC_WAIT_MS,
  nextSyncMs,
} from "#modules/mailboxes/rules/sync-interval.ts";
import { later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { tokenRefusalOf, wantsPerson } from "#platform/rules/mail/token-refusal.ts";
import { openReader, type Reader } from "#modules/mailboxes/connections/open-reader.ts";
import { stoppedNotice } from "#modules/mailboxes/mailboxes/stopped-notice.ts";
import { reportBoxOf } from "#modules/reputation/reports/report-settings.ts";
import { checkSent } from "./check-sent.ts";
import { SYNC_LEASE_MS } from "./sync-due.ts";
import {
  finishSync,
  noteSyncFailure,
  delaySync,
  renewSyncLease,
  selectCursors,
  selectOwnAddresses,
} from "./sync-store.ts";
import { takeFolder } from "#modules/inbox/reading/take-folder.ts";
import { takeHeads } from "#modules/inbox/reading/take-heads.ts";

/** Where answers and bounces arrive. */
const FOLDERS = ["INBOX", "\\Junk"] as const;
/** Mails in one answer of the companion: some megabytes at most. */
const MAILS_PER_FETCH = 50;
/** One job asks so often; a mailbox with more goes on with the next tick. */
const FETCHES_PER_SYNC = 20;
/** Without a mail service there is nothing to do but ask again. */
const AWAY_MS = 15 * SECOND_MS;
/** While a mailbox gets no access token for the moment. */
const NO_TOKEN_MS = MINUTE_MS;

/**
 * Job `mailbox.sync.v1`: reads what is new in INBOX and Junk and takes each mail; cursors move in
 * the batch of the mail that they pass, so a kill anywhere repeats nothing and loses nothing. Then it
 * looks after the Sent folder. A
 * server that refuses is noted and tried again later; a mail service that is away is no failure.
 */
export async function syncMailbox(ctx: WorkspaceCtx, mailboxId: MailboxId): Promise<Outcome> {
  const opened = await openReader(ctx, mailboxId);
  if (!opened) return { kind: "drop", reason: "not readable" };
  const { db, workspaceId } = ctx;
  const reportBox = await reportBoxOf(ctx);
  const mailbox = { ...opened, takesReports: reportBox?.id === mailboxId };
  const ours = await selectOwnAddresses(db, workspaceId);
  let found = false;
  let ahead: Promise<Page> | null = null;
  for (let n = 0; n < FETCHES_PER_SYNC; n++) {
    if (n > 0) {
      await renewSyncLease(db, workspaceId, mailboxId, later(ctx.now(), SYNC_LEASE_MS));
    }
    const page: Page = await (ahead ?? fetchAbove(ctx, mailbox, await storedMarks(ctx, mailboxId)));
    if (page.refused) {
      await noteFailure(ctx, mailbox, page.refused);
      return done;
    }
    const folders: FetchResponse["folders"] = page.answer.folders;
    const more = folders.some((folder) => folder.more);
    // Read while these are taken; dropped where that fails.
    ahead = more ? fetchAbove(ctx, mailbox, marksBehind(page.above, folders)) : null;
    ahead?.catch(() => {});
    try {
      for (const folder of folders) {
        const taken = await (folder.heads
          ? takeHeads(ctx, mailbox, folder, folder.heads, ours)
          : takeFolder(ctx, mailbox, folder, ours));
        if (taken === "gone") ahead = null;
        else found ||= taken;
      }
    } catch (cause) {
      if (cause instanceof AppError) {
        await noteFailure(ctx, mailbox, cause);
        return done;
      }
      // Logged where it happened. Counted, so that a mail that always fails is skipped in the end.
      await noteRefusal(
        ctx,
        mailbox,
        false,
        "A received email could not be stored. It will be retried.",
      );
      return done;
    }
    if (!more) {
      await finish(ctx, mailbox, page.asked, found);
      return done;
    }
  }
  await delaySync(db, workspaceId, mailboxId, ctx.now());
  return done;
}

type Mark = FetchRequest["folders"][number];
/** What lay above the marks, and when that was asked. */
type Page = { readonly asked: UnixMs; readonly above: readonly Mark[] } & (
  | { readonly answer: FetchResponse; readonly refused?: undefined }
  | { readonly refused: AppError }
);

/** Rejects for nothing that the server or the mail service says. */
async function fetchAbove(
  ctx: WorkspaceCtx,
  mailbox: Reader & { readonly takesReports: boolean },
  above: readonly Mark[],
): Promise<Page> {
  const asked = ctx.now();
  try {
    const answer = await ctx.mail.fetch({
      imap: mailbox.imap,
      allow_private: allowsPrivateNetworks(ctx.settings),
      folders: [...above],
      limit: MAILS_PER_FETCH,
      // What brings reports is no answer to anything, so its headers tell nothing.
      ...(mailbox.takesReports ? { reports: true } : { sift_above: MAILS_PER_FETCH }),
    });
    return { asked, above, answer };
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    return { asked, above, refused: cause };
  }
}

async function storedMarks(ctx: WorkspaceCtx, mailboxId: MailboxId): Promise<Mark[]> {
  const cursors = await selectCursors(ctx.db, ctx.workspaceId, mailboxId);
  return FOLDERS.map((folder) => {
    const cursor = cursors.find((c) => c.folder === folder);
    return { folder, uid_validity: cursor?.uidValidity ?? null, last_uid: cursor?.lastUid ?? 0 };
  });
}

/** Where the stored cursors will be once these are taken. */
const marksBehind = (above: readonly Mark[], folders: FetchResponse["folders"]): Mark[] =>
  above.map((mark) => {
    const read = folders.find(({ folder }) => folder === mark.folder);
    const last = (read?.heads ?? read?.mails)?.at(-1);
    if (!read || !last) return mark;
    return { folder: mark.folder, uid_validity: read.uid_validity, last_uid: last.uid };
  });

async function noteFailure(ctx: WorkspaceCtx, mailbox: Reader, error: AppError): Promise<void> {
  const { db, workspaceId } = ctx;
  const refused = FetchFailure.safeParse(error.cause);
  if (!refused.success) {
    ctx.log("mailbox.sync_put_off", { mailboxId: mailbox.id, code: error.code }, "warn");
    await delaySync(db, workspaceId, mailbox.id, later(ctx.now(), AWAY_MS));
    return;
  }
  const { step, error_code, message } = refused.data;
  ctx.log("mailbox.sync_refused", { mailboxId: mailbox.id, step, error_code }, "warn");
  const noToken = tokenRefusalOf(error_code);
  if (noToken) {
    // No server was asked; what it means for the mailbox was noted where the token was refused.
    const ms = wantsPerson(noToken) ? MAX_SYNC_WAIT_MS : NO_TOKEN_MS;
    await delaySync(db, workspaceId, mailbox.id, later(ctx.now(), ms));
    return;
  }
  const words = withoutPassword(message, mailbox.imap);
  // A connection that broke under the log-in says nothing about the password.
  const refusesLogin = LOG_IN_REFUSED.has(error_code);
  await noteRefusal(
    ctx,
    mailbox,
    refusesLogin,
    `${REPLIES_UNREAD}: IMAP failed at ${step}: ${words}`,
  );
}

/** What the owner of the mailbox has to change. */
const LOG_IN_REFUSED: ReadonlySet<string> = new Set([
  "auth_failed",
  "auth_missing",
  "imap_disabled",
]);

function noteRefusal(
  ctx: WorkspaceCtx,
  mailbox: Reader,
  login: boolean,
  message: string,
): Promise<void> {
  const now = ctx.now();
  const failure = {
    login,
    message: plainLine(message, 500),
    dueAt: later(now, failedSyncMs(mailbox.syncFailures + 1, login)),
    now,
  };
  const notice = stoppedNotice(ctx, mailbox.id, "mailbox_failed", failure.message);
  return noteSyncFailure(ctx.db, ctx.workspaceId, mailbox.id, failure, notice);
}

async function finish(
  ctx: WorkspaceCtx,
  mailbox: Reader,
  asked: UnixMs,
  found: boolean,
): Promise<void> {
  const sentCheckedAt = await checkSent(ctx, mailbox);
  const now = ctx.now();
  const { TICK_SECONDS: tickSeconds, READ_SECONDS: quietSeconds } = ctx.settings;
  const { lastSentAt } = mailbox;
  const wait = nextSyncMs({ lastSentAt, found }, now, { tickSeconds, quietSeconds });
  const at = { asked, dueAt: later(now, wait), now, sentCheckedAt };
  await runBatch(ctx.db, [finishSync(ctx.db, ctx.workspaceId, mailbox.id, at)]);
  if (found) await indexMessages(ctx);
  if (mailbox.status !== "connection_error" || mailbox.syncFailures === 0) return;
  // Reading works again: perhaps all does.
  try {
    const { workspaceId } = ctx;
    await ctx.queue.send({ type: "mailbox.check.v1", workspaceId, mailboxId: mailbox.id });
  } catch (cause) {
    ctx.log("mailbox.check_unwoken", { cause: describe(cause) }, "warn");
  }
}
