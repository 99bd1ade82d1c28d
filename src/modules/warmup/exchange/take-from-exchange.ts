import type { ArrivingMail, TakenWarmup } from "#modules/warmup/mailbox-care/arriving.ts";
import { receiveOutside } from "#modules/warmup/mailbox-care/receive-outside.ts";
import { type Receiver, selectReceiver } from "#modules/warmup/mailbox-care/received-store.ts";
import { isAnswered } from "#modules/warmup/rules/answers.ts";
import { answerDelayMs } from "#modules/warmup/rules/due-times.ts";
import { MAILS_OF_MAILBOX } from "#modules/warmup/rules/exchange/limits.ts";
import {
  exchangeIdOf,
  exchangeName,
  type ExchangeSeed,
  readExchangeHeader,
  wrongWith,
} from "#modules/warmup/rules/exchange/mail.ts";
import { WARMUP_HEADER } from "#modules/warmup/rules/token.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { hash32 } from "#platform/rules/seed.ts";
import { type UnixMs, unixMs } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { isDomainOf } from "./ask-owner.ts";
import { endExchange } from "./end-exchange.ts";
import { type ExchangeRow, selectActive } from "./exchange-store.ts";
import { secretPlace } from "./keys.ts";
import { countReceived, selectSentInExchange } from "./report-store.ts";

/**
 * Takes a mail of a partner's install. Null: it is ordinary mail, since it is of no exchange, beyond
 * what was agreed, or something else than agreed, which ends the exchange.
 */
export async function takeFromExchange(
  ctx: WorkspaceCtx,
  arriving: ArrivingMail,
): Promise<TakenWarmup | null> {
  const { mailbox, mail } = arriving;
  const name = WARMUP_HEADER.toLowerCase();
  const value = Object.hasOwn(mail.headers, name) ? mail.headers[name] : undefined;
  const header = value === undefined ? null : readExchangeHeader(value);
  if (!header) return null;
  const ids = [mail.message_id, mail.references.at(-1)].filter((id) => id != null);
  for (const row of await selectActive(ctx.install, ctx.workspaceId)) {
    if (row.secret === null || !row.mailboxIds.includes(mailbox.id)) continue;
    const secret = await ctx.vault.open(row.secret, secretPlace(row.key));
    const messageId = exchangeIdOf(secret, header, mailbox.email, ids);
    if (messageId !== null) return take(ctx, arriving, row, header, messageId);
  }
  return null;
}

async function take(
  ctx: WorkspaceCtx,
  arriving: ArrivingMail,
  row: ExchangeRow,
  seed: ExchangeSeed,
  messageId: string,
): Promise<TakenWarmup | null> {
  const { mailbox, mail, folder, cursor } = arriving;
  const from = mail.from?.address.toLowerCase() ?? "";
  const isAgreedDomain = await agreedDomain(ctx, row, domainOf(from));
  if (isAgreedDomain === null) return null;
  const wrong = wrongWith(
    {
      from,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      cc: mail.cc.length,
      attachments: mail.attachments?.length ?? 0,
      headers: mail.headers,
    },
    seed,
    mailbox.email,
    isAgreedDomain ? [domainOf(from)] : [],
  );
  if (wrong !== null) {
    await endExchange(ctx, row, wrong);
    return null;
  }
  if (!(await isAgreed(ctx, arriving, row, seed, from))) return null;
  const receiver = await selectReceiver(ctx.db, ctx.workspaceId, mailbox.id);
  if (!receiver) return null;
  await receiveOutside(
    ctx,
    { ...receiver, email: mailbox.email },
    {
      mailboxId: mailbox.id,
      kind: seed.kind,
      messageId,
      serverMessageId: mail.message_id ?? messageId,
      partner: { email: from, name: exchangeName(from) },
      exchangeId: row.id,
      seed: seed.seed,
      language: seed.language,
      placement: folder === "\\Junk" ? "spam" : "inbox",
      answerAfterMs: seed.kind === "starter" ? answerAfter(receiver, messageId) : null,
    },
    cursor,
  );
  return { spamFrom: null };
}

/** Whether a domain is the partner's: also one that had no mailbox to give out today. Null: DNS does not say. */
async function agreedDomain(
  ctx: WorkspaceCtx,
  { partnerDomains, partnerKey }: ExchangeRow,
  domain: string,
): Promise<boolean | null> {
  if (partnerDomains.includes(domain)) return true;
  return partnerKey === null ? false : isDomainOf(ctx, domain, partnerKey);
}

/** Within the volume that was agreed; an answer is to a mail of ours, about which it is. */
async function isAgreed(
  ctx: WorkspaceCtx,
  { mailbox, mail }: ArrivingMail,
  row: ExchangeRow,
  seed: ExchangeSeed,
  from: string,
): Promise<boolean> {
  const { db, workspaceId } = ctx;
  if (seed.kind === "starter") {
    const day: UnixMs = unixMs(Math.floor(ctx.now() / DAY_MS) * DAY_MS);
    const { all, own } = await countReceived(db, workspaceId, row.id, mailbox.id, day);
    return all < row.quota && own < MAILS_OF_MAILBOX;
  }
  for (const id of mail.in_reply_to.slice(0, 2)) {
    const asked = await selectSentInExchange(db, workspaceId, row.id, id);
    if (asked?.seed === seed.seed && asked.partner === from && asked.from === mailbox.id)
      return true;
  }
  return false;
}

/** The mailbox answers what its own settings want; null: not this one. */
function answerAfter({ replyRate, startedAt }: Receiver, messageId: string): number | null {
  if (replyRate === null) return null;
  const n = hash32(`${messageId}:n`) % 1_000;
  if (!isAnswered(`exchange:${startedAt}`, n, replyRate)) return null;
  return answerDelayMs(hash32(`${messageId}:delay`) / 2 ** 32);
}
