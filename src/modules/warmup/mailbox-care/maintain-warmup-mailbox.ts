import type { TendRequest } from "#platform/wire/mail-reading.ts";
import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { hash32 } from "#platform/rules/seed.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { MailboxId, UnixMs, WarmupMailId } from "#platform/rules/ids.ts";
import { HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { openReader } from "#modules/mailboxes/connections/open-reader.ts";
import { advanceCare, type CaredMail, leaseCare, selectCare } from "./maintain-store.ts";

/** Mails that one sweep takes hold of, and how long it holds them at first: twelve tries take two days. */
const MAILS_PER_SWEEP = 200;
const HOLD_MS = 10 * MINUTE_MS;
/** In one call to the mail service. */
const MAILS_PER_CALL = 50;
/** Mail that needs no answer stays in the inbox for a while after it was read. */
const KEPT_MS = { min: 30 * MINUTE_MS, spread: 150 * MINUTE_MS } as const;
/** An answer that does not leave does not keep its mail in the inbox for ever. */
const ANSWER_LATE_MS = 3 * HOUR_MS;

/** Where warmup mail ends up, out of the way of people. */
export const WARMUP_FOLDER = "Warmup";

/** Sweep: takes hold of warmup mails that are to be read or put away, and wakes the work in each mailbox. */
export async function maintainDueWarmups(deps: Deps): Promise<void> {
  const now = deps.now();
  const due = await leaseCare(deps.db, now, HOLD_MS, MAILS_PER_SWEEP);
  for (const [mailboxId, mails] of Map.groupBy(due, (mail) => mail.mailboxId)) {
    const [first] = mails;
    if (!first) continue;
    const { workspaceId } = first;
    const mailIds = mails.map((mail) => mail.id);
    await deps.queue.send({ type: "warmup.tend.v1", workspaceId, mailboxId, mailIds });
  }
}

/**
 * Job `warmup.tend.v1`: reads warmup mails as a person would (seen, marked as important, taken out
 * of the spam folder) or puts them away into their own folder. Every act may be repeated; where the
 * mailbox cannot be reached the sweep comes back.
 */
export async function maintainWarmupMailbox(
  deps: Deps,
  job: {
    readonly workspaceId: WorkspaceCtx["workspaceId"];
    readonly mailboxId: MailboxId;
    readonly mailIds: readonly WarmupMailId[];
  },
): Promise<void> {
  const ctx = inWorkspace(deps, job.workspaceId);
  const mails = await selectCare(ctx.db, ctx.workspaceId, job.mailboxId, job.mailIds);
  if (mails.length === 0) return;
  const reader = await openReader(ctx, job.mailboxId);
  if (!reader) return;
  for (let i = 0; i < mails.length; i += MAILS_PER_CALL) {
    const some = mails.slice(i, i + MAILS_PER_CALL);
    const acts = some.map(actOf).filter((act) => act !== null);
    try {
      const allow_private = allowsPrivateNetworks(ctx.settings);
      if (acts.length > 0) await ctx.mail.tend({ imap: reader.imap, allow_private, acts });
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      ctx.log("warmup.not_tended", { mailboxId: job.mailboxId, code: cause.code }, "warn");
      return;
    }
    const now = ctx.now();
    await advanceCare(
      ctx.db,
      ctx.workspaceId,
      some.map((mail) => nextStep(mail, now)),
    );
  }
}

type Act = TendRequest["acts"][number];

const IMPORTANT = ["\\Seen", "\\Flagged", "$Important"];

/** Null: the mail stays in the spam folder as it is, since the operator wants it so. */
function actOf(mail: CaredMail): Act | null {
  const message_id = mail.serverMessageId ?? mail.messageId;
  const isLeft = mail.placement === "spam" && mail.rescues === 0;
  if (mail.care === "file") {
    if (isLeft) return null;
    const flags = mail.answered === 1 ? ["\\Seen", "\\Answered"] : ["\\Seen"];
    return { message_id, folders: ["INBOX", "\\Junk"], flags, move_to: WARMUP_FOLDER };
  }
  if (mail.placement === "inbox") {
    return { message_id, folders: ["INBOX", "\\Junk"], flags: IMPORTANT, move_to: "INBOX" };
  }
  if (isLeft) return null;
  const flags = [...IMPORTANT, "$NotJunk"];
  return { message_id, folders: ["\\Junk", "INBOX"], flags, move_to: "INBOX" };
}

/** What was read is put away later: after its answer, or after a while. */
function nextStep(mail: CaredMail, now: UnixMs) {
  const { id, care: from } = mail;
  if (from === "file") return { id, from, to: null, dueAt: null };
  const { min, spread } = KEPT_MS;
  const dueAt =
    mail.answerDueAt === null
      ? later(now, min + (hash32(`${mail.messageId}:keep`) % spread))
      : later(mail.answerDueAt, ANSWER_LATE_MS);
  return { id, from, to: "file" as const, dueAt };
}
