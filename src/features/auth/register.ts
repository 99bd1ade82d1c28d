import type { RegisterBody } from "#contract/accounts.ts";
import type { PublicCtx } from "#core/ctx.ts";
import { isUniqueViolation } from "#db/db.ts";
import { AppError } from "#domain/errors.ts";
import { slugify } from "#domain/slug.ts";
import { openSession } from "./open-session.ts";
import { hashPassword } from "./password.ts";
import { assertGoodPassword } from "./password-rules.ts";
import { findLogin, hasUsers, insertUserWithWorkspace } from "./store.ts";

/**
 * Signs a person up with a default workspace (spec 5.3). Throws `conflict` for a taken email,
 * `validation_failed` for a weak password, `forbidden` where registration is closed.
 */
export async function register(ctx: PublicCtx, body: RegisterBody) {
  assertGoodPassword(ctx.settings, body.password);
  if (ctx.settings.REGISTRATION === "closed" && (await hasUsers(ctx.db))) {
    throw new AppError("forbidden", "Registration is closed; ask an admin for an account.");
  }
  const passwordHash = await hashPassword(body.password);
  const user = { name: body.name, email: body.email, passwordHash };
  const name = `${body.name}'s workspace`;
  for (let attempt = 0; ; attempt++) {
    const slug = attempt === 0 ? slugify(body.name) : `${slugify(body.name)}-${randomSuffix()}`;
    try {
      const made = await insertUserWithWorkspace(ctx.db, user, { name, slug }, ctx.now());
      return { ...made, session: await openSession(ctx, made.user) };
    } catch (cause) {
      if (!isUniqueViolation(cause) || attempt === 5) throw cause;
      if (await findLogin(ctx.db, body.email)) throw taken(cause);
    }
  }
}

const randomSuffix = (): string => crypto.randomUUID().slice(0, 6);

const taken = (cause: unknown): AppError =>
  new AppError("conflict", "This email already has an account; sign in instead.", {
    cause,
    errors: [{ path: "email", code: "taken", message: "Already in use." }],
  });
