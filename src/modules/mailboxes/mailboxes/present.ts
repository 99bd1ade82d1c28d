import type { Mailbox } from "#modules/mailboxes/contract/mailboxes.ts";
import { presentConnection, readGrants } from "#modules/connections/tokens/grants.ts";
import { mailboxWarmups } from "#modules/mailboxes/hooks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { isSandbox } from "#platform/rules/mail/sandbox.ts";
import { localDay } from "#platform/rules/schedule.ts";
import { effectiveDailyLimit } from "#modules/mailboxes/rules/limits.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import { type MailboxRow, selectUsedSlots } from "./store.ts";

/** Mailboxes as the API shows them, with what their day has used; no password, sealed or not. */
export async function presentMailboxes(
  ctx: WorkspaceCtx,
  rows: readonly MailboxRow[],
): Promise<Mailbox[]> {
  const now = ctx.now();
  const days = rows.map((row) => ({ id: row.id, day: localDay(row.timezone ?? "UTC", now) }));
  if (rows.length === 0) return [];
  const [used, grants, warmups] = await Promise.all([
    selectUsedSlots(ctx.db, ctx.workspaceId, days),
    readGrants(
      ctx,
      rows.flatMap(({ grantId }) => grantId ?? []),
    ),
    ctx.hooks.one(mailboxWarmups)(
      ctx,
      rows.map((row) => row.id),
    ),
  ]);
  return rows.map((row) => {
    const sent = used.get(row.id) ?? 0;
    const warmup = warmups.get(row.id) ?? NO_WARMUP;
    const connection = presentConnection(
      row.road,
      row.grantId === null ? null : (grants.get(row.grantId) ?? null),
      isSandbox(row) ? "sandbox" : "password",
    );
    return {
      ...presentRow(row),
      connection,
      ...dayOf(effectiveDailyLimit(row, now), sent),
      warmup,
    };
  });
}

const NO_WARMUP: Mailbox["warmup"] = {
  state: "not_started",
  day: 0,
  target_today: 0,
  sent_today: 0,
  score: null,
  ready: false,
};

const dayOf = (limit: number, sent: number) => ({
  sent_today: sent,
  remaining_today: Math.max(0, limit - sent),
});

const presentRow = (
  row: MailboxRow,
): Omit<Mailbox, "connection" | "sent_today" | "remaining_today" | "warmup"> => ({
  id: row.id,
  workspace_id: row.workspaceId,
  email: row.email,
  from_name: row.fromName,
  reply_to: row.replyTo,
  smtp_host: row.smtpHost,
  smtp_port: row.smtpPort,
  smtp_security: row.smtpSecurity,
  smtp_username: row.smtpUsername,
  has_smtp_password: row.smtpPassword !== "",
  imap_host: row.imapHost,
  imap_port: row.imapPort,
  imap_security: row.imapSecurity,
  imap_username: row.imapUsername,
  has_imap_password: row.imapPassword !== null,
  daily_limit: row.dailyLimit,
  min_gap_seconds: row.minGapSeconds,
  gap_jitter_seconds: row.gapJitterSeconds,
  ramp_enabled: row.rampEnabled,
  ramp_increment: row.rampIncrement,
  signature_html: row.signatureHtml,
  signature_text: row.signatureText,
  tags: row.tags,
  group: row.groupName,
  timezone: row.timezone,
  tracking_domain: row.trackingDomain,
  save_to_sent: row.saveToSent,
  status: row.status,
  status_message: row.statusMessage,
  last_error_at: isoOrNull(row.lastErrorAt),
  last_sent_at: isoOrNull(row.lastSentAt),
  last_sync_at: isoOrNull(row.lastSyncAt),
  created_at: iso(row.createdAt),
  updated_at: iso(row.updatedAt),
});
