import type { AdminSettings, UpdateAdminSettingsBody } from "#modules/operations/contract/admin.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { changeSignInRules } from "#modules/accounts/sessions/sign-in-rules.ts";
import {
  installStatement,
  readInstall,
  registrationOf,
  type SignInRules,
  signInRulesOf,
} from "#modules/accounts/install/install-values.ts";

export async function readAdminSettings(ctx: CallerCtx): Promise<AdminSettings> {
  const [registration, signIn, rules] = await Promise.all([
    registrationOf(ctx),
    signInRulesOf(ctx),
    readInstall(ctx, ["opt_outs_for_all", "first_contact_days"]),
  ]);
  return {
    registration,
    ...presentRules(signIn),
    opt_outs_for_all: rules.opt_outs_for_all ?? false,
    first_contact_days: rules.first_contact_days ?? 0,
  };
}

/** Changes what is given. Throws `forbidden` as `changeSignInRules`. What is said of registration overrides the setting REGISTRATION of the environment. */
export async function updateAdminSettings(
  ctx: CallerCtx,
  { registration, ...rules }: UpdateAdminSettingsBody,
): Promise<AdminSettings> {
  await changeSignInRules(ctx, rules);
  const { opt_outs_for_all: all, first_contact_days: days } = rules;
  await runBatch(ctx.install, [
    ...(registration === undefined
      ? []
      : [
          installStatement(ctx, "registration", registration),
          auditStatement(ctx, { action: "registration.changed", details: { to: registration } }),
        ]),
    ...(all === undefined ? [] : [installStatement(ctx, "opt_outs_for_all", all)]),
    ...(days === undefined ? [] : [installStatement(ctx, "first_contact_days", days)]),
    ...(all === undefined && days === undefined
      ? []
      : [
          auditStatement(ctx, {
            action: "sending_rules.changed",
            details: {
              fields: Object.keys({
                ...(all !== undefined && { opt_outs_for_all: all }),
                ...(days !== undefined && { first_contact_days: days }),
              }),
            },
          }),
        ]),
  ]);
  return readAdminSettings(ctx);
}

const presentRules = ({ required_factor_roles: roles, idle_minutes }: SignInRules) => ({
  required_factor_roles: [...roles],
  idle_minutes,
});
