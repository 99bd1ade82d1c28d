import {
  ADDED_UP_TO,
  COUNTED_TOTALS,
  type CountedTotal,
} from "#modules/operations/rules/figures.ts";
import { dayTotal, selectFigureTotals } from "#modules/operations/figures/totals-store.ts";
import type { InstallDb } from "#platform/db/db.ts";
import { CAMPAIGN_STATUSES } from "#platform/rules/choices.ts";
import { MAILBOX_STATUSES } from "#platform/rules/mail/mailbox.ts";
import type { Sums } from "./dashboard-store.ts";

/** Of the workspaces that stand, those that the kept sums must have in them: new ones are a minute behind. */
const LEAST_SHARE = 0.95;

/** Kept sums over all workspaces, a minute or two old. */
export type KeptSums = Sums & { readonly totals: Readonly<Record<CountedTotal, number>> };

/**
 * The kept sums of an install with so many workspaces that adding up is work; null: of few, or
 * where not nearly all are in them, as right after an update.
 */
export async function keptSums(
  db: InstallDb,
  standing: number,
  days: readonly string[],
): Promise<KeptSums | null> {
  if (standing <= ADDED_UP_TO) return null;
  const found = await selectFigureTotals(db, days[0] ?? "");
  const of = (name: string): number => found.get(name) ?? 0;
  if (of("workspaces") < LEAST_SHARE * standing) return null;
  return {
    leads: of("leads"),
    campaigns: CAMPAIGN_STATUSES.map((status) => ({ status, n: of(`campaigns.${status}`) })),
    mailboxes: MAILBOX_STATUSES.map((status) => ({ status, n: of(`mailboxes.${status}`) })),
    days: days.map((date) => ({
      date,
      sent: of(dayTotal(date, "sent")),
      replied: of(dayTotal(date, "replied")),
      positive_replies: of(dayTotal(date, "positive")),
      bounced: of(dayTotal(date, "bounced")),
    })),
    // Each of the list has its entry.
    totals: Object.fromEntries(
      COUNTED_TOTALS.map((name) => [name, of(`totals.${name}`)]),
    ) as KeptSums["totals"],
  };
}
