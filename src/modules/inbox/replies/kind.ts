import { sql } from "drizzle-orm";
import { workspaceSends } from "#modules/accounts/workspaces/sending-sql.ts";
import type { Kind } from "#modules/delivery/engine/kind.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { suppressions } from "#modules/leads/schema/leads.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { AWAY_MS, MAILBOX_TROUBLE_WAIT_MS } from "#modules/delivery/rules/leases.ts";
import { composeReplies } from "./compose-replies.ts";
import { repliesMayLeave } from "./may-leave.ts";
import { replyLedger } from "./ledger.ts";
import { settledReplies, failureWords } from "./settled-replies.ts";

const MAILS_AT_ONCE = 100;

const ofSending = workspaceSends(sql`l.workspace_id`);

/** No recipient is suppressed, unless the mail is to go nevertheless. */
const mayBeAddressed = sql`(l.force = 1 OR NOT EXISTS (
  SELECT 1 FROM ${messages} m, (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3) p,
    json_each(CASE p.n WHEN 1 THEN m.to_emails WHEN 2 THEN m.cc_emails ELSE l.bcc END) a
    JOIN ${suppressions} x ON x.workspace_id = l.workspace_id
      AND ((x.kind = 'address' AND x.value = a.value)
        OR (x.kind = 'domain' AND x.value = substr(a.value, instr(a.value, '@') + 1)))
  WHERE m.id = l.message_id))`;

/**
 * A mail that a person wrote. It bypasses every limit of campaigns, and what cannot be sent fails
 * with its reason instead of waiting in silence, since a person has to look.
 */
export const replyKind: Kind = {
  name: "message",
  ledger: replyLedger,
  mayLeave: sql`EXISTS (SELECT 1 FROM ${mailboxes} b WHERE b.id = l.mailbox_id AND b.deleted_at IS NULL
      AND b.status <> 'disabled')
    AND ${mayBeAddressed} AND ${ofSending}`,
  mayClaim: ofSending,
  open: repliesMayLeave,
  claim: { by: "due", oneOfMailbox: false, atOnce: MAILS_AT_ONCE },
  waits: { away: AWAY_MS, trouble: MAILBOX_TROUBLE_WAIT_MS },
  onTrouble: (trouble) => (trouble === "connection" ? "retry" : "fail"),
  words: failureWords,
  compose: composeReplies,
  settled: settledReplies,
};
