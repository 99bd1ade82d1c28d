import type { CreateApiKeyBody } from "#contract/api-keys.ts";
import { type MemberCtx, personOf } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import { apiKeyHash, newApiKey } from "#domain/access/api-key.ts";
import { MAX_API_KEYS } from "#domain/choices.ts";
import { AppError } from "#domain/errors.ts";
import { auditStatement } from "#features/audit/audit-statement.ts";
import { assertOwnSession } from "#features/auth/own-session.ts";
import { type ApiKeyRow, insertKey, ofHash, ROW_ID, selectKeyByHash } from "./store.ts";

/**
 * Makes a key and answers it in clear, this once. Throws `limit_reached` at twenty, `forbidden`
 * while impersonating.
 */
export async function createKey(
  ctx: MemberCtx,
  body: CreateApiKeyBody,
): Promise<{ key: string; row: ApiKeyRow }> {
  assertOwnSession(ctx.caller, "API keys cannot be made while impersonating.");
  const key = newApiKey();
  const hash = apiKeyHash(key);
  const { db, workspaceId } = ctx;
  const fields = {
    name: body.name,
    role: body.role,
    hash,
    lastFour: key.slice(-4),
    createdBy: personOf(ctx.caller).userId,
  };
  const results = await runBatch(db, [
    insertKey(db, workspaceId, fields, MAX_API_KEYS, ctx.now()),
    auditStatement(
      ctx,
      {
        action: "api_key.created",
        workspaceId,
        target: { type: "api_key", id: ROW_ID },
        details: { name: body.name, role: body.role },
      },
      ofHash(workspaceId, hash),
    ),
    selectKeyByHash(db, workspaceId, hash),
  ]);
  const [row] = results.at(-1) as ApiKeyRow[];
  if (!row) {
    throw new AppError(
      "limit_reached",
      `A workspace may have ${MAX_API_KEYS} keys; revoke one first.`,
    );
  }
  return { key, row };
}
