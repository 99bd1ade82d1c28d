import type { MailboxId, UnixMs } from "#platform/rules/ids.ts";
import { forecast } from "./forecast.ts";
import type { Month } from "#modules/campaigns/rules/sending/campaign-limits.ts";
import type { Paces } from "#modules/campaigns/rules/pacing/paces.ts";
import type { Gone, PlannedCampaign, PlannedMail, PlannedMailbox, World } from "./world.ts";

/** A campaign as it stands, as if it were active, and as if its mailboxes sent for it alone. */
export type Plan = Omit<PlannedCampaign, "mailboxIds"> & {
  readonly mailboxes: readonly PlannedMailbox[];
  readonly month?: Month;
  readonly paces?: Paces | null;
};

export type DayCount = { sent: number; fresh: number };

export type Simulated = {
  /** The first mails, as many as were asked for. */
  readonly mails: readonly PlannedMail[];
  /** By calendar day of the campaign's zone, in order. */
  readonly days: ReadonlyMap<string, DayCount>;
  readonly byMailbox: ReadonlyMap<MailboxId, number>;
  readonly sent: number;
  readonly fresh: number;
  /** Leads that have had every step by the end. */
  readonly finished: number;
  /** Leads that a rule took out of it by the end. */
  readonly left: number;
  /** Leads that a rule sends to another campaign by the end. */
  readonly gone: readonly Gone[];
  /** When the last of all leads gets its last mail; null when that is not reached. */
  readonly finishesAt: UnixMs | null;
  /** `atMost` mails were planned before the end. */
  readonly truncated: boolean;
};

/** Plays one campaign forward by itself, and counts what it sends; ends after `atMost` mails. */
export function simulate(
  plan: Plan,
  span: { readonly from: UnixMs; readonly until: UnixMs },
  bounds: { readonly show: number; readonly atMost: number },
): Simulated {
  const { mailboxes, month, paces = null, ...own } = plan;
  const mails: PlannedMail[] = [];
  const days = new Map<string, DayCount>();
  const byMailbox = new Map<MailboxId, number>();
  let fresh = 0;
  let lastAt: UnixMs | null = null;
  const world: World = {
    mailboxes,
    ...(month && { month }),
    paces,
    campaigns: [{ ...own, mailboxIds: mailboxes.map(({ id }) => id) }],
  };
  const outlook = forecast(world, span, { atMost: bounds.atMost }, (mail) => {
    const today = countOf(days, mail.day);
    today.sent += 1;
    today.fresh += mail.isFirst ? 1 : 0;
    fresh += mail.isFirst ? 1 : 0;
    lastAt = mail.at;
    byMailbox.set(mail.mailboxId, (byMailbox.get(mail.mailboxId) ?? 0) + 1);
    if (mails.length < bounds.show) mails.push(mail);
  });
  const waiting = outlook.waiting.get(plan.campaign.id) ?? 0;
  return {
    mails,
    days,
    byMailbox,
    sent: outlook.sent,
    fresh,
    finished: outlook.finished.get(plan.campaign.id) ?? 0,
    left: outlook.left.get(plan.campaign.id) ?? 0,
    gone: (outlook.gone.get(plan.campaign.id) ?? []).filter(({ at }) => at < span.until),
    finishesAt: waiting === 0 ? lastAt : null,
    truncated: outlook.sent >= bounds.atMost && waiting > 0,
  };
}

function countOf(days: Map<string, DayCount>, day: string): DayCount {
  let count = days.get(day);
  if (!count) days.set(day, (count = { sent: 0, fresh: 0 }));
  return count;
}
