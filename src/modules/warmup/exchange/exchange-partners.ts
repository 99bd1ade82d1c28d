import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { ExchangeId, MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, later, utcDay } from "#platform/rules/time.ts";
import { hash32 } from "#platform/rules/seed.ts";
import {
  type ExchangePartner,
  exchangeShare,
  MAILS_OF_MAILBOX,
} from "#modules/warmup/rules/exchange/limits.ts";
import { selectActive } from "./exchange-store.ts";
import { selectPlannedFor } from "./report-store.ts";

/** A partner of an exchange that a mail goes to. */
export type ChosenPartner = ExchangePartner & { readonly exchangeId: ExchangeId };

/** What is left of the agreed volumes; it is used up by planning. */
export type ExchangePlan = {
  /** Partners for the mails of a mailbox that leave at these times: null where a mail stays within the install. */
  readonly choose: (
    mailbox: MailboxId,
    times: readonly UnixMs[],
    seed: string,
  ) => (ChosenPartner | null)[];
};

/** What the workspace's exchanges have room for, by the day in UTC on which a mail is due, as the receiver counts. */
export async function exchangePlanOf(ctx: WorkspaceCtx): Promise<ExchangePlan> {
  const active = await selectActive(ctx.install, ctx.workspaceId);
  if (active.length === 0) return { choose: (_, times) => times.map(() => null) };
  const ids = active.map(({ id }) => id);
  const since = later(ctx.now(), -2 * DAY_MS);
  const used = new Map<string, number>();
  const add = (key: string, n: number) => used.set(key, (used.get(key) ?? 0) + n);
  const planned = await selectPlannedFor(ctx.db, ctx.workspaceId, ids, since);
  for (const { exchangeId, partner, day, n } of planned) {
    add(`${exchangeId} ${day}`, n);
    add(`${exchangeId} ${day} ${partner}`, n);
  }
  return {
    choose(mailbox, times, seed) {
      const rows = active.filter(({ mailboxIds }) => mailboxIds.includes(mailbox));
      let left = exchangeShare(times.length);
      // Every third of a day's mails, so that they are spread over it.
      return times.map((at, i) => {
        if (left <= 0 || i % 3 !== 1) return null;
        const day = utcDay(at);
        const free = rows
          .filter(({ id, quota }) => (used.get(`${id} ${day}`) ?? 0) < quota)
          .flatMap(({ id, partners }) =>
            partners.map((partner) => ({
              ...partner,
              exchangeId: id,
              n: used.get(`${id} ${day} ${partner.email}`) ?? 0,
              order: hash32(`${seed}:${i}:${partner.email}`),
            })),
          )
          .filter(({ n }) => n < MAILS_OF_MAILBOX)
          .toSorted((a, b) => a.n - b.n || a.order - b.order);
        const [best] = free;
        if (!best) return null;
        left--;
        add(`${best.exchangeId} ${day}`, 1);
        add(`${best.exchangeId} ${day} ${best.email}`, 1);
        return { email: best.email, language: best.language, exchangeId: best.exchangeId };
      });
    },
  };
}
