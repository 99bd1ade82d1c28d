import { sql } from "drizzle-orm";
import { workspaceSends } from "#modules/accounts/workspaces/sending-sql.ts";
import type { Kind } from "#modules/delivery/engine/kind.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { AWAY_MS } from "#modules/delivery/rules/leases.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { warmupMails, warmups } from "#modules/warmup/schema/warmup.ts";
import { stillPartners } from "#modules/warmup/pool/still-partners.ts";
import { composeWarmups } from "./compose-warmups.ts";
import { warmupLedger } from "./ledger.ts";
import { settledWarmups } from "./settled-warmups.ts";

const MAILS_AT_ONCE = 100;
/** Between two warmup mails of a mailbox, whatever has piled up. */
const GAP_MS = 2 * MINUTE_MS;

/** A mail between two mailboxes of a workspace, or to a partner outside of it; what its day did not see is dropped, and nothing is made up for in a burst. */
export const warmupKind: Kind = {
  name: "warmup",
  ledger: warmupLedger,
  mayLeave: sql`EXISTS (SELECT 1 FROM ${warmups} w WHERE w.mailbox_id = l.from_mailbox_id
      AND w.state IN ('warming', 'maintaining', 'throttled'))
    AND EXISTS (SELECT 1 FROM ${mailboxes} b WHERE b.id = l.from_mailbox_id AND b.deleted_at IS NULL AND b.status = 'active')
    AND (l.partner_email IS NOT NULL
      OR EXISTS (SELECT 1 FROM ${mailboxes} r WHERE r.id = l.to_mailbox_id AND r.deleted_at IS NULL))
    AND ${workspaceSends(sql`l.workspace_id`)}`,
  ready: (now) => sql`l.expires_at > ${now}
    AND EXISTS (SELECT 1 FROM ${warmups} g WHERE g.mailbox_id = l.from_mailbox_id
      AND (g.last_sent_at IS NULL OR g.last_sent_at <= ${now - GAP_MS}))
    AND NOT EXISTS (SELECT 1 FROM ${warmupMails} x WHERE x.from_mailbox_id = l.from_mailbox_id
      AND x.state IN ('leased', 'sending'))`,
  open: stillPartners,
  moot: (now) => sql`l.expires_at <= ${now}`,
  claim: { by: "due", oneOfMailbox: true, atOnce: MAILS_AT_ONCE },
  waits: { away: AWAY_MS, trouble: 15 * MINUTE_MS },
  onTrouble: () => "wait",
  compose: composeWarmups,
  settled: settledWarmups,
};
