import { inEnglish, phrase } from "#platform/words/phrase.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { grantedMailbox, grantLost, mailboxGranted } from "#modules/connections/hooks.ts";
import { mailboxTagsChanged } from "#modules/mailboxes/hooks.ts";
import { addInRoom, assertRoom } from "#modules/mailboxes/summary/room.ts";
import { newMailboxDefaults } from "#modules/mailboxes/mailboxes/fields-of.ts";
import { stoppedNotice } from "#modules/mailboxes/mailboxes/stopped-notice.ts";
import { insertMailbox, ofAddress, whileThere } from "#modules/mailboxes/mailboxes/store.ts";
import { watchingDomains } from "#modules/mailboxes/sending-domains/check-domain.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { MailboxId } from "#platform/rules/ids.ts";
import { MAILBOX_DEFAULTS } from "#platform/rules/mail/mailbox.ts";
import {
  connectRow,
  type GrantedServers,
  selectGranted,
  selectOfGrant,
  stopOfGrant,
} from "./grants-store.ts";

/** Which mailbox an account is for. */
export const findGranted: AnswerTo<typeof grantedMailbox> = (ctx, by) =>
  selectGranted(ctx.db, ctx.workspaceId, by);

/**
 * The mailbox of a grant: a new one with the workspace's defaults, or the existing one, whose
 * passwords go and whose row, limits, threads and warmup stay. Its log-in is tested in the
 * background. Throws `limit_reached` or `quota_reached`, and `conflict` where it was deleted meanwhile.
 */
export const connectGranted: AnswerTo<typeof mailboxGranted> = async (
  ctx,
  grantId,
  { email, smtp, imap, road },
  existing,
) => {
  const servers: GrantedServers = {
    smtpHost: smtp.host,
    smtpPort: smtp.port,
    smtpSecurity: smtp.security,
    smtpUsername: email,
    smtpPassword: "",
    imapHost: imap?.host ?? null,
    imapPort: imap?.port ?? null,
    imapSecurity: imap?.security ?? "auto",
    imapUsername: imap && email,
    imapPassword: null,
    grantId,
    ...(road && { road }),
  };
  const id =
    existing === null ? await add(ctx, email, servers) : await connectAgain(ctx, existing, servers);
  await ctx.queue.send({ type: "mailbox.check.v1", workspaceId: ctx.workspaceId, mailboxId: id });
  return id;
};

async function add(ctx: MemberCtx, email: string, servers: GrantedServers): Promise<MailboxId> {
  await assertRoom(ctx, 1);
  const defaults = await newMailboxDefaults(ctx);
  const now = ctx.now();
  const made = ofAddress(ctx.workspaceId, email);
  const line = auditStatement(
    ctx,
    {
      action: "mailbox.connected",
      workspaceId: ctx.workspaceId,
      target: { type: "mailbox", id: made.id },
      details: { name: email },
    },
    made.source,
  );
  const values = {
    ...servers,
    workspaceId: ctx.workspaceId,
    email,
    fromName: defaults.fromName === "" ? email : defaults.fromName,
    dailyLimit: defaults.dailyLimit,
    minGapSeconds: defaults.minGapSeconds,
    gapJitterSeconds: MAILBOX_DEFAULTS.gapJitterSeconds,
    syncDueAt: servers.imapHost === null ? null : now,
    createdAt: now,
    updatedAt: now,
  };
  const also = [line, ...ctx.hooks.one(mailboxTagsChanged)(ctx, made.list)];
  const row = await watchingDomains(ctx, [email], () =>
    addInRoom(ctx, (most) => insertMailbox(ctx.db, values, also, most)),
  );
  return row.id;
}

async function connectAgain(
  ctx: MemberCtx,
  id: MailboxId,
  servers: GrantedServers,
): Promise<MailboxId> {
  const line = auditStatement(
    ctx,
    {
      action: "mailbox.connected",
      workspaceId: ctx.workspaceId,
      target: { type: "mailbox", id },
    },
    whileThere(ctx.workspaceId, id),
  );
  if (await connectRow(ctx.db, ctx.workspaceId, id, servers, ctx.now(), line)) return id;
  throw new AppError("conflict", "The mailbox was deleted meanwhile.");
}

/** The mailbox of a grant that ended waits for its owner, whatever it was doing, with one notice. */
export const stopUngranted: AnswerTo<typeof grantLost> = async (
  ctx,
  { grantId, guard, reason },
) => {
  const why = phrase(
    "The provider no longer accepts this connection ({cause}). Connect the mailbox again.",
    { cause: reason },
  );
  const message = inEnglish(why);
  const rows = await selectOfGrant(ctx.db, ctx.workspaceId, grantId);
  return [
    ...rows.map(({ id }) => stoppedNotice(ctx, id, "mailbox_reconnect", why)(guard)),
    stopOfGrant(ctx.db, ctx.workspaceId, grantId, { message, now: ctx.now(), guard }),
  ];
};
