import type { AdminSettings, UpdateAdminSettingsBody } from "#modules/operations/contract/admin.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { changeSignInRules } from "#modules/accounts/sessions/sign-in-rules.ts";
import {
  installStatement,
  registrationOf,
  type SignInRules,
  signInRulesOf,
} from "#modules/accounts/install/install-values.ts";

export const readAdminSettings = async (ctx: CallerCtx): Promise<AdminSettings> => ({
  registration: await registrationOf(ctx),
  ...presentRules(await signInRulesOf(ctx)),
});

/** Changes what is given. Throws `forbidden` as `changeSignInRules`. What is said of registration overrides the setting REGISTRATION of the environment. */
export async function updateAdminSettings(
  ctx: CallerCtx,
  { registration, ...rules }: UpdateAdminSettingsBody,
): Promise<AdminSettings> {
  await changeSignInRules(ctx, rules);
  if (registration !== undefined) {
    await runBatch(ctx.install, [
      installStatement(ctx, "registration", registration),
      auditStatement(ctx, { action: "registration.changed", details: { to: registration } }),
    ]);
  }
  return readAdminSettings(ctx);
}

const presentRules = ({ required_factor_roles: roles, idle_minutes }: SignInRules) => ({
  required_factor_roles: [...roles],
  idle_minutes,
});
