import type { MailboxConnection } from "#modules/connections/contract/connections.ts";
import type { Road } from "#modules/connections/rules/kinds.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { GrantId } from "#platform/rules/ids.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { deleteGrant, type GrantRow, selectGrants } from "./grants-store.ts";

/** Grants by id; what is gone is absent. */
export async function readGrants(
  ctx: WorkspaceCtx,
  ids: readonly GrantId[],
): Promise<ReadonlyMap<GrantId, GrantRow>> {
  if (ids.length === 0) return new Map();
  const rows = await selectGrants(ctx.db, ctx.workspaceId, ids);
  return new Map(rows.map((row) => [row.id, row]));
}

/** How a mailbox signs in, as the API shows it: no token, sealed or not. */
export const presentConnection = (
  road: Road,
  grant: GrantRow | null,
  ungranted: "password" | "sandbox",
): MailboxConnection =>
  grant === null
    ? {
        kind: ungranted,
        provider: null,
        account: null,
        state: "connected",
        reason: null,
        scopes: [],
        granted_at: null,
        road,
      }
    : {
        kind: grant.kind,
        provider: grant.provider,
        account: grant.account,
        state: grant.state,
        reason: grant.reason,
        scopes: grant.scopes,
        granted_at: isoOrNull(grant.grantedAt),
        road,
      };

/** Forgets a grant whose mailbox signs in otherwise now. */
export const forgetGrant = (ctx: WorkspaceCtx, id: GrantId): Promise<void> =>
  deleteGrant(ctx.db, ctx.workspaceId, id);
