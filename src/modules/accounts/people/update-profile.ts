import type { UpdateMeBody } from "#modules/accounts/contract/accounts.ts";
import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { isUniqueViolation, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { findUser, updateUser } from "./store.ts";

/**
 * Changes the caller's own name, email or username. Throws `conflict` for one that is taken,
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
  const change = {
    name: body.name,
    email: body.email,
    // As GET shows it: it goes on following the email.
    username: body.username === person.username ? undefined : body.username,
  };
  if (change.username?.includes("@") && change.username !== (change.email ?? person.email)) {
    throw invalidField(
      "username",
      "not_your_email",
      "Use your own email address, or a name without @.",
    );
  }
  try {
    await runBatch(ctx.install, [
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
