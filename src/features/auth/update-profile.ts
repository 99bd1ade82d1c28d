import type { UpdateMeBody } from "#contract/accounts.ts";
import { type CallerCtx, personOf } from "#core/ctx.ts";
import { isUniqueViolation, runBatch } from "#db/db.ts";
import { AppError } from "#domain/errors.ts";
import { auditStatement } from "#features/audit/audit-statement.ts";
import { findUser, updateUser } from "./store.ts";

/** Changes the caller's own name, email or username. Throws `conflict` for one that is taken. */
export async function updateProfile(ctx: CallerCtx, body: UpdateMeBody) {
  const person = personOf(ctx.caller);
  try {
    await runBatch(ctx.db, [
      updateUser(ctx.db, person.userId, body, ctx.now()),
      auditStatement(ctx, {
        action: "auth.profile_changed",
        details: { fields: Object.keys(body) },
      }),
    ]);
  } catch (cause) {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError("conflict", "Somebody else has this email or username.", { cause });
  }
  const user = await findUser(ctx.db, person.userId);
  if (!user) throw new AppError("unauthenticated", "This account is gone.");
  return user;
}
