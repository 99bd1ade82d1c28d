import { mailboxTagsChanged } from "#modules/mailboxes/hooks.ts";
import type { CreateMailboxBody } from "#modules/mailboxes/contract/mailboxes.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { isUniqueViolation } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { watchingDomains } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { assertOwnHost } from "./tracking-host.ts";
import { assertMayDial } from "#modules/mailboxes/connections/connections.ts";
import { fieldsOf, newMailboxDefaults } from "./fields-of.ts";
import { completeImap } from "./imap-fields.ts";
import { sealPassword } from "#modules/mailboxes/connections/passwords.ts";
import { assertNotSample } from "#modules/mailboxes/sandbox/assert-kind.ts";
import { addInRoom, assertRoom } from "#modules/mailboxes/summary/room.ts";
import { insertMailbox, type MailboxRow, ofAddress } from "./store.ts";

/**
 * Stores a mailbox without dialling; a check in the background shows the result in its status
 * Throws `conflict` for an address that the workspace has, `limit_reached` or `quota_reached` where
 * it has as many as it may,
 * `validation_failed` for a server that may not be dialled or if no address is known.
 */
export async function createMailbox(ctx: MemberCtx, body: CreateMailboxBody): Promise<MailboxRow> {
  assertMayDial(ctx, "smtp", body.smtp_host, body.smtp_port);
  const imap = completeImap(body);
  if (imap) assertMayDial(ctx, "imap", imap.host, imap.port);
  const email = body.email ?? addressAmong([body.smtp_username, body.imap_username ?? ""]);
  assertNotSample(email);
  await assertRoom(ctx, 1);
  const defaults = await newMailboxDefaults(ctx);
  await assertOwnHost(ctx, body.tracking_domain);
  const now = ctx.now();
  const values = {
    ...fieldsOf(body, email, imap, defaults),
    workspaceId: ctx.workspaceId,
    email,
    smtpPassword: await sealPassword(ctx, "smtp_password", body.smtp_password),
    imapPassword: imap && (await sealPassword(ctx, "imap_password", imap.password)),
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
  const also = [line, ...ctx.hooks.one(mailboxTagsChanged)(ctx, made.list)];
  const row = await watchingDomains(ctx, [email], () =>
    addInRoom(ctx, (most) => insertMailbox(ctx.db, values, also, most)),
  ).catch((cause: unknown) => {
    throw isUniqueViolation(cause) ? takenAddress(cause) : cause;
  });
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

/** The answer to an address that the workspace already has. */
export const takenAddress = (cause: unknown): AppError =>
  new AppError("conflict", "This workspace already has a mailbox with this address.", {
    cause,
    errors: [{ path: "email", code: "taken", message: "Already in use." }],
  });
