import type { DeletedEmployee } from "#modules/operations/contract/admin.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import {
  asSeenSource,
  deleteUser,
  eachInstallKeyMadeBy,
  eachKeyMadeBy,
  endSessionsOf,
  forgetPersonAsSeen,
  leaveWorkspaces,
  type MadeKey,
  revokeInstallKeysMadeBy,
  revokeKeysMadeBy,
  selectKeysMadeBy,
} from "./employees-store.ts";
import { INSTALL_KEY_ID } from "#modules/accounts/install-keys/made-by-sql.ts";
import {
  keysThatStop,
  presentStoppedKeys,
} from "#modules/accounts/install-keys/stop-with-admin.ts";
import { findManageable } from "./find-employee.ts";
import { presentMadeKey } from "#modules/operations/overview/present.ts";

/**
 * Deletes an employee: its sessions end at once and its assignments go. Answers the API keys, of workspaces and of the install, that
 * it made: they stop with it, and an admin may adopt them unless `revokeKeys` ended them. Throws `not_found`, `forbidden` as
 * `findManageable`, `conflict` when its role changed meanwhile.
 */
export async function deleteEmployee(
  ctx: CallerCtx,
  id: UserId,
  revokeKeys: boolean,
): Promise<DeletedEmployee> {
  const { install } = ctx;
  const seen = await findManageable(ctx, id);
  const now = ctx.now();
  const each = eachKeyMadeBy(seen);
  const results = await runBatch(install, [
    selectKeysMadeBy(install, id),
    keysThatStop(install, id),
    ...(revokeKeys
      ? [
          auditStatement(
            ctx,
            {
              action: "install_key.revoked",
              target: { type: "install_key", id: INSTALL_KEY_ID },
            },
            eachInstallKeyMadeBy(seen),
          ),
          revokeInstallKeysMadeBy(install, seen, now),
          auditStatement(
            ctx,
            {
              action: "api_key.revoked",
              workspaceId: each.workspaceId,
              target: { type: "api_key", id: each.keyId },
            },
            each.source,
          ),
          revokeKeysMadeBy(install, seen, now),
        ]
      : []),
    endSessionsOf(install, seen),
    ...forgetPersonAsSeen(install, seen),
    leaveWorkspaces(install, seen),
    auditStatement(
      ctx,
      {
        action: "employee.deleted",
        target: { type: "user", id },
        details: { name: seen.name, role: seen.role, revoke_keys: revokeKeys },
      },
      asSeenSource(seen),
    ),
    deleteUser(install, seen),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) {
    throw new AppError("conflict", "The employee was changed by someone else. Try again.");
  }
  const keys = results[0] as MadeKey[];
  const revokedAt = revokeKeys ? now : null;
  return {
    id,
    api_keys: keys.map((key) => presentMadeKey(key, revokedAt)),
    install_keys: presentStoppedKeys(results[1], now),
  };
}
