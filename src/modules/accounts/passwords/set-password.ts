import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { hashPassword } from "./password.ts";
import { assertGoodPassword } from "./password-rules.ts";
import { replacePassword, spendResets } from "./reset-store.ts";
import { forgetFactorsOf } from "#modules/accounts/factors/store.ts";
import { forgetGuesses } from "#modules/accounts/sign-in/sign-in-brake.ts";
import { findLogin } from "#modules/accounts/people/store.ts";

/**
 * Sets somebody's password by username or email, for the person at the machine, and ends every
 * session; with `dropFactors` the second factors go as well. Throws `not_found`, `validation_failed` for a weak password.
 */
export async function setPassword(
  deps: Pick<Deps, "install" | "now" | "settings" | "tables">,
  login: string,
  password: string,
  dropFactors = false,
): Promise<{ email: string }> {
  const user = await findLogin(deps.install, login.trim().toLowerCase());
  if (!user) throw new AppError("not_found", `Nobody signs in as ${login}.`);
  await assertGoodPassword(deps, password, user);
  const passwordHash = await hashPassword(password);
  await runBatch(deps.install, [
    ...replacePassword(deps.install, user.id, passwordHash, deps.now()),
    ...(dropFactors ? forgetFactorsOf(deps.install, user.id) : []),
    spendResets(deps.install, user.id),
    auditStatement(
      { ...deps, clientAddress: "command line" },
      { action: "auth.password_reset", userId: user.id, details: { factors: dropFactors } },
    ),
  ]);
  await forgetGuesses(deps, user.id);
  return { email: user.email };
}
