import { type MemberCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { notFound } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { adoptKeyRow, type ApiKeyRow, selectStandingKey, whileStanding } from "./store.ts";

/**
 * Makes the calling admin the one who answers for a key: one that stopped with its creator works
 * again, and stops when the admin loses the role. Throws `not_found`, `forbidden` while impersonating.
 */
export async function adoptKey(ctx: MemberCtx, id: number): Promise<ApiKeyRow> {
  assertOwnSession(ctx.caller, "API keys cannot be adopted while impersonating.");
  const { install, workspaceId } = ctx;
  const results = await runBatch(install, [
    auditStatement(
      ctx,
      { action: "api_key.adopted", workspaceId, target: { type: "api_key", id } },
      whileStanding(workspaceId, id),
    ),
    adoptKeyRow(install, workspaceId, id, personOf(ctx.caller).userId),
    selectStandingKey(install, workspaceId, id),
  ]);
  const [row] = results.at(-1) as ApiKeyRow[];
  if (!row) throw notFound("API key");
  return row;
}
