import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import type { CreateMailboxBody } from "#modules/mailboxes/contract/mailboxes.ts";
import type { MailboxFields } from "#modules/mailboxes/rules/fields.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { MAILBOX_DEFAULTS } from "#platform/rules/mail/mailbox.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";

/** What a body leaves open, as the workspace has it. */
export type NewMailboxDefaults = {
  readonly fromName: string;
  readonly dailyLimit: number;
  readonly minGapSeconds: number;
};

/** What the workspace's settings give a new mailbox. */
export async function newMailboxDefaults(ctx: WorkspaceCtx): Promise<NewMailboxDefaults> {
  const { general, sending } = await readSettings(ctx);
  return {
    fromName: plainLine(general.name, 200),
    dailyLimit: sending.default_daily_limit,
    minGapSeconds: sending.min_gap_seconds,
  };
}

type Imap = { readonly host: string; readonly port: number; readonly username: string };

/** The fields of a new mailbox; what the body leaves out takes the defaults. */
export const fieldsOf = (
  body: Omit<CreateMailboxBody, "smtp_password" | "imap_password">,
  email: string,
  imap: Imap | null,
  defaults: NewMailboxDefaults,
): MailboxFields => ({
  fromName: body.from_name ?? (defaults.fromName === "" ? email : defaults.fromName),
  replyTo: body.reply_to ?? null,
  smtpHost: body.smtp_host,
  smtpPort: body.smtp_port,
  smtpSecurity: body.smtp_security ?? "auto",
  smtpUsername: body.smtp_username,
  imapHost: imap?.host ?? null,
  imapPort: imap?.port ?? null,
  imapSecurity: body.imap_security ?? "auto",
  imapUsername: imap?.username ?? null,
  dailyLimit: body.daily_limit ?? defaults.dailyLimit,
  minGapSeconds: body.min_gap_seconds ?? defaults.minGapSeconds,
  gapJitterSeconds: body.gap_jitter_seconds ?? MAILBOX_DEFAULTS.gapJitterSeconds,
  rampEnabled: body.ramp_enabled ?? MAILBOX_DEFAULTS.rampEnabled,
  rampIncrement: body.ramp_increment ?? MAILBOX_DEFAULTS.rampIncrement,
  signatureHtml: body.signature_html ?? "",
  signatureText: body.signature_text ?? "",
  tags: [...new Set(body.tags ?? [])],
  groupName: body.group ?? null,
  timezone: body.timezone ?? null,
  trackingDomain: body.tracking_domain ?? null,
  saveToSent: body.save_to_sent ?? true,
});
