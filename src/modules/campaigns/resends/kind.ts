import { type SQL, sql } from "drizzle-orm";
import { workspaceSends } from "#modules/accounts/workspaces/sending-sql.ts";
import type { Kind } from "#modules/delivery/engine/kind.ts";
import { AWAY_MS, MAILBOX_TROUBLE_WAIT_MS } from "#modules/delivery/rules/leases.ts";
import { mayLeaveNow } from "#modules/campaigns/claim/may-be-written.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import { gapIsOver } from "#modules/campaigns/sends/leaving-sql.ts";
import { composeResends } from "./compose-resends.ts";
import { resendLedger } from "./ledger.ts";
import { settledResends } from "./settled-resends.ts";
import { resendMayLeave, resendStands } from "./standing-sql.ts";

/** The resend's own send, as far as the condition holds. */
const itsSend = (condition: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${sends} s WHERE s.id = l.id AND s.workspace_id = l.workspace_id AND ${condition})`;

/**
 * One more try of a mail whose outcome is unclear. That a server took it is settled with its send,
 * and only ends the try here; another outcome leaves the send unclear, since the first try may have
 * arrived, unless the server says that the address does not exist.
 */
export const resendKind: Kind = {
  name: "again",
  standsFor: "send",
  ledger: resendLedger,
  mayLeave: sql`${itsSend(resendMayLeave)} AND ${workspaceSends(sql`l.workspace_id`)}`,
  ready: (now) => gapIsOver(sql`l.mailbox_id`, now),
  open: mayLeaveNow,
  moot: () => sql`NOT ${itsSend(resendStands)}`,
  claim: { by: "choice" },
  waits: { away: AWAY_MS, trouble: MAILBOX_TROUBLE_WAIT_MS },
  onTrouble: () => "wait",
  compose: composeResends,
  settled: settledResends,
};
