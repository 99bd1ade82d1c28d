import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { MailboxId, MessageId } from "#platform/rules/ids.ts";
import { answeredIds, type MatchedBy } from "#modules/inbox/rules/match.ts";
import {
  answeredByColleague,
  companyDomain,
  senderAddresses,
} from "#modules/mailboxes/rules/sender.ts";
import { isAnswerSubject, subjectKey } from "#platform/rules/mail/subject.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import {
  type MatchedSend,
  selectRecentSendsTo,
  selectRecentSendsToDomain,
  selectSendsByMessageIds,
} from "./match-store.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";

/** The send that a mail belongs to, and how it was found. */
export type Match = {
  readonly send: MatchedSend;
  readonly matchedBy: MatchedBy;
  /** What it names is not the send, but a mail that a person wrote in the send's conversation. */
  readonly written: MessageId | null;
};

/** A mail, and the mailbox in which it arrived; null: any of the workspace. */
export type Arrived = {
  readonly received: ReceivedMail;
  readonly mailbox: { readonly id: MailboxId | null };
};

/** An answer without usable headers may come this late. */
export const SUBJECT_WINDOW_MS = 30 * DAY_MS;
/** Servers give up after five days (RFC 5321 4.5.4.1). */
const BOUNCE_WINDOW_MS = 7 * DAY_MS;

/**
 * The send that a mail answers: by In-Reply-To and References, else by sender and subject among
 * what left from this mailbox in 30 days; an automatic answer, and one of a calendar, needs no
 * subject. Else what a
 * colleague of its recipient answers with the same subject; free-mail domains have no colleagues.
 */
export async function findAnswered(
  ctx: WorkspaceCtx,
  taking: Arrived,
  automatic: boolean,
): Promise<Match | null> {
  const byHeader = await findNamed(ctx, answeredIds(taking.received));
  if (byHeader) return { send: byHeader, matchedBy: "header", written: byHeader.written };
  const sender = taking.received.from?.address ?? "";
  const addresses = senderAddresses(sender);
  if (addresses.length === 0) return null;
  const recent = await recentTo(ctx, taking, addresses, SUBJECT_WINDOW_MS);
  const subject = subjectKey(taking.received.subject);
  const same = subject === "" ? undefined : recent.find((s) => subjectKey(s.subject) === subject);
  if (same) return { send: same, matchedBy: "subject", written: null };
  const [newest] = recent;
  const isBare = automatic || taking.received.calendar !== undefined;
  if (isBare) return newest ? { send: newest, matchedBy: "address", written: null } : null;
  const send = await findAnsweredByColleague(ctx, taking, sender);
  return send && { send, matchedBy: "domain", written: null };
}

async function findAnsweredByColleague(
  ctx: WorkspaceCtx,
  { received, mailbox }: Arrived,
  sender: string,
): Promise<MatchedSend | null> {
  const domain = companyDomain(sender, (await ctx.tables.addresses()).free);
  if (domain === "" || !isAnswerSubject(received.subject)) return null;
  const since = later(ctx.now(), -SUBJECT_WINDOW_MS);
  const { db, workspaceId } = ctx;
  const sent = await selectRecentSendsToDomain(db, workspaceId, mailbox.id, domain, since);
  return answeredByColleague(received, sent);
}

/** The send that a report is about: by the Message-ID in it, else by the recipient that it names. */
export async function findReported(
  ctx: WorkspaceCtx,
  taking: Arrived,
  report: { readonly returnedIds: readonly string[]; readonly recipients: readonly string[] },
): Promise<Match | null> {
  const named = await findNamed(ctx, report.returnedIds);
  if (named) return { send: named, matchedBy: "report", written: named.written };
  if (report.recipients.length === 0) return null;
  const [newest] = await recentTo(ctx, taking, report.recipients, BOUNCE_WINDOW_MS);
  return newest ? { send: newest, matchedBy: "address", written: null } : null;
}

/** The first of these Message-IDs that is ours decides. */
async function findNamed(ctx: WorkspaceCtx, ids: readonly string[]) {
  if (ids.length === 0) return null;
  const rows = await selectSendsByMessageIds(ctx.db, ctx.workspaceId, ids);
  const places = rows.map((row) => ids.indexOf(row.named));
  return rows[places.indexOf(Math.min(...places))] ?? null;
}

const recentTo = (
  ctx: WorkspaceCtx,
  taking: Arrived,
  addresses: readonly string[],
  windowMs: number,
): Promise<MatchedSend[]> =>
  selectRecentSendsTo(
    ctx.db,
    ctx.workspaceId,
    taking.mailbox.id,
    addresses,
    later(ctx.now(), -windowMs),
  );
