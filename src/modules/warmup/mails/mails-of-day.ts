import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { chooser, hash32 } from "#platform/rules/seed.ts";
import type { Schedule } from "#platform/rules/schedule.ts";
import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { isAnswered } from "#modules/warmup/rules/answers.ts";
import { answerDelayMs, closingOf, dueTimes } from "#modules/warmup/rules/due-times.ts";
import { commonLanguage } from "#modules/warmup/rules/language.ts";
import { pairMails, type Partner, type RecentMail } from "#modules/warmup/rules/pairing.ts";
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
  { one, partners, hours, day, count, recent, running, outsiders }: DayMails,
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
  const mails = pairMails(self, partners, recent, times.length, `${run}:${planned}`).map(
    (to, i) => {
      const n = planned + i;
      const key = `${run}:${n}`;
      const outsider = typeof to === "string" ? (outsiders.get(to) ?? null) : null;
      const other = outsider ?? others.get(to as MailboxId) ?? one;
      // What another workspace keeps of it tells nothing about this one.
      const seed = outsider ? opaqueSeed(ctx.settings.TRACKING_SECRET, key) : key;
      const delay = answerDelayMs(hash32(`${key}:delay`) / 2 ** 32);
      return {
        to: typeof to === "string" ? (0 as const) : to,
        outsider,
        messageId: warmupMessageId(ctx.settings.TRACKING_SECRET, key, one.email),
        seed,
        language: commonLanguage(one, other),
        answerAfterMs: isAnswered(run, n, replyRate) ? delay : null,
        dueAt: times[i] ?? now,
      };
    },
  );
  return { mails, expiresAt: closing };
}
