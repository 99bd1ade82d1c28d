import type { AdminSettings, UpdateAdminSettingsBody } from "#modules/operations/contract/admin.ts";
import { DEFAULT_PRICES } from "#modules/operations/rules/costs.ts";
import type { Prices } from "#platform/rules/prices.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { changeSignInRules } from "#modules/accounts/sessions/sign-in-rules.ts";
import { pricesOf } from "#modules/operations/costs/read-costs.ts";
import {
  installStatement,
  readInstall,
  registrationOf,
  type SignInRules,
  signInRulesOf,
} from "#modules/accounts/install/install-values.ts";

export async function readAdminSettings(ctx: CallerCtx): Promise<AdminSettings> {
  const [registration, signIn, rules, prices] = await Promise.all([
    registrationOf(ctx),
    signInRulesOf(ctx),
    readInstall(ctx, ["opt_outs_for_all", "first_contact_days"]),
    pricesOf(ctx),
  ]);
  return {
    registration,
    ...presentRules(signIn),
    opt_outs_for_all: rules.opt_outs_for_all ?? false,
    first_contact_days: rules.first_contact_days ?? 0,
    prices,
  };
}

/** Changes what is given. Throws `forbidden` as `changeSignInRules`. What is said of registration overrides the setting REGISTRATION of the environment. */
export async function updateAdminSettings(
  ctx: CallerCtx,
  { registration, prices, ...rules }: UpdateAdminSettingsBody,
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
    ...(prices === undefined
      ? []
      : [
          installStatement(ctx, "prices", { own: isListed(prices) ? null : prices }),
          auditStatement(ctx, { action: "settings.changed", details: { fields: ["prices"] } }),
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

/** Whether that is what GET shows where nothing was set: a later version may know newer prices. */
const isListed = (prices: Prices | null): boolean =>
  JSON.stringify(prices) === JSON.stringify(DEFAULT_PRICES);

const presentRules = ({ required_factor_roles: roles, idle_minutes }: SignInRules) => ({
  required_factor_roles: [...roles],
  idle_minutes,
});
