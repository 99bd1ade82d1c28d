import type { AdminSettings, UpdateAdminSettingsBody } from "#contract/admin.ts";
import type { CallerCtx } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import { auditStatement } from "#features/audit/audit-statement.ts";
import { installStatement } from "#features/install/install-values.ts";
import { registrationOf } from "#features/install/registration.ts";

export const readSettings = async (ctx: CallerCtx): Promise<AdminSettings> => ({
  registration: await registrationOf(ctx),
});

/** Changes what is given; it overrides the setting REGISTRATION of the environment. */
export async function updateSettings(
  ctx: CallerCtx,
  { registration }: UpdateAdminSettingsBody,
): Promise<AdminSettings> {
  if (registration !== undefined) {
    await runBatch(ctx.db, [
      installStatement(ctx, "registration", registration),
      auditStatement(ctx, { action: "registration.changed", details: { to: registration } }),
    ]);
  }
  return readSettings(ctx);
}
