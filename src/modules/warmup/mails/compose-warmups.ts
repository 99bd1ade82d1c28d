import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { allowsPrivateNetworks } from "#platform/ctx/settings.ts";
import { selectActive } from "#modules/warmup/exchange/exchange-store.ts";
import { secretPlace } from "#modules/warmup/exchange/keys.ts";
import {
  exchangeHeader,
  exchangeName,
  type ExchangeSeed,
  exchangeText,
} from "#modules/warmup/rules/exchange/mail.ts";
import type { ExchangeId } from "#platform/rules/ids.ts";
import { type Language, LANGUAGES } from "#modules/warmup/rules/language.ts";
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
  const secrets = await secretsOf(ctx, mails);
  const composed = mails.map((mail): Composed => {
    const letter = { id: mail.id, messageId: mail.messageId };
    if (!standing.has(mail.id)) return { as: "ended", letter, reason: "partner_left" };
    const secret = mail.exchangeId === null ? null : secrets.get(mail.exchangeId);
    if (secret === undefined) return { as: "ended", letter, reason: "partner_left" };
    const sender = senders.get(mail.fromMailboxId);
    return sender
      ? { as: "mail", letter, mail: compose(ctx, mail, sender, secret) }
      : { as: "away", letter };
  });
  return { composed };
}

/** Plain text, no pixel, no link, no list header: a mail between two people. */
function compose(
  ctx: WorkspaceCtx,
  mail: LeasedWarmup,
  sender: Sender,
  secret: string | null,
): Unclaimed {
  const seed = seedOf(mail);
  const { subject, text } =
    secret === null ? textOf(mail, sender) : exchangeText(seed, sender.email, mail.toEmail);
  const name = secret === null ? sender.fromName : exchangeName(sender.email);
  const starter = starterOf(mail);
  const at = { messageId: mail.messageId, to: mail.toEmail };
  const token =
    secret === null
      ? warmupToken(ctx.settings.TRACKING_SECRET, at.messageId, at.to)
      : exchangeHeader(secret, at, seed);
  return {
    smtp: sender.smtp,
    allow_private: allowsPrivateNetworks(ctx.settings),
    envelope: { from: sender.email, to: [mail.toEmail] },
    from: { address: sender.email, name },
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

const languageIn = ({ language }: LeasedWarmup): Language =>
  LANGUAGES.find((name) => name === language) ?? "en";

const seedOf = (mail: LeasedWarmup): ExchangeSeed => ({
  kind: mail.kind,
  language: languageIn(mail),
  seed: mail.seed,
});

/** The open secrets of the exchanges that these mails are of, where they still stand. */
async function secretsOf(
  ctx: WorkspaceCtx,
  mails: readonly LeasedWarmup[],
): Promise<ReadonlyMap<ExchangeId, string>> {
  if (mails.every(({ exchangeId }) => exchangeId === null)) return new Map();
  const rows = await selectActive(ctx.install, ctx.workspaceId);
  const opened = rows.map(async ({ id, key, secret }) =>
    secret === null ? null : ([id, await ctx.vault.open(secret, secretPlace(key))] as const),
  );
  return new Map((await Promise.all(opened)).filter((one) => one !== null));
}

/** What it answers, as its recipient knows it. */
function starterOf({ starterMessageId, starterServerId }: LeasedWarmup): SentIds | null {
  if (starterMessageId === null) return null;
  const messageId = idInName(starterMessageId);
  return { messageId, serverMessageId: starterServerId === messageId ? null : starterServerId };
}

function textOf(mail: LeasedWarmup, sender: Sender): WarmupText {
  const language = languageIn(mail);
  const from = writerOf(sender.fromName, sender.email);
  const to = writerOf(mail.toName, mail.toEmail);
  const names = { from, to };
  if (mail.kind === "starter") return writeStarter(mail.seed, language, names);
  const original = writeStarter(mail.seed, language, { from: to, to: from });
  return writeAnswer(mail.seed, language, names, original);
}
