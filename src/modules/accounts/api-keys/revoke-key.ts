import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { revokeKey, whileStanding } from "./store.ts";

/**
 * Ends a key: the next request with it is refused. Throws `not_found`, `forbidden` while
 * impersonating.
 */
export async function endKey(ctx: MemberCtx, id: number): Promise<void> {
  assertOwnSession(ctx.caller, "API keys cannot be revoked while impersonating.");
  const { install, workspaceId } = ctx;
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      { action: "api_key.revoked", workspaceId, target: { type: "api_key", id } },
      whileStanding(workspaceId, id),
    ),
    revokeKey(install, workspaceId, id, ctx.now()),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) throw notFound("API key");
}
