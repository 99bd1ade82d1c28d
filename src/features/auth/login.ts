import type { LoginBody } from "#contract/accounts.ts";
import type { PublicCtx } from "#core/ctx.ts";
import { AppError } from "#domain/errors.ts";
import { openSession } from "./open-session.ts";
import { verifyPassword } from "./password.ts";
import { findLogin } from "./store.ts";

/** Signs in by username or email. Throws `invalid_credentials`, alike for a wrong name and a wrong password. */
export async function login(ctx: PublicCtx, body: LoginBody) {
  const user = await findLogin(ctx.db, body.username);
  const fits = await verifyPassword(body.password, user?.passwordHash ?? null);
  if (!user || !fits) {
    throw new AppError("invalid_credentials", "Check the username and the password.");
  }
  return { user, session: await openSession(ctx, user) };
}
