import { randomBytes } from "node:crypto";
import { type CallerCtx, personOf, type PublicCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { EmailChangeId } from "#platform/rules/ids.ts";
import { DAY_MS, HOUR_MS, iso, later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { EmailChange } from "#modules/accounts/contract/email-change.ts";
import { tellPerson } from "#modules/accounts/factors/notices.ts";
import { hashPassword } from "#modules/accounts/passwords/password.ts";
import { findLogin } from "#modules/accounts/people/store.ts";
import {
  MAIL_AGAIN_MS,
  mailToken,
  mailTokenHash,
  newSeed,
} from "#modules/accounts/rules/mail-token.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { forgetGuesses } from "#modules/accounts/sign-in/sign-in-brake.ts";
import {
  confirmChange,
  endPending,
  whilePending,
  findByToken,
  findPending,
  insertChange,
  undoChange,
  whileChangeStands,
} from "./store.ts";

/** The new address confirms within this time. */
const CONFIRM_MS = DAY_MS;
/** The old address can undo the change within this time: a weekend. */
const UNDO_MS = 72 * HOUR_MS;
/** Between two mails of one person to addresses that may be anybody's. */
const PAUSE_MS = MINUTE_MS;

/** The caller's email, and a change that waits. Throws `forbidden` while impersonating. */
export async function showEmailChange(ctx: CallerCtx): Promise<EmailChange> {
  const person = personOf(ctx.caller);
  assertOwnSession(ctx.caller, OWN);
  const row = await findPending(ctx.install, person.userId, ctx.now());
  return {
    email: person.email,
    pending: row && {
      email: row.toEmail,
      created_at: iso(row.createdAt),
      expires_at: iso(row.expiresAt),
    },
    needs_confirmation: ctx.settings.SYSTEM_MAIL_URL !== undefined,
  };
}

const OWN = "An email address cannot be changed while impersonating.";

/**
 * Mails a link to the new address, and tells the old one. Until it is confirmed nothing changes.
 * Throws `conflict` for a taken address, `rate_limited` within a minute after the last.
 */
export async function requestEmailChange(ctx: CallerCtx, email: string): Promise<void> {
  const { install } = ctx;
  const person = personOf(ctx.caller);
  const [login, other] = await Promise.all([
    findLogin(install, person.username),
    findLogin(install, email),
  ]);
  if (!login) throw new AppError("unauthenticated", "This account is gone.");
  if (other && other.id !== person.userId) throw taken();
  const now = ctx.now();
  const seed = newSeed();
  const results = await runBatch(install, [
    auditStatement(ctx, { action: "auth.email_change_asked", details: { email } }),
    ...insertChange(
      install,
      {
        userId: person.userId,
        fromEmail: person.email,
        toEmail: email,
        sessionId: person.sessionId,
        sessionVersion: login.sessionVersion,
        createdAt: now,
        expiresAt: later(now, CONFIRM_MS),
        seed,
        hash: hashFor(ctx, "email-confirm", seed),
        undoHash: hashFor(ctx, "email-undo", seed),
        mailAt: later(now, MAIL_AGAIN_MS),
      },
      later(now, -PAUSE_MS),
    ),
  ]);
  const [row] = results.at(-1) as { id: EmailChangeId }[];
  if (!row) {
    const seconds = PAUSE_MS / SECOND_MS;
    throw new AppError("rate_limited", `An email was just sent. Try again in ${seconds} s.`, {
      headers: { "Retry-After": String(seconds) },
    });
  }
  await ctx.queue.send({ type: "email_change.mail.v1", changeId: row.id });
  await tellPerson(ctx, person.userId, "email_change_asked");
}

const hashFor = (
  { settings }: Pick<PublicCtx, "settings">,
  purpose: "email-confirm" | "email-undo",
  seed: string,
): string => mailTokenHash(purpose, mailToken(settings.AUTH_SECRET, purpose, seed));

/** Gives up what waits. Throws `not_found` where nothing does. */
export async function cancelEmailChange(ctx: CallerCtx): Promise<void> {
  assertOwnSession(ctx.caller, OWN);
  const { userId } = personOf(ctx.caller);
  const now = ctx.now();
  const [, ended] = await runBatch(ctx.install, [
    auditStatement(ctx, { action: "auth.email_change_dropped" }, whilePending(userId, now)),
    endPending(ctx.install, userId, now),
  ]);
  if ((ended as unknown[]).length === 0) {
    throw new AppError("not_found", "No change of your email is waiting.");
  }
}

const taken = (cause?: unknown): AppError =>
  new AppError("conflict", "This email or username is already in use.", { cause });

const overdue = (): AppError =>
  invalidField("token", "overdue", "This link was already used or does not work any more.");

/**
 * The new address confirms, once: the email changes, all sessions but the one that asked end, and
 * the old address gets a link to undo it. Throws `validation_failed` for a token that does not stand (also after a
 * new password or another email), `conflict` where the address was taken meanwhile.
 */
export async function confirmEmail(ctx: PublicCtx, token: string): Promise<{ email: string }> {
  const { install } = ctx;
  const now = ctx.now();
  const hash = mailTokenHash("email-confirm", token);
  const seen = await findByToken(install, "confirm", hash, now);
  if (!seen) throw overdue();
  const undo = { until: later(now, UNDO_MS), mailAt: later(now, MAIL_AGAIN_MS) };
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      {
        action: "auth.email_changed",
        userId: seen.userId,
        details: { from: seen.fromEmail, to: seen.toEmail },
      },
      whileChangeStands("confirm", hash, now),
    ),
    ...confirmChange(install, seen, undo, now),
  ]).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? taken(cause) : cause;
  });
  if ((results.at(-1) as unknown[]).length === 0) throw overdue();
  await ctx.queue.send({ type: "email_change.mail.v1", changeId: seen.id });
  return { email: seen.toEmail };
}

/**
 * The old address takes the account back, once: its email returns, every session ends, the password
 * stops, and a mail brings a link for a new one. Throws `validation_failed` for a token that does
 * not stand, `conflict` where somebody else has the old address by now.
 */
export async function undoEmail(ctx: PublicCtx, token: string): Promise<{ email: string }> {
  const { install } = ctx;
  const hash = mailTokenHash("email-undo", token);
  const seen = await findByToken(install, "undo", hash, ctx.now());
  if (!seen) throw overdue();
  const passwordHash = await hashPassword(randomBytes(32).toString("base64url"));
  const now = ctx.now();
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      {
        action: "auth.email_change_undone",
        userId: seen.userId,
        details: { from: seen.toEmail, to: seen.fromEmail },
      },
      whileChangeStands("undo", hash, now),
    ),
    ...undoChange(install, seen, passwordHash, now),
  ]).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? taken(cause) : cause;
  });
  if ((results.at(-2) as unknown[]).length === 0) throw overdue();
  await forgetGuesses(ctx, seen.userId);
  await ctx.queue.send({ type: "password_reset.mail.v1", userId: seen.userId });
  await tellPerson(ctx, seen.userId, "email_kept");
  return { email: seen.fromEmail };
}
