import type { CreateApiKeyBody } from "#modules/accounts/contract/api-keys.ts";
import { type MemberCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { apiKeyHash, newApiKey } from "#modules/accounts/rules/api-key.ts";
import { auditedLimits, storedLimits } from "#modules/accounts/rules/key-limits.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { type ApiKeyRow, insertKey, ofHash, ROW_ID, selectKeyByHash } from "./store.ts";

/**
 * Makes a key and answers it in clear, this once. Throws `limit_reached` at
 * `MAX_API_KEYS_PER_WORKSPACE`, `validation_failed` for limits that cannot be, `forbidden` while
 * impersonating.
 */
export async function createKey(
  ctx: MemberCtx,
  body: CreateApiKeyBody,
): Promise<{ key: string; row: ApiKeyRow }> {
  assertOwnSession(ctx.caller, "API keys cannot be created while impersonating.");
  const key = newApiKey();
  const hash = apiKeyHash(key);
  const max = ctx.settings.MAX_API_KEYS_PER_WORKSPACE;
  const { install, workspaceId } = ctx;
  const fields = {
    name: body.name,
    role: body.role,
    hash,
    lastFour: key.slice(-4),
    createdBy: personOf(ctx.caller).userId,
    ...storedLimits(body, { keyKind: "workspace", role: body.role }, true, ctx.caller, ctx.now()),
  };
  const results = await runBatch(install, [
    insertKey(install, workspaceId, fields, max, ctx.now()),
    auditStatement(
      ctx,
      {
        action: "api_key.created",
        workspaceId,
        target: { type: "api_key", id: ROW_ID },
        details: { name: body.name, role: body.role, ...auditedLimits(fields) },
      },
      ofHash(workspaceId, hash),
    ),
    selectKeyByHash(install, workspaceId, hash),
  ]);
  const [row] = results.at(-1) as ApiKeyRow[];
  if (!row) {
    throw new AppError(
      "limit_reached",
      `A workspace can have up to ${max} API keys. Revoke one first.`,
    );
  }
  return { key, row };
}
