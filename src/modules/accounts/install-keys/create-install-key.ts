import type { CreateInstallKeyBody } from "#modules/accounts/contract/install-keys.ts";
import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { apiKeyHash, newApiKey } from "#modules/accounts/rules/api-key.ts";
import { auditedLimits, storedLimits } from "#modules/accounts/rules/key-limits.ts";
import { AppError, type FieldError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { INSTALL_KEY_ID } from "./made-by-sql.ts";
import {
  type InstallKeyRow,
  insertInstallKey,
  installKeyOfHash,
  selectByHash,
  selectStandingWorkspaces,
} from "./store.ts";

/**
 * Makes a key of the install and answers it in clear, this once. Throws `validation_failed` for
 * limits that cannot be and workspaces that are not there, `limit_reached` at `MAX_INSTALL_KEYS`,
 * `forbidden` while impersonating.
 */
export async function createInstallKey(
  ctx: CallerCtx,
  body: CreateInstallKeyBody,
): Promise<{ key: string; row: InstallKeyRow }> {
  assertOwnSession(ctx.caller, "API keys cannot be created while impersonating.");
  const { install } = ctx;
  const { name, workspace_ids: workspaceIds } = body;
  await assertKnown(ctx, workspaceIds ?? []);
  const key = newApiKey();
  const hash = apiKeyHash(key);
  const max = ctx.settings.MAX_INSTALL_KEYS;
  const everywhere = workspaceIds === null;
  const stored = storedLimits(
    body,
    { keyKind: "install", role: "admin" },
    everywhere,
    ctx.caller,
    ctx.now(),
  );
  const fields = {
    name,
    hash,
    lastFour: key.slice(-4),
    createdBy: personOf(ctx.caller).userId,
    workspaceIds,
    ...stored,
  };
  const results = await runBatch(install, [
    ...insertInstallKey(install, fields, max, ctx.now()),
    auditStatement(
      ctx,
      {
        action: "install_key.created",
        target: { type: "install_key", id: INSTALL_KEY_ID },
        details: {
          name,
          ...(workspaceIds && { workspace_ids: workspaceIds }),
          ...auditedLimits(stored),
        },
      },
      installKeyOfHash(hash),
    ),
    selectByHash(install, hash),
  ]);
  const [row] = results.at(-1) as InstallKeyRow[];
  if (!row) {
    throw new AppError(
      "limit_reached",
      `An installation can have up to ${max} keys of its own. Revoke one first.`,
    );
  }
  return { key, row };
}

async function assertKnown(ctx: CallerCtx, ids: readonly WorkspaceId[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await selectStandingWorkspaces(ctx.install, ids);
  const errors = ids.flatMap((id, i): FieldError[] =>
    known.has(id)
      ? []
      : [{ path: `workspace_ids.${i}`, code: "unknown", message: `There is no workspace ${id}.` }],
  );
  if (errors.length > 0) {
    throw new AppError("validation_failed", "Some workspaces do not exist.", { errors });
  }
}
