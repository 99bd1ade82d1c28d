import type { Cell, PlacementMail, PlacementTestItem } from "#modules/placement/contract/tests.ts";
import {
  type Counts,
  inboxRate,
  countsInWords,
  NO_COUNTS,
} from "#modules/placement/rules/matrix.ts";
import { ALL, namesOf } from "#modules/placement/rules/search/factors.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { CellRow, MailRow, TestRow } from "./test-store.ts";

/** What rows of a cell say together. */
function countsOf(rows: readonly CellRow[]): Counts {
  const counts = { ...NO_COUNTS };
  for (const { place, isOver, n } of rows) {
    if (place !== null) counts[place] += n;
    else if (isOver === 1) counts.failed += n;
    else counts.waiting += n;
  }
  return counts;
}

const mailsOf = (rows: readonly CellRow[]): number => rows.reduce((sum, { n }) => sum + n, 0);

/** A test as lists show it, from the cells of its mails. */
export function presentItem(row: TestRow, cells: readonly CellRow[]): PlacementTestItem {
  const counts = countsOf(cells);
  const byProvider = Map.groupBy(cells, ({ provider }) => provider);
  return {
    id: row.id,
    state: stateOf(row, counts),
    campaign_id: row.campaignId,
    step_id: row.stepId,
    variant: row.variant,
    name: row.mail.name,
    subject: row.mail.subject,
    mails: mailsOf(cells),
    ...counts,
    summary: countsInWords(counts),
    by_provider: [...byProvider]
      .map(([provider, rows]) => ({ provider, ...countsOf(rows) }))
      .toSorted((a, b) => a.provider.localeCompare(b.provider)),
    created_at: iso(row.createdAt),
    created_by: row.createdBy,
  };
}

const stateOf = (row: TestRow, { waiting }: Counts): PlacementTestItem["state"] => {
  if (row.cancelledAt !== null) return "cancelled";
  return waiting > 0 ? "running" : "done";
};

/** A cell for each sender and provider. */
export const presentMatrix = (cells: readonly CellRow[]): Cell[] =>
  [...Map.groupBy(cells, ({ mailboxId, provider }) => `${mailboxId} ${provider}`).values()]
    .flatMap((rows) => {
      const [first] = rows;
      if (!first) return [];
      const counts = countsOf(rows);
      return [
        {
          mailbox_id: first.mailboxId,
          provider: first.provider,
          mails: mailsOf(rows),
          ...counts,
          promotions: rows.reduce((sum, { promotions }) => sum + promotions, 0),
          rate: inboxRate(counts),
          summary: countsInWords(counts),
        },
      ];
    })
    .toSorted((a, b) => a.mailbox_id - b.mailbox_id || a.provider.localeCompare(b.provider));

export const presentMail = (row: MailRow): PlacementMail => ({
  id: row.id,
  mailbox_id: row.mailboxId,
  seed_id: row.seed,
  seed_email: row.seedEmail,
  provider: row.provider,
  search_id: row.searchId === 0 ? null : row.searchId,
  purpose: row.purpose,
  replaced: namesOf(ALL & ~row.version),
  state: row.state,
  sent_at: isoOrNull(row.sentAt),
  place: row.place,
  folder: row.folder,
  tab: row.tab,
  placed_at: isoOrNull(row.placedAt),
  next_look_at: isoOrNull(row.lookAt),
  authentication: row.seen && {
    spf: row.seen.spf,
    dkim: row.seen.dkim,
    dmarc: row.seen.dmarc,
    dkim_domains: [...row.seen.dkimDomains],
    signs_unsubscribe: row.seen.signsUnsubscribe,
  },
  response: row.smtpResponse,
});
