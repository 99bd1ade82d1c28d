import { and, eq } from "drizzle-orm";
import type { Db } from "#db/db.ts";
import { trackingDomains } from "#db/schema/tracking.ts";
import type { WorkspaceId } from "#domain/ids.ts";

export async function selectVerifiedHost(db: Db, workspaceId: WorkspaceId): Promise<string | null> {
  const rows = await db
    .select({ host: trackingDomains.host })
    .from(trackingDomains)
    .where(
      and(eq(trackingDomains.workspaceId, workspaceId), eq(trackingDomains.status, "verified")),
    )
    .limit(1);
  return rows[0]?.host ?? null;
}

/** Verified hosts of every workspace: one each at most. */
export async function selectVerifiedHosts(db: Db): Promise<string[]> {
  const rows = await db
    .select({ host: trackingDomains.host })
    .from(trackingDomains)
    .where(eq(trackingDomains.status, "verified"));
  return rows.map((row) => row.host);
}
