import { type SQL, sql } from "drizzle-orm";
import { outbox, resends, sends } from "#modules/campaigns/schema/sending.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { placementMails } from "#modules/placement/schema/placement.ts";
import type { Db } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { LedgerPlace } from "#modules/receipts/rules/read-to.ts";
import type { LEDGERS } from "./facts.ts";

type Ended = {
  readonly id: number;
  readonly workspaceId: WorkspaceId;
  readonly finishedAt: number;
  /** Null: no server can have had it. */
  readonly sentAt: number | null;
  readonly state: string;
};
type SendRow = Ended & {
  readonly toEmail: string;
  readonly step: string;
  /** How often it was asked for; 0 of a first try. */
  readonly times: number;
};
export type MailRow = Ended & { readonly recipients: string; readonly forced: number };

/** The next mails of a ledger that ended, in the order of their ends, up to `until`. */
const ended = (table: SQL, id: SQL, after: LedgerPlace, until: number, limit: number): SQL =>
  sql`FROM ${table} WHERE l.finished_at IS NOT NULL AND (l.finished_at, ${id}) > (${after[0]}, ${after[1]})
    AND l.finished_at <= ${until} ORDER BY l.finished_at, ${id} LIMIT ${limit}`;

const OWN = sql.raw(
  `l.workspace_id AS "workspaceId", l.finished_at AS "finishedAt", l.sent_at AS "sentAt", l.state AS "state"`,
);

/** Campaigns' mails, and tests of where they land: one recipient each. */
export function selectEndedSends(
  db: Db,
  ledger: Exclude<(typeof LEDGERS)[number], "mail">,
  after: LedgerPlace,
  until: number,
  limit: number,
): Promise<SendRow[]> {
  const id = sql`l.id`;
  switch (ledger) {
    case "send":
      return db.all<SendRow>(sql`
        SELECT l.id AS id, ${OWN}, l.to_email AS "toEmail", 0 AS times,
          l.campaign_id || ':' || l.lead_id || ':' || l.step_id AS step
        ${ended(sql`${sends} l`, id, after, until, limit)}`);
    case "again":
      return db.all<SendRow>(sql`
        SELECT l.id AS id, ${OWN}, s.to_email AS "toEmail", l.times AS times,
          s.campaign_id || ':' || s.lead_id || ':' || s.step_id AS step
        ${ended(sql`${resends} l CROSS JOIN ${sends} s ON s.id = l.id`, id, after, until, limit)}`);
    case "test":
      return db.all<SendRow>(sql`
        SELECT l.id AS id, ${OWN}, l.seed_email AS "toEmail", 0 AS times, '' AS step
        ${ended(sql`${placementMails} l`, id, after, until, limit)}`);
  }
}

/** Mails that people wrote, with all their recipients. */
export const selectEndedMails = (
  db: Db,
  after: LedgerPlace,
  until: number,
  limit: number,
): Promise<MailRow[]> =>
  db.all<MailRow>(sql`
    SELECT l.message_id AS id, ${OWN}, l.force AS forced,
      json_array(json(m.to_emails), json(m.cc_emails), json(l.bcc)) AS recipients
    ${ended(
      sql`${outbox} l CROSS JOIN ${messages} m ON m.id = l.message_id`,
      sql`l.message_id`,
      after,
      until,
      limit,
    )}`);
