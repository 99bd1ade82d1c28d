import { hashSecret } from "#platform/ctx/settings.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { chooser, hash32 } from "#platform/rules/seed.ts";
import type { Schedule } from "#platform/rules/schedule.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { isAnswered } from "#modules/warmup/rules/answers.ts";
import { answerDelayMs, closingOf, dueTimes } from "#modules/warmup/rules/due-times.ts";
import { commonLanguage, languageOf, languageShared } from "#modules/warmup/rules/language.ts";
import { pairMails, type Partner, type RecentMail } from "#modules/warmup/rules/pairing.ts";
import type { ChosenPartner, ExchangePlan } from "#modules/warmup/exchange/exchange-partners.ts";
import { exchangeName } from "#modules/warmup/rules/exchange/mail.ts";
import { opaqueSeed, warmupMessageId } from "#modules/warmup/rules/token.ts";
import type { Outsider, PlannedMail, Running } from "./plan-store.ts";

/** A mailbox's day, and who is there to be written to. */
export type DayMails = {
  readonly one: Running;
  readonly partners: readonly Partner[];
  readonly hours: Schedule;
  readonly day: string;
  readonly count: number;
  readonly recent: readonly RecentMail[];
  readonly running: readonly Running[];
  /** Partners outside of the workspace, by address. */
  readonly outsiders: ReadonlyMap<string, Outsider>;
  readonly exchange: ExchangePlan;
};

/** The last mails of a day are planned so long before its hours end: time for a gap, or a second try. */
const ROOM_MS = 20 * MINUTE_MS;

/**
 * The mails of a mailbox's day: to whom, when, in which language, and whether they will be answered.
 * Everything follows from the mailbox's run and the mails' numbers, so that a repeat, even after the
 * database was restored, makes the same Message-IDs, which the journal knows.
 */
export function mailsOfDay(
  ctx: WorkspaceCtx,
  { one, partners, hours, day, count, recent, running, outsiders, exchange }: DayMails,
): { mails: PlannedMail[]; expiresAt: UnixMs } {
  const now = ctx.now();
  const { mailboxId, startedAt, planned, replyRate } = one.warmup;
  const run = `${ctx.workspaceId}:${mailboxId}:${startedAt}`;
  const closing = closingOf(hours, now);
  const times = dueTimes(
    { from: now, until: later(closing, -ROOM_MS) },
    count,
    chooser(`${run}:${day}:${planned}`),
  );
  const self = { id: mailboxId, domain: partners.find((p) => p.id === mailboxId)?.domain ?? "" };
  const others = new Map(running.map((other) => [other.warmup.mailboxId, other]));
  const exchanged = exchange.choose(mailboxId, times, `${run}:${planned}`);
  const secret = hashSecret(ctx.settings);
  const mails = pairMails(self, partners, recent, times.length, `${run}:${planned}`).map(
    (to, i) => {
      const n = planned + i;
      const key = `${run}:${n}`;
      const chosen = exchanged[i] ?? null;
      const outsider = chosen
        ? outsiderOf(chosen)
        : typeof to === "string"
          ? (outsiders.get(to) ?? null)
          : null;
      const other = outsider ?? others.get(to as MailboxId) ?? one;
      // What another workspace keeps of it tells nothing about this one.
      const seed = outsider ? opaqueSeed(secret, key) : key;
      const delay = answerDelayMs(hash32(`${key}:delay`) / 2 ** 32);
      return {
        to: outsider ? (0 as const) : (to as MailboxId),
        outsider,
        messageId: warmupMessageId(secret, key, one.email),
        seed,
        language: chosen
          ? languageShared(languageOf(one), chosen.language)
          : commonLanguage(one, other),
        // Whether a partner of an exchange answers is its own to decide.
        answerAfterMs: !chosen && isAnswered(run, n, replyRate) ? delay : null,
        dueAt: times[i] ?? now,
      };
    },
  );
  return { mails, expiresAt: closing };
}

const outsiderOf = ({ email, exchangeId }: ChosenPartner): Outsider => ({
  email,
  name: exchangeName(email),
  timezone: null,
  exchangeId,
});
