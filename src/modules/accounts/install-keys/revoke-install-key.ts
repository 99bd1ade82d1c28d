import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { noSuchKey } from "./adopt-install-key.ts";
import { revokeRow, whileInstallKeyStands } from "./store.ts";

/**
 * Ends a key of the install: the next request with it is refused. Throws `not_found`, `forbidden`
 * while impersonating.
 */
export async function revokeInstallKey(ctx: CallerCtx, id: number): Promise<void> {
  assertOwnSession(ctx.caller, "API keys cannot be revoked while impersonating.");
  const { install } = ctx;
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      { action: "install_key.revoked", target: { type: "install_key", id } },
      whileInstallKeyStands(id),
    ),
    revokeRow(install, id, ctx.now()),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw noSuchKey();
}
