import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { selectIsUser } from "./erasures-store.ts";
import { type EntryHashes, hashesOf } from "#modules/leads/hashes/hashes.ts";
import { installSuppressionOf } from "#modules/leads/install-suppressions/install-suppressed.ts";
import type { AddressReport } from "#modules/operations/contract/addresses.ts";
import { type CallerCtx, databasesOf, holdingOf } from "#platform/ctx/ctx.ts";
import { type Db, runBatch } from "#platform/db/db.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import { type PlaceRow, selectPlaces } from "./lookup-store.ts";

/** Where an address is in the whole installation. Written to the audit log, without the address. */
export async function lookUpAddress(ctx: CallerCtx, email: string): Promise<AddressReport> {
  const hashes = hashesOf(ctx, email);
  await runBatch(ctx.install, [
    auditStatement(ctx, { action: "address.looked_up", target: targetOf(hashes) }),
  ]);
  return reportOn(ctx, email, hashes);
}

/** How the audit log names an address that it does not show. */
export const targetOf = ({ key, keyed }: EntryHashes) => ({
  type: "address",
  id: `${key}:${keyed.slice(0, 16)}`,
});

export async function reportOn(
  ctx: CallerCtx,
  email: string,
  hashes: EntryHashes,
): Promise<AddressReport> {
  const [listed, isUser, places] = await Promise.all([
    installSuppressionOf(ctx, email),
    selectIsUser(ctx.install, email),
    Promise.all((await databasesOf(ctx)).map((db) => placesIn(ctx, db, email, hashes))),
  ]);
  return {
    email,
    installation: listed ? { cause: listed.cause, created_at: iso(listed.createdAt) } : null,
    is_user: isUser,
    workspaces: places
      .flat()
      .toSorted((a, b) => a.workspaceId - b.workspaceId)
      .map(present),
  };
}

/** A workspace that lies apart has its row in two databases: its own one tells. */
async function placesIn(
  ctx: CallerCtx,
  db: Db,
  email: string,
  hashes: EntryHashes,
): Promise<PlaceRow[]> {
  const rows = await selectPlaces(db, email, hashes);
  return ctx.shards ? rows.filter(({ workspaceId }) => holdingOf(ctx, workspaceId) === db) : rows;
}

const present = (row: PlaceRow): AddressReport["workspaces"][number] => ({
  workspace_id: row.workspaceId,
  workspace: row.name,
  workspace_deleted_at: isoOrNull(row.deletedAt),
  lead:
    row.leadId === null || row.leadCreatedAt === null
      ? null
      : {
          id: row.leadId,
          created_at: iso(row.leadCreatedAt),
          source: row.source,
          source_name: row.sourceName ?? "",
          source_by: row.sourceBy ?? "",
          unsubscribed_at: isoOrNull(row.unsubscribedAt),
          bounced_at: isoOrNull(row.bouncedAt),
        },
  suppression:
    row.reason === null || row.suppressedAt === null
      ? null
      : { reason: row.reason, created_at: iso(row.suppressedAt) },
  campaigns: row.campaigns,
  sent: row.sent,
  last_sent_at: isoOrNull(row.lastSentAt),
  answered: row.answered,
  last_answered_at: isoOrNull(row.lastAnsweredAt),
  threads: row.threads,
});
