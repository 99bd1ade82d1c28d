import { sql } from "drizzle-orm";
import { workspaceSends } from "#modules/accounts/workspaces/sending-sql.ts";
import type { Kind } from "#modules/delivery/engine/kind.ts";
import { AWAY_MS, MAILBOX_TROUBLE_WAIT_MS } from "#modules/delivery/rules/leases.ts";
import { gapIsOver } from "#modules/campaigns/sends/leaving-sql.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { placementSeeds, placementTests } from "#modules/placement/schema/placement.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { composePlacements } from "./compose-placements.ts";
import { placementLedger } from "./ledger.ts";
import { settledPlacements } from "./settled-placements.ts";

/** What could not leave for so long says nothing about its test any more. */
const EXPIRES_MS = 7 * DAY_MS;

const testStands = sql`EXISTS (SELECT 1 FROM ${placementTests} t WHERE t.id = l.test_id
  AND t.workspace_id = l.workspace_id AND t.cancelled_at IS NULL)`;

/** A mail of a placement test or of the search for its cause; it goes to a mailbox of one's own, and to nobody else. */
export const placementKind: Kind = {
  name: "placement",
  ledger: placementLedger,
  mayLeave: sql`${testStands}
    AND EXISTS (SELECT 1 FROM ${mailboxes} b WHERE b.id = l.mailbox_id AND b.workspace_id = l.workspace_id
      AND b.deleted_at IS NULL AND b.status = 'active')
    AND (l.seed NOT LIKE 'mailbox:%' OR EXISTS (SELECT 1 FROM ${placementSeeds} s
      WHERE s.mailbox_id = CAST(substr(l.seed, 9) AS INTEGER) AND +s.workspace_id = l.workspace_id))
    AND NOT EXISTS (SELECT 1 FROM ${leads} x WHERE x.workspace_id = l.workspace_id AND x.email = l.seed_email)
    AND ${workspaceSends(sql`l.workspace_id`)}`,
  ready: (now) => gapIsOver(sql`l.mailbox_id`, now),
  moot: (now) => sql`(NOT ${testStands} OR l.created_at <= ${now - EXPIRES_MS})`,
  claim: { by: "choice" },
  waits: { away: AWAY_MS, trouble: MAILBOX_TROUBLE_WAIT_MS },
  onTrouble: () => "wait",
  compose: composePlacements,
  settled: settledPlacements,
};
