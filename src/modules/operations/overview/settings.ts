import type { AdminSettings, UpdateAdminSettingsBody } from "#modules/operations/contract/admin.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { installStatement, registrationOf } from "#modules/accounts/install/install-values.ts";

export const readAdminSettings = async (ctx: CallerCtx): Promise<AdminSettings> => ({
  registration: await registrationOf(ctx),
});

/** Changes what is given; it overrides the setting REGISTRATION of the environment. */
export async function updateAdminSettings(
  ctx: CallerCtx,
  { registration }: UpdateAdminSettingsBody,
): Promise<AdminSettings> {
  if (registration !== undefined) {
    await runBatch(ctx.install, [
      installStatement(ctx, "registration", registration),
      auditStatement(ctx, { action: "registration.changed", details: { to: registration } }),
    ]);
  }
  return readAdminSettings(ctx);
}
