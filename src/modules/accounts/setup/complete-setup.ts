import type { CompleteSetupBody } from "#modules/accounts/contract/setup.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { register } from "#modules/accounts/people/register.ts";
import { installStatement, readInstall } from "#modules/accounts/install/install-values.ts";
import { setupCaller } from "./claim.ts";
import { readLicense } from "./license.ts";

/**
 * Finishes the set-up: makes the first super_admin with a workspace, or, where one exists, needs
 * that super_admin. Throws `invalid_state` when it was done before or the install is claimed, and
 * `validation_failed` for a licence key that does not hold.
 */
export async function completeSetup(ctx: PublicCtx, body: CompleteSetupBody, request: Request) {
  const caller = await setupCaller(ctx, request);
  if (caller && body.admin) {
    throw new AppError("invalid_state", "The first admin already exists. Leave out `admin`.");
  }
  if (!caller && !body.admin) {
    throw invalidField("admin", "required", "Send `admin` with name, email and password.");
  }
  const { setup_completed: done } = await readInstall(ctx, ["setup_completed"]);
  if (done) throw new AppError("invalid_state", "Setup is already complete.");
  if (body.license_key !== undefined) {
    const license = await readLicense(ctx, body.license_key);
    if (!license.valid) {
      throw invalidField(
        "license_key",
        license.reason ?? "invalid",
        "This licence key is not valid.",
      );
    }
  }
  const made = body.admin ? await register(ctx, body.admin, body.workspace, "admin.") : null;
  if (made && made.user.role !== "super_admin") {
    throw new AppError("invalid_state", "Setup was just completed by someone else.");
  }
  await runBatch(ctx.install, [
    installStatement(ctx, "setup_completed", true),
    ...(body.license_key === undefined
      ? []
      : [installStatement(ctx, "license_key", body.license_key)]),
    auditStatement(
      { ...ctx, caller: caller ?? undefined },
      { action: "setup.completed", userId: made?.user.id ?? null },
    ),
  ]);
  return made;
}
