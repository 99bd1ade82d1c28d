import { assertMayDo } from "#platform/access/permissions.ts";
import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import {
  installStatement,
  type SignInRules,
  signInRulesOf,
} from "#modules/accounts/install/install-values.ts";

/**
 * Changes which roles need a second factor, and when idle sessions end. Throws `forbidden` for a
 * caller below super_admin who changes what holds for admins or super admins.
 */
export async function changeSignInRules(
  ctx: CallerCtx,
  change: { [K in keyof SignInRules]?: SignInRules[K] | undefined },
): Promise<void> {
  if (change.required_factor_roles === undefined && change.idle_minutes === undefined) return;
  assertMayDo(ctx.caller, "sign_in.edit");
  const before = await signInRulesOf(ctx);
  const roles = change.required_factor_roles ?? before.required_factor_roles;
  const changed = (["super_admin", "admin"] as const).some(
    (role) => roles.includes(role) !== before.required_factor_roles.includes(role),
  );
  if (changed && personOf(ctx.caller).role !== "super_admin") {
    throw new AppError(
      "forbidden",
      "Only a super admin can change whether admins need a second factor.",
    );
  }
  const rules: SignInRules = {
    required_factor_roles: [...new Set(roles)],
    idle_minutes: change.idle_minutes === undefined ? before.idle_minutes : change.idle_minutes,
  };
  await runBatch(ctx.install, [
    installStatement(ctx, "sign_in", rules),
    auditStatement(ctx, { action: "sign_in_rules.changed", details: { ...rules } }),
  ]);
}
