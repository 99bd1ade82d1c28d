import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { adoptRow, type InstallKeyRow, selectStanding, whileInstallKeyStands } from "./store.ts";

/**
 * Makes the calling admin the one who answers for a key of the install: one that stopped with its
 * creator works again. Throws `not_found`, `forbidden` while impersonating.
 */
export async function adoptInstallKey(ctx: CallerCtx, id: number): Promise<InstallKeyRow> {
  assertOwnSession(ctx.caller, "API keys cannot be adopted while impersonating.");
  const { install } = ctx;
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      { action: "install_key.adopted", target: { type: "install_key", id } },
      whileInstallKeyStands(id),
    ),
    adoptRow(install, id, personOf(ctx.caller).userId),
    selectStanding(install, id),
  ]);
  const [row] = results.at(-1) as InstallKeyRow[];
  if (!row) throw noSuchKey();
  return row;
}

export const noSuchKey = (): AppError =>
  new AppError("not_found", "This installation has no such API key.");
