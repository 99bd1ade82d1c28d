import type { AcceptInvitationBody } from "#modules/accounts/contract/invitations.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { hashPassword } from "#modules/accounts/passwords/password.ts";
import { assertGoodPassword } from "#modules/accounts/passwords/password-rules.ts";
import { idOfEmail } from "#modules/accounts/people/made-sql.ts";
import { findLogin } from "#modules/accounts/people/store.ts";
import { mailTokenHash } from "#modules/accounts/rules/mail-token.ts";
import { openSession } from "#modules/accounts/sign-in/sessions.ts";
import { assertOwnWays } from "#modules/accounts/sso/sso-only.ts";
import { knowSource } from "#modules/accounts/sign-in/sign-in-brake.ts";
import { workspacesOf } from "./present.ts";
import { acceptInvitation, findOpen, type InvitationRow, whileAcceptable } from "./store.ts";

const overdue = (): AppError =>
  invalidField(
    "token",
    "overdue",
    "This invitation was already used, was withdrawn or has expired. Ask for a new one.",
  );

/**
 * The open invitation of a token; at a workspace's own host, one that opens it. Throws
 * `validation_failed` for any other.
 */
export async function openInvitation(ctx: PublicCtx, token: string): Promise<InvitationRow> {
  const row = await findOpen(ctx.install, mailTokenHash("invitation", token), ctx.now());
  const isHere =
    ctx.ownHost === null ||
    (row !== null && workspacesOf(row).some(({ id }) => id === ctx.ownHost?.workspaceId));
  if (!row || !isHere) throw overdue();
  return row;
}

/**
 * Makes the account of an invitation, once, and signs the person in. Throws `validation_failed` for
 * a token that is no open invitation and for a weak password, which does not use it up; `conflict`
 * where the address has an account by now, `sso_required`.
 */
export async function acceptByToken(ctx: PublicCtx, body: AcceptInvitationBody) {
  const { install } = ctx;
  const seen = await openInvitation(ctx, body.token);
  await assertOwnWays(ctx, null);
  const { name } = body;
  await assertGoodPassword(ctx, body.password, { email: seen.email, name });
  const passwordHash = await hashPassword(body.password);
  const now = ctx.now();
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      {
        action: "invitation.accepted",
        target: { type: "invitation", id: seen.id },
        details: { email: seen.email, role: seen.role },
      },
      whileAcceptable(seen.hash, now),
    ),
    ...acceptInvitation(install, seen, { name, passwordHash }, now),
  ]).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? taken(cause) : cause;
  });
  if ((results.at(-1) as unknown[]).length === 0) throw overdue();
  const user = await findLogin(install, seen.email);
  if (!user?.stands) throw overdue();
  const session = await openSession(ctx, user, "password", [
    knowSource(ctx, user.id),
    auditStatement(ctx, { action: "auth.registered", userId: idOfEmail(seen.email) }),
  ]);
  return { user, session };
}

const taken = (cause: unknown): AppError =>
  new AppError("conflict", "An account with this email already exists. Sign in instead.", {
    cause,
    errors: [{ path: "email", code: "taken", message: "Already in use." }],
  });
