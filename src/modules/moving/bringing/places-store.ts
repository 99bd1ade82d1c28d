import { foundAs, importedColumns } from "#modules/delivery/engine/moves.ts";
import { type SQL, sql } from "drizzle-orm";
import { IMPORTED } from "#modules/campaigns/rules/variants.ts";
import { campaignLeads, campaigns } from "#modules/campaigns/schema/campaigns.ts";
import { sends } from "#modules/campaigns/schema/sending.ts";
import type { EnrolmentStatus } from "#modules/campaigns/rules/states.ts";
import { messages } from "#modules/delivery/schema/messages.ts";
import { threads } from "#modules/inbox/schema/inbox.ts";
import { leads } from "#modules/leads/schema/leads.ts";
import type { ThreadStatus } from "#modules/campaigns/rules/thread-status.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type {
  CampaignId,
  LeadId,
  MailboxId,
  StepId,
  UnixMs,
  WorkspaceId,
} from "#platform/rules/ids.ts";

/** A lead's place, as it is to be here. */
export type NewPlace = {
  readonly leadId: LeadId;
  readonly status: EnrolmentStatus;
  readonly step: number;
  readonly nextSendAt: UnixMs | null;
  readonly mailboxId: MailboxId | null;
};

/** An email that the rival sent, for the ledger. */
export type NewMail = {
  readonly leadId: LeadId;
  readonly stepId: StepId;
  readonly step: number;
  readonly mailboxId: MailboxId | 0;
  readonly messageId: string;
  readonly otherId: string | null;
  /** Ours for a mail of which nobody knows the id; it takes the place of a message id that is taken. */
  readonly ownId: string;
  readonly toEmail: string;
  readonly fromEmail: string;
  readonly subject: string;
  readonly text: string;
  readonly isKnown: boolean;
  readonly at: UnixMs;
};

const OPEN = sql.raw("('pending', 'in_progress', 'paused')");

/**
 * Gives leads their places. One that is here moves forward only, and not at all once we have written to
 * the lead ourselves: then an end alone counts.
 */
export function putPlaces(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  places: readonly NewPlace[],
  now: UnixMs,
): { readonly insert: Statement; readonly update: Statement } {
  const json = JSON.stringify(
    places.map((p) => [p.leadId, p.status, p.step, p.nextSendAt, p.mailboxId]),
  );
  const isOpen = sql`p.value->>1 IN ${OPEN}`;
  const finished = sql`CASE WHEN ${isOpen} THEN NULL ELSE ${now} END`;
  const stands = sql`EXISTS (SELECT 1 FROM ${campaigns} c WHERE c.id = ${campaignId}
    AND c.workspace_id = ${workspaceId} AND c.deleted_at IS NULL)`;
  const written = sql`EXISTS (SELECT 1 FROM ${sends} s WHERE s.enrolment_id = ${campaignLeads}.id
    AND s.variant <> ${IMPORTED})`;
  return {
    insert: db.run(sql`
      INSERT INTO ${campaignLeads} (workspace_id, campaign_id, lead_id, status, current_step, next_send_at,
        mailbox_id, entered_at, finished_at)
      SELECT ${workspaceId}, ${campaignId}, p.value->>0, p.value->>1, p.value->>2, p.value->>3, p.value->>4, ${now}, ${finished}
      FROM json_each(${json}) p WHERE ${stands}
      ON CONFLICT (campaign_id, lead_id) DO NOTHING`),
    update: db.run(sql`
      UPDATE ${campaignLeads} SET status = CASE WHEN ${written} AND ${isOpen} THEN status ELSE p.value->>1 END,
        current_step = CASE WHEN ${written} THEN current_step ELSE max(current_step, p.value->>2) END,
        next_send_at = CASE WHEN NOT ${isOpen} THEN NULL WHEN ${written} THEN next_send_at
          WHEN current_step > p.value->>2 THEN next_send_at ELSE p.value->>3 END,
        mailbox_id = CASE WHEN ${written} THEN mailbox_id ELSE coalesce(p.value->>4, mailbox_id) END,
        finished_at = CASE WHEN NOT ${isOpen} THEN coalesce(finished_at, ${now}) ELSE finished_at END
      FROM json_each(${json}) p
      WHERE ${campaignLeads}.campaign_id = ${campaignId} AND ${campaignLeads}.lead_id = p.value->>0
        AND +${campaignLeads}.workspace_id = ${workspaceId} AND ${campaignLeads}.status IN ${OPEN}`),
  };
}

/**
 * Writes what the rival sent into the ledger: its key prevents that a step is sent again, and its
 * Message-ID carries the thread. It takes no slot of a day and counts nowhere. A mail that is there
 * learns what is known now.
 */
export function putMails(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  mails: readonly NewMail[],
): Statement[] {
  if (mails.length === 0) return [];
  const json = JSON.stringify(
    mails.map((m) => [
      m.leadId,
      m.stepId,
      m.step,
      m.mailboxId,
      m.messageId,
      m.otherId,
      m.ownId,
      m.toEmail,
      m.subject,
      m.at,
      m.fromEmail,
      m.text,
      m.isKnown ? 1 : 0,
    ]),
  );
  const v = (i: number): SQL => sql`m.value->>${sql.raw(String(i))}`;
  const insert = (id: SQL, other: SQL): Statement => {
    const imported = importedColumns(v(9), other);
    return db.run(sql`
      INSERT INTO ${sends} (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, variant, mailbox_id,
        ${imported.names}, message_id, to_email, subject, created_at)
      SELECT ${workspaceId}, ${campaignId}, e.id, e.lead_id, ${v(1)}, ${v(2)}, ${IMPORTED}, ${v(3)},
        ${imported.values}, ${id}, ${v(7)}, ${v(8)}, ${v(9)}
      FROM json_each(${json}) m JOIN ${campaignLeads} e ON e.campaign_id = ${campaignId} AND e.lead_id = ${v(0)}
      WHERE +e.workspace_id = ${workspaceId}
      ON CONFLICT DO NOTHING`);
  };
  const ours = sql`${sends}.campaign_id = ${campaignId} AND ${sends}.lead_id = ${v(0)}
    AND ${sends}.step_id = ${v(1)} AND +${sends}.workspace_id = ${workspaceId} AND ${sends}.variant = ${IMPORTED}`;
  return [
    insert(v(4), v(5)),
    // The Message-ID is another mail's: the key counts anyway.
    insert(v(6), sql`NULL`),
    db.run(sql`
      UPDATE OR IGNORE ${sends} SET ${foundAs(v(4), v(5))}
      FROM json_each(${json}) m
      WHERE ${ours} AND ${v(12)} = 1 AND ${sends}.message_id <> ${v(4)}`),
    db.run(sql`
      UPDATE ${sends} SET mailbox_id = CASE WHEN ${v(3)} > 0 THEN ${v(3)} ELSE mailbox_id END,
        subject = CASE WHEN subject = '' THEN ${v(8)} ELSE subject END
      FROM json_each(${json}) m WHERE ${ours}`),
  ];
}

/** The mails as a thread shows them, where the mailbox that sent them is connected. */
export function showMails(
  db: Db,
  workspaceId: WorkspaceId,
  campaignId: CampaignId,
  mails: readonly NewMail[],
  now: UnixMs,
): Statement[] {
  const shown = mails.filter(({ mailboxId, text }) => mailboxId !== 0 && text !== "");
  if (shown.length === 0) return [];
  const json = JSON.stringify(
    shown.map((m) => [
      m.leadId,
      m.stepId,
      m.fromEmail,
      m.toEmail,
      m.subject,
      m.text,
      m.isKnown ? m.messageId : "",
      m.at,
    ]),
  );
  const v = (i: number): SQL => sql`m.value->>${sql.raw(String(i))}`;
  return [
    db.run(sql`
      INSERT INTO ${messages} (workspace_id, mailbox_id, lead_id, send_id, direction, type, from_email, to_emails,
        subject, text, message_id, dedupe_hash, sent_at, created_at)
      SELECT ${workspaceId}, s.mailbox_id, s.lead_id, s.id, 'outbound', 'campaign', ${v(2)}, json_array(${v(3)}),
        ${v(4)}, ${v(5)}, ${v(6)}, 'moved:' || s.id, ${v(7)}, ${now}
      FROM json_each(${json}) m JOIN ${sends} s ON s.campaign_id = ${campaignId} AND s.lead_id = ${v(0)} AND s.step_id = ${v(1)}
      WHERE +s.workspace_id = ${workspaceId} AND s.variant = ${IMPORTED}
      ON CONFLICT (mailbox_id, direction, dedupe_hash) DO NOTHING`),
  ];
}

/** What a lead wrote, or a person to it, before the move. */
export type OldMessage = {
  readonly direction: "inbound" | "outbound";
  readonly fromEmail: string;
  readonly toEmail: string;
  readonly subject: string;
  readonly text: string;
  readonly messageId: string;
  readonly hash: string;
  readonly at: UnixMs;
};

/** The conversation of a lead in a campaign as it was: read, with the interest as its status. */
export function putThread(
  db: Db,
  workspaceId: WorkspaceId,
  thread: {
    readonly campaignId: CampaignId | null;
    readonly leadId: LeadId;
    readonly mailboxId: MailboxId;
    readonly subject: string;
    readonly status: ThreadStatus;
    readonly snippet: string;
    readonly messages: readonly OldMessage[];
  },
  now: UnixMs,
): Statement[] {
  const { campaignId, leadId, mailboxId } = thread;
  const json = JSON.stringify(
    thread.messages.map((m) => [
      m.direction,
      m.direction === "inbound" ? "reply" : "manual",
      m.fromEmail,
      m.toEmail,
      m.subject,
      m.text,
      m.messageId,
      m.hash,
      m.at,
    ]),
  );
  const v = (i: number): SQL => sql`m.value->>${sql.raw(String(i))}`;
  const first = thread.messages[0]?.at ?? now;
  const last = thread.messages.at(-1);
  const id = sql`(SELECT t.id FROM ${threads} t WHERE t.workspace_id = ${workspaceId}
    AND t.campaign_id IS ${campaignId} AND t.lead_id = ${leadId} ORDER BY t.id LIMIT 1)`;
  const send = sql`(SELECT s.id FROM ${sends} s WHERE s.workspace_id = ${workspaceId} AND s.lead_id = ${leadId}
    AND s.campaign_id = ${campaignId} AND s.variant = ${IMPORTED} ORDER BY s.step DESC LIMIT 1)`;
  return [
    db.run(sql`
      INSERT INTO ${threads} (workspace_id, lead_id, campaign_id, mailbox_id, subject, status, is_unread, message_count,
        last_message_at, last_direction, snippet, tags, created_at, updated_at)
      SELECT ${workspaceId}, ${leadId}, ${campaignId}, ${mailboxId}, ${thread.subject}, ${thread.status}, 0, 0,
        ${first}, 'inbound', '', '[]', ${first}, ${now}
      WHERE ${id} IS NULL
      ON CONFLICT DO NOTHING`),
    db.run(sql`
      INSERT INTO ${messages} (workspace_id, thread_id, mailbox_id, lead_id, send_id, direction, type, from_email,
        to_emails, subject, text, message_id, dedupe_hash, sent_at, created_at)
      SELECT ${workspaceId}, ${id}, ${mailboxId}, ${leadId}, ${send}, ${v(0)}, ${v(1)}, ${v(2)}, json_array(${v(3)}),
        ${v(4)}, ${v(5)}, ${v(6)}, ${v(7)}, ${v(8)}, ${now}
      FROM json_each(${json}) m
      WHERE ${id} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM ${messages} x WHERE ${v(6)} <> ''
        AND x.workspace_id = ${workspaceId} AND x.message_id = ${v(6)})
      ON CONFLICT (mailbox_id, direction, dedupe_hash) DO NOTHING`),
    db.run(sql`
      UPDATE ${messages} SET thread_id = ${id}
      WHERE workspace_id = ${workspaceId} AND thread_id IS NULL AND direction = 'outbound' AND type = 'campaign'
        AND send_id IN (SELECT s.id FROM ${sends} s WHERE s.campaign_id = ${campaignId} AND s.lead_id = ${leadId}
          AND s.workspace_id = ${workspaceId} AND s.variant = ${IMPORTED})`),
    db.run(sql`
      UPDATE ${threads} SET last_direction = CASE WHEN ${last?.at ?? 0} >= last_message_at THEN ${last?.direction ?? "inbound"} ELSE last_direction END,
        snippet = CASE WHEN ${last?.at ?? 0} >= last_message_at THEN ${thread.snippet} ELSE snippet END,
        last_message_at = max(last_message_at, ${last?.at ?? first}),
        message_count = (SELECT count(*) FROM ${messages} m WHERE m.workspace_id = ${workspaceId} AND m.thread_id = ${threads}.id)
      WHERE id = ${id} AND workspace_id = ${workspaceId}`),
    // The mail that was answered shows it, as it would have here.
    db.run(sql`
      UPDATE ${sends} SET replied_at = ${last?.at ?? first}
      WHERE id = ${send} AND workspace_id = ${workspaceId} AND replied_at IS NULL
        AND ${thread.messages.some(({ direction }) => direction === "inbound") ? 1 : 0}`),
  ];
}

/** Notes at leads that they bounced or left, where nothing says so yet. */
export const markLeads = (
  db: Db,
  workspaceId: WorkspaceId,
  what: { readonly bounced: readonly LeadId[]; readonly left: readonly LeadId[] },
  now: UnixMs,
): Statement[] => [
  db.run(sql`
    UPDATE ${leads} SET bounced_at = ${now}, updated_at = ${now} WHERE +workspace_id = ${workspaceId}
      AND bounced_at IS NULL AND id IN (SELECT value FROM json_each(${JSON.stringify(what.bounced)}))`),
  db.run(sql`
    UPDATE ${leads} SET unsubscribed_at = ${now}, updated_at = ${now} WHERE +workspace_id = ${workspaceId}
      AND unsubscribed_at IS NULL AND id IN (SELECT value FROM json_each(${JSON.stringify(what.left)}))`),
];

/** The rows that the statement before changed. */
export const changedRows = sql`changes()`;
