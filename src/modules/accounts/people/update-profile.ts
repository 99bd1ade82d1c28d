import type { UpdateMeBody } from "#modules/accounts/contract/accounts.ts";
import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { requestEmailChange } from "#modules/accounts/email/change-email.ts";
import { endOtherSessions } from "#modules/accounts/sessions/store.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { findUser, updateUser } from "./store.ts";

/**
 * Changes the caller's own name, email, username or language. Where the install sends mail, the new address
 * has to confirm before the email changes; elsewhere it changes now, and other sessions end. Throws `conflict` for one that is taken,
 * `validation_failed` for a read-only field and for a username that looks like another's email, `forbidden` while
 * impersonating: the person with the address has the account.
 */
export async function updateProfile(ctx: CallerCtx, body: UpdateMeBody) {
  const person = personOf(ctx.caller);
  assertOwnSession(ctx.caller, "A profile cannot be changed while impersonating.");
  for (const [path, stored] of [
    ["id", person.userId],
    ["role", person.role],
  ] as const) {
    if (body[path] !== undefined && body[path] !== stored) {
      throw invalidField(path, "read_only_field", "This field cannot be changed; leave it out.");
    }
  }
  const asked = body.email === person.email ? undefined : body.email;
  const waits = asked !== undefined && ctx.settings.SYSTEM_MAIL_URL !== undefined;
  const email = waits ? undefined : asked;
  // As GET shows it, or as it will be: it goes on following the email.
  const follows =
    body.username === person.username ||
    (waits && body.username === asked && person.username === person.email);
  const { name, language } = body;
  const change = { name, email, username: follows ? undefined : body.username, language };
  if (change.username?.includes("@") && change.username !== (change.email ?? person.email)) {
    throw invalidField(
      "username",
      "not_your_email",
      "Use your own email address, or a name without @.",
    );
  }
  if (waits) await requestEmailChange(ctx, asked);
  try {
    await runBatch(ctx.install, [
      ...(email === undefined
        ? []
        : [endOtherSessions(ctx.install, person.userId, person.sessionId)]),
      updateUser(ctx.install, person.userId, change, ctx.now()),
      auditStatement(ctx, {
        action: "auth.profile_changed",
        details: {
          fields: Object.entries(change).flatMap(([name, value]) =>
            value === undefined ? [] : [name],
          ),
        },
      }),
    ]);
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError("conflict", "This email or username is already in use.", { cause });
  }
  const user = await findUser(ctx.install, person.userId);
  if (!user) throw new AppError("unauthenticated", "This account is gone.");
  return user;
}
