import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { LANGUAGES } from "#modules/warmup/rules/language.ts";
import { writerOf } from "#modules/warmup/rules/person.ts";
import { type WarmupText, writeAnswer, writeStarter } from "#modules/warmup/rules/text.ts";
import { stillPartners } from "#modules/warmup/pool/still-partners.ts";
import { idInName, WARMUP_HEADER, warmupToken } from "#modules/warmup/rules/token.ts";
import type { Composed, Unclaimed } from "#modules/delivery/engine/kind.ts";
import { inReplyToOf, type SentIds, sentIdsOf } from "#modules/delivery/rules/server-message-id.ts";
import { referencesOf } from "#modules/mailboxes/rules/own-servers.ts";
import { loadSenders, type Sender } from "#modules/mailboxes/connections/load-senders.ts";
import { type LeasedWarmup, selectLeasedWarmups } from "./compose-store.ts";

/** Writes the mails of a lease; each of its seed, so that a repeat writes the same again. */
export async function composeWarmups(
  ctx: WorkspaceCtx,
  lease: string,
  ids: readonly number[],
): Promise<{ readonly composed: readonly Composed[] }> {
  const mails = await selectLeasedWarmups(ctx.db, ctx.workspaceId, lease, ids);
  if (mails.length === 0) return { composed: [] };
  const senders = await loadSenders(ctx, [...new Set(mails.map((mail) => mail.fromMailboxId))]);
  const standing = await stillPartners(
    ctx,
    mails.map(({ id }) => id),
  );
  const composed = mails.map((mail): Composed => {
    const letter = { id: mail.id, messageId: mail.messageId };
    if (!standing.has(mail.id)) return { as: "ended", letter, reason: "partner_left" };
    const sender = senders.get(mail.fromMailboxId);
    return sender
      ? { as: "mail", letter, mail: compose(ctx, mail, sender) }
      : { as: "away", letter };
  });
  return { composed };
}

/** Plain text, no pixel, no link, no list header: a mail between two people. */
function compose(ctx: WorkspaceCtx, mail: LeasedWarmup, sender: Sender): Unclaimed {
  const { subject, text } = textOf(mail, sender);
  const starter = starterOf(mail);
  const token = warmupToken(ctx.settings.TRACKING_SECRET, mail.messageId, mail.toEmail);
  return {
    smtp: sender.smtp,
    allow_private: allowsPrivateNetworks(ctx.settings),
    envelope: { from: sender.email, to: [mail.toEmail] },
    from: { address: sender.email, name: sender.fromName },
    to: [{ address: mail.toEmail, name: mail.toName }],
    cc: [],
    reply_to: null,
    subject,
    message_id: mail.messageId,
    in_reply_to: starter && inReplyToOf(starter),
    references: referencesOf(
      { messageId: mail.messageId, ancestors: starter ? sentIdsOf(starter) : [] },
      sender,
    ),
    list_unsubscribe: null,
    headers: { [WARMUP_HEADER]: token },
    text,
    html: null,
    date: ctx.now(),
  };
}

/** What it answers, as its recipient knows it. */
function starterOf({ starterMessageId, starterServerId }: LeasedWarmup): SentIds | null {
  if (starterMessageId === null) return null;
  const messageId = idInName(starterMessageId);
  return { messageId, serverMessageId: starterServerId === messageId ? null : starterServerId };
}

function textOf(mail: LeasedWarmup, sender: Sender): WarmupText {
  const language = LANGUAGES.find((name) => name === mail.language) ?? "en";
  const from = writerOf(sender.fromName, sender.email);
  const to = writerOf(mail.toName, mail.toEmail);
  const names = { from, to };
  if (mail.kind === "starter") return writeStarter(mail.seed, language, names);
  const original = writeStarter(mail.seed, language, { from: to, to: from });
  return writeAnswer(mail.seed, language, names, original);
}
