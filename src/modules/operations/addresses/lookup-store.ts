import { sql } from "drizzle-orm";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { campaignLeads } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import type { EntryHashes } from "#modules/leads/hashes/hashes.ts";
import type { LeadSourceKind } from "#modules/leads/rules/source.ts";
import { leads, suppressions } from "#modules/leads/schema/leads.ts";
import type { Suppression } from "#modules/leads/contract/suppressions.ts";
import type { Db } from "#platform/db/db.ts";
import type { LeadId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** An address in one workspace. */
export type PlaceRow = {
  readonly workspaceId: WorkspaceId;
  readonly name: string;
  readonly deletedAt: UnixMs | null;
  readonly leadId: LeadId | null;
  readonly leadCreatedAt: UnixMs | null;
  readonly source: LeadSourceKind | null;
  readonly sourceName: string | null;
  readonly sourceBy: string | null;
  readonly unsubscribedAt: UnixMs | null;
  readonly bouncedAt: UnixMs | null;
  readonly reason: Suppression["reason"] | null;
  readonly suppressedAt: UnixMs | null;
  readonly campaigns: number;
  readonly sent: number;
  readonly lastSentAt: UnixMs | null;
  readonly answered: number;
  readonly lastAnsweredAt: UnixMs | null;
  readonly threads: number;
};

/** Where an address is in the workspaces of one database: a look-up by index in each of them. */
export const selectPlaces = (db: Db, email: string, hashes: EntryHashes): Promise<PlaceRow[]> => {
  const sent = sql`FROM ${sends} s WHERE s.workspace_id = w.id AND s.lead_id = x.id`;
  return db.all<PlaceRow>(sql`
    SELECT w.id AS "workspaceId", w.name AS name, w.deleted_at AS "deletedAt", x.id AS "leadId",
      x.created_at AS "leadCreatedAt", x.source AS source, x.source_name AS "sourceName",
      x.source_by AS "sourceBy", x.unsubscribed_at AS "unsubscribedAt", x.bounced_at AS "bouncedAt",
      y.reason AS reason, y.created_at AS "suppressedAt",
      (SELECT count(*) FROM ${campaignLeads} e WHERE e.workspace_id = w.id AND e.lead_id = x.id) AS campaigns,
      (SELECT count(*) ${sent} AND s.sent_at IS NOT NULL) AS sent,
      (SELECT max(s.sent_at) ${sent}) AS "lastSentAt",
      (SELECT count(*) ${sent} AND s.replied_at IS NOT NULL) AS answered,
      (SELECT max(s.replied_at) ${sent}) AS "lastAnsweredAt",
      (SELECT count(*) FROM ${threads} t WHERE t.workspace_id = w.id AND t.lead_id = x.id) AS threads
    FROM ${workspaces} w
      LEFT JOIN ${leads} x ON x.workspace_id = w.id AND x.email = ${email}
      LEFT JOIN ${suppressions} y ON y.workspace_id = w.id AND y.kind = 'address'
        AND y.hash IN (${hashes.keyed}, ${hashes.plain})
    WHERE x.id IS NOT NULL OR y.id IS NOT NULL
    ORDER BY w.id`);
};
