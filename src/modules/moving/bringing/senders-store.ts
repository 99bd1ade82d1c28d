import { type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { MailboxId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

export type SenderValues = {
  readonly dailyLimit: number | null;
  readonly minGapSeconds: number | null;
  readonly signatureHtml: string | null;
  readonly signatureText: string | null;
  readonly replyTo: string | null;
  readonly rampEnabled: boolean | null;
  /** Of a mailbox that was made today; an older one gets less, so that today is the same. */
  readonly rampStart: number | null;
};

/** Takes over what a mailbox had there; what the rival does not say stays. */
export const setSender = (
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  v: SenderValues,
  now: UnixMs,
): Statement => {
  const age = sql`(max(0, (${now} - created_at) / 86400000) + 1)`;
  const ramp = v.rampStart === null ? sql`ramp_increment` : sql`max(1, ${v.rampStart} / ${age})`;
  return db.run(sql`
    UPDATE ${mailboxes} SET daily_limit = coalesce(${v.dailyLimit}, daily_limit),
      min_gap_seconds = coalesce(${v.minGapSeconds}, min_gap_seconds),
      signature_html = CASE WHEN signature_html = '' AND signature_text = '' THEN coalesce(${v.signatureHtml}, '') ELSE signature_html END,
      signature_text = CASE WHEN signature_html = '' AND signature_text = '' THEN coalesce(${v.signatureText}, '') ELSE signature_text END,
      reply_to = coalesce(reply_to, ${v.replyTo}),
      ramp_enabled = coalesce(${v.rampEnabled === null ? null : v.rampEnabled ? 1 : 0}, ramp_enabled),
      ramp_increment = ${ramp}, updated_at = ${now}
    WHERE id = ${id} AND workspace_id = ${workspaceId} AND deleted_at IS NULL`);
};

/** For the start of its warmup. */
export const warmed = (workspaceId: WorkspaceId, id: MailboxId, limit: number): SQL =>
  sql`(SELECT m.id AS id, ${limit} AS daily_limit FROM ${mailboxes} m
    WHERE m.id = ${id} AND m.workspace_id = ${workspaceId} AND m.deleted_at IS NULL)`;
