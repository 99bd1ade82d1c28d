import type { RegisterBody } from "#modules/accounts/contract/accounts.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { slugify } from "#platform/rules/slug.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { registrationOf } from "#modules/accounts/install/install-values.ts";
import { openSession } from "#modules/accounts/sign-in/sessions.ts";
import { hashPassword } from "#modules/accounts/passwords/password.ts";
import { assertGoodPassword } from "#modules/accounts/passwords/password-rules.ts";
import { assertOwnWays } from "#modules/accounts/sso/sso-only.ts";
import { knowSource } from "#modules/accounts/sign-in/sign-in-brake.ts";
import { copyNewWorkspace, uncopied } from "#modules/accounts/workspaces/copy-workspace.ts";
import { idOfEmail } from "./made-sql.ts";
import { findLogin, hasUsers, insertUserWithWorkspace } from "./store.ts";

/**
 * Signs a person up with a default workspace. `under` stands before the names of fields in refusals:
 * where the person is a part of the body. Throws `conflict` for a taken email,
 * `validation_failed` for a weak password, `forbidden` where registration is closed, `sso_required`.
 */
export async function register(
  ctx: PublicCtx,
  body: RegisterBody,
  workspace?: { readonly name: string; readonly slug: string },
  under = "",
) {
  await assertGoodPassword(ctx, body.password, body, `${under}password`);
  if ((await registrationOf(ctx)) === "closed" && (await hasUsers(ctx.install))) {
    throw new AppError("forbidden", "Registration is closed; ask an admin for an account.");
  }
  await assertOwnWays(ctx, null);
  const passwordHash = await hashPassword(body.password);
  const user = { name: body.name, email: body.email, passwordHash };
  const name = workspace?.name ?? `${body.name}'s workspace`;
  const wished = workspace?.slug ?? slugify(body.name);
  const audit = auditStatement(ctx, { action: "auth.registered", userId: idOfEmail(body.email) });
  for (let attempt = 0; ; attempt++) {
    const slug = attempt === 0 ? wished : `${wished}-${randomSuffix()}`;
    try {
      const made = await insertUserWithWorkspace(ctx.install, user, { name, slug }, ctx.now(), [
        audit,
        ...uncopied(ctx, { slug }),
      ]);
      await copyNewWorkspace(ctx, made.workspace);
      return {
        ...made,
        session: await openSession(ctx, made.user, "password", [knowSource(ctx, made.user.id)]),
      };
    } catch (cause) {
      if (!isUniqueViolation(cause) || attempt === 5) throw cause;
      if (await findLogin(ctx.install, body.email)) throw taken(cause, `${under}email`);
    }
  }
}

const randomSuffix = (): string => crypto.randomUUID().slice(0, 6);

const taken = (cause: unknown, path: string): AppError =>
  new AppError("conflict", "An account with this email already exists. Sign in instead.", {
    cause,
    errors: [{ path, code: "taken", message: "Already in use." }],
  });

/** A new account with its first workspace and session. */
export type Registration = Awaited<ReturnType<typeof register>>;
