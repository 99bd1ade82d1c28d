import { mailboxTagsChanged } from "#modules/mailboxes/hooks.ts";
import type { UpdateMailboxBody } from "#modules/mailboxes/contract/mailboxes.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import type { MailboxStatus } from "#platform/rules/mail/mailbox.ts";
import { forgetGrant } from "#modules/connections/tokens/grants.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { watchingDomains } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { assertGrantedNames } from "#modules/mailboxes/connections/granted-names.ts";
import { assertOwnHost } from "./tracking-host.ts";
import { assertMayDial } from "#modules/mailboxes/connections/connections.ts";
import { takenAddress } from "./create-mailbox.ts";
import { sealPassword } from "#modules/mailboxes/connections/passwords.ts";
import { findMailbox } from "./read-mailboxes.ts";
import { roadPatch } from "./choose-road.ts";
import { assertKindStays } from "#modules/mailboxes/sandbox/assert-kind.ts";
import { type MailboxRow, type MailboxValues, theseIds, whileThere } from "./store.ts";
import { writeMailbox } from "./update-store.ts";

/**
 * Changes the fields that are given (PUT is partial). A password left out is kept,
 * unless its host changes: then it must be given again, so that it never goes to a server that its
 * owner did not choose. For the same reason a mailbox of a grant keeps its servers; with a password
 * it signs in by that, and its grant is forgotten. A changed connection is checked in the background.
 */
export async function updateMailbox(
  ctx: MemberCtx,
  id: MailboxId,
  body: UpdateMailboxBody,
): Promise<MailboxRow> {
  const row = await findMailbox(ctx, id);
  assertReadOnly(row, body);
  assertKindStays(row, body);
  await assertGrantedNames(ctx, row, body);
  if (body.tracking_domain !== row.trackingDomain) await assertOwnHost(ctx, body.tracking_domain);
  const forgotten = body.smtp_password === undefined ? null : row.grantId;
  const smtp = await smtpPatch(ctx, row, body);
  const imap = await imapPatch(ctx, row, body, row.grantId !== null && forgotten === null);
  const road = await roadPatch(ctx, row, body, forgotten !== null);
  const reconnects = changes(row, { ...smtp, ...imap, ...road });
  const now = ctx.now();
  const patch = {
    ...plainPatch(body),
    ...smtp,
    ...imap,
    ...road,
    ...(forgotten !== null && { grantId: null, road: "smtp" as const }),
    ...(forgotten !== null &&
      row.status === "reconnect_required" && { status: "active" as const, statusMessage: null }),
    ...statusPatch(row.status, body.status),
    // Another server may keep ours.
    ...((smtp.smtpHost ?? row.smtpHost) !== row.smtpHost && { replacesIds: false }),
    ...(reconnects && {
      authFailures: 0,
      syncFailures: 0,
      syncDueAt: imapStays(row, imap) ? now : null,
    }),
    updatedAt: now,
  };
  const rereads = changes(row, { imapHost: imap.imapHost, imapUsername: imap.imapUsername });
  const line = auditStatement(
    ctx,
    {
      action: "mailbox.changed",
      workspaceId: ctx.workspaceId,
      target: { type: "mailbox", id },
      details: { fields: Object.keys(body) },
    },
    whileThere(ctx.workspaceId, id),
  );
  const retagged = body.tags !== undefined && !sameTags(body.tags, row.tags);
  const along = {
    before: [line],
    after: retagged ? ctx.hooks.one(mailboxTagsChanged)(ctx, theseIds([id])) : [],
  };
  const write = () => writeMailbox(ctx.db, ctx.workspaceId, id, patch, rereads, along);
  const { email } = patch;
  const written = email === undefined ? write() : watchingDomains(ctx, [email], write);
  const updated = await written.catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? takenAddress(cause) : cause;
  });
  if (!updated) throw new AppError("conflict", "The mailbox was deleted meanwhile.");
  if (forgotten !== null) await forgetGrant(ctx, forgotten);
  if (reconnects) {
    await ctx.queue.send({ type: "mailbox.check.v1", workspaceId: ctx.workspaceId, mailboxId: id });
  }
  return updated;
}

type Patch = Partial<MailboxValues>;

const sameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag) => b.includes(tag));

function assertReadOnly(row: MailboxRow, body: UpdateMailboxBody): void {
  const fixed = [
    ["id", row.id, body.id],
    ["workspace_id", row.workspaceId, body.workspace_id],
  ] as const;
  for (const [path, stored, given] of fixed) {
    if (given !== undefined && given !== stored) {
      throw invalidField(path, "read_only_field", "This field cannot be changed.");
    }
  }
}

async function smtpPatch(
  ctx: WorkspaceCtx,
  row: MailboxRow,
  body: UpdateMailboxBody,
): Promise<Patch> {
  const host = body.smtp_host ?? row.smtpHost;
  const port = body.smtp_port ?? row.smtpPort;
  if (host !== row.smtpHost || port !== row.smtpPort) assertMayDial(ctx, "smtp", host, port);
  if (host !== row.smtpHost && body.smtp_password === undefined)
    throw passwordAgain("smtp_password");
  return defined({
    smtpHost: body.smtp_host,
    smtpPort: body.smtp_port,
    smtpSecurity: body.smtp_security,
    smtpUsername: body.smtp_username,
    smtpPassword:
      body.smtp_password === undefined
        ? undefined
        : await sealPassword(ctx, "smtp_password", body.smtp_password),
  });
}

async function imapPatch(
  ctx: WorkspaceCtx,
  row: MailboxRow,
  body: UpdateMailboxBody,
  isGranted: boolean,
): Promise<Patch> {
  if (body.imap_host === null) {
    return { imapHost: null, imapPort: null, imapUsername: null, imapPassword: null };
  }
  const host = body.imap_host ?? row.imapHost;
  if (host === null) {
    return body.imap_security === undefined ? {} : { imapSecurity: body.imap_security };
  }
  const port = body.imap_port ?? row.imapPort;
  const username = body.imap_username ?? row.imapUsername;
  if (port === null) throw invalidField("imap_port", "required", "Required for reading email.");
  if (username === null)
    throw invalidField("imap_username", "required", "Required for reading email.");
  if (host !== row.imapHost || port !== row.imapPort) assertMayDial(ctx, "imap", host, port);
  const password = body.imap_password ?? undefined;
  if (password !== undefined && isGranted) {
    throw invalidField("smtp_password", "required", "Enter the password for sending too.");
  }
  const hasOther = isGranted || row.imapPassword !== null;
  if (password === undefined && (host !== row.imapHost || !hasOther)) {
    throw passwordAgain("imap_password");
  }
  return defined({
    imapHost: host,
    imapPort: port,
    imapSecurity: body.imap_security,
    imapUsername: username,
    imapPassword:
      password === undefined ? undefined : await sealPassword(ctx, "imap_password", password),
  });
}

const passwordAgain = (path: "smtp_password" | "imap_password"): AppError =>
  invalidField(path, "password_required", "The host changed. Enter the password again.");

const plainPatch = (body: UpdateMailboxBody): Patch =>
  defined({
    email: body.email,
    fromName: body.from_name,
    replyTo: body.reply_to,
    dailyLimit: body.daily_limit,
    minGapSeconds: body.min_gap_seconds,
    gapJitterSeconds: body.gap_jitter_seconds,
    rampEnabled: body.ramp_enabled,
    rampIncrement: body.ramp_increment,
    signatureHtml: body.signature_html,
    signatureText: body.signature_text,
    tags: body.tags,
    groupName: body.group,
    timezone: body.timezone,
    trackingDomain: body.tracking_domain,
    saveToSent: body.save_to_sent,
  });

/** A person may pause, disable and resume; an error ends by a test that succeeds. */
function statusPatch(from: MailboxStatus, to: MailboxStatus | undefined): Patch {
  if (to === undefined || to === from) return {};
  if (to === "connection_error" || to === "sending_error" || to === "reconnect_required") {
    throw invalidField("status", "read_only_field", "This status is set automatically.");
  }
  if (to === "active" && from === "reconnect_required") {
    throw new AppError("invalid_state", "Connect the mailbox again: its provider asks for that.");
  }
  if (to === "active" && from.endsWith("_error")) {
    throw new AppError(
      "invalid_state",
      "Test the mailbox. It becomes active again when the test succeeds.",
    );
  }
  return { status: to, statusMessage: null };
}

const imapStays = (row: MailboxRow, patch: Patch): boolean =>
  (patch.imapHost === undefined ? row.imapHost : patch.imapHost) !== null;

const changes = (row: MailboxRow, patch: Patch): boolean =>
  Object.entries(patch).some(
    ([key, value]) => value !== undefined && value !== row[key as keyof MailboxRow],
  );

/** Without the keys whose value is undefined: those keep what is stored. */
const defined = <T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
