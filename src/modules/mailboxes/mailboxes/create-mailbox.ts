import type { CreateMailboxBody } from "#modules/mailboxes/contract/mailboxes.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { MAILBOX_DEFAULTS, MAX_MAILBOXES } from "#platform/rules/mail/mailbox.ts";
import { plainLine } from "#platform/rules/mail/plain-line.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { watchingDomain } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { assertOwnHost } from "./tracking-host.ts";
import { assertMayDial } from "#modules/mailboxes/connections/connections.ts";
import { completeImap } from "./imap-fields.ts";
import { sealPassword } from "#modules/mailboxes/connections/passwords.ts";
import { countMailboxes, insertMailbox, type MailboxRow, ofAddress } from "./store.ts";

/**
 * Stores a mailbox without dialling; a check in the background shows the result in its status
 * Throws `conflict` for an address that the workspace has, `limit_reached` at 200,
 * `validation_failed` for a server that may not be dialled or if no address is known.
 */
export async function createMailbox(ctx: MemberCtx, body: CreateMailboxBody): Promise<MailboxRow> {
  assertMayDial(ctx, "smtp", body.smtp_host, body.smtp_port);
  const imap = completeImap(body);
  if (imap) assertMayDial(ctx, "imap", imap.host, imap.port);
  const email = body.email ?? addressAmong([body.smtp_username, body.imap_username ?? ""]);
  if ((await countMailboxes(ctx.db, ctx.workspaceId)) >= MAX_MAILBOXES) {
    throw new AppError("limit_reached", `A workspace can have up to ${MAX_MAILBOXES} mailboxes.`);
  }
  const { general, sending } = await readSettings(ctx);
  await assertOwnHost(ctx, body.tracking_domain);
  const now = ctx.now();
  const values = {
    workspaceId: ctx.workspaceId,
    email,
    fromName: body.from_name ?? defaultFromName(general.name, email),
    replyTo: body.reply_to ?? null,
    smtpHost: body.smtp_host,
    smtpPort: body.smtp_port,
    smtpSecurity: body.smtp_security ?? ("auto" as const),
    smtpUsername: body.smtp_username,
    smtpPassword: await sealPassword(ctx, "smtp_password", body.smtp_password),
    imapHost: imap?.host ?? null,
    imapPort: imap?.port ?? null,
    imapSecurity: body.imap_security ?? ("auto" as const),
    imapUsername: imap?.username ?? null,
    imapPassword: imap && (await sealPassword(ctx, "imap_password", imap.password)),
    dailyLimit: body.daily_limit ?? sending.default_daily_limit,
    minGapSeconds: body.min_gap_seconds ?? sending.min_gap_seconds,
    gapJitterSeconds: body.gap_jitter_seconds ?? MAILBOX_DEFAULTS.gapJitterSeconds,
    rampEnabled: body.ramp_enabled ?? MAILBOX_DEFAULTS.rampEnabled,
    rampIncrement: body.ramp_increment ?? MAILBOX_DEFAULTS.rampIncrement,
    signatureHtml: body.signature_html ?? "",
    signatureText: body.signature_text ?? "",
    tags: body.tags ?? [],
    timezone: body.timezone ?? null,
    trackingDomain: body.tracking_domain ?? null,
    saveToSent: body.save_to_sent ?? true,
    syncDueAt: imap ? now : null,
    createdAt: now,
    updatedAt: now,
  };
  const made = ofAddress(ctx.workspaceId, email);
  const line = auditStatement(
    ctx,
    {
      action: "mailbox.created",
      workspaceId: ctx.workspaceId,
      target: { type: "mailbox", id: made.id },
      details: { name: email },
    },
    made.source,
  );
  const row = await watchingDomain(ctx, email, () => insertMailbox(ctx.db, values, line)).catch(
    (cause: unknown) => {
      throw isUniqueViolation(cause) ? takenAddress(cause) : cause;
    },
  );
  await ctx.queue.send({
    type: "mailbox.check.v1",
    workspaceId: ctx.workspaceId,
    mailboxId: row.id,
  });
  return row;
}

/** The first user name that is an address. */
function addressAmong(usernames: readonly string[]): string {
  const address = usernames.find((name) => /^[^\s@<>"(),;:\\]+@[^\s@<>"(),;:\\]+$/.test(name));
  if (address === undefined) {
    throw invalidField(
      "email",
      "required",
      "Enter the email address of the mailbox. The usernames are not email addresses.",
    );
  }
  return address.toLowerCase();
}

/** What a mailbox is called until somebody names it. */
export function defaultFromName(workspace: string, email: string): string {
  const name = plainLine(workspace, 200);
  return name === "" ? email : name;
}

/** The answer to an address that the workspace already has. */
export const takenAddress = (cause: unknown): AppError =>
  new AppError("conflict", "This workspace already has a mailbox with this address.", {
    cause,
    errors: [{ path: "email", code: "taken", message: "Already in use." }],
  });
