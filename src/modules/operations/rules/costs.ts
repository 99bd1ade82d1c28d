import type { Prices } from "#platform/rules/prices.ts";
import { inProportion, type Use } from "#platform/rules/use.ts";

/** Months of counters that are kept, the present one included. */
export const USAGE_MONTHS = 25;

/** Bytes of a row with its indexes, as src/docs/scaling.md says. */
const BYTES = { lead: 300, send: 500, event: 500 } as const;

/** What rows of a workspace take, about. */
export const storedBytes = (rows: { leads: number; sends: number; events: number }): number =>
  rows.leads * BYTES.lead + rows.sends * BYTES.send + rows.events * BYTES.event;

/** What a month is priced by. */
export const PRICED = [
  "requests",
  "rows_read",
  "rows_written",
  "queue_operations",
  "storage",
] as const;
export type Priced = (typeof PRICED)[number];

/** Cloudflare's list: Workers Paid with D1 and Queues. */
export const DEFAULT_PRICES: Prices = {
  as_of: "2026-11-01",
  currency: "USD",
  base_fee: 5,
  requests: { included: 10_000_000, per_million: 0.3 },
  rows_read: { included: 25_000_000_000, per_million: 0.001 },
  rows_written: { included: 50_000_000, per_million: 1 },
  queue_operations: { included: 1_000_000, per_million: 0.4 },
  storage: { included_gb: 5, per_gb_month: 0.75 },
};

/** What somebody used in a month, and what they store. */
export type MonthUse = Use & { readonly bytes: number | null };

/** Amounts in cents, which add up exactly. */
export type Cents = Readonly<Record<Priced | "base", number>>;

export const totalCents = (cents: Cents): number =>
  Object.values(cents).reduce((sum, part) => sum + part, 0);

const amounts = ({ requests, rowsRead, rowsWritten, queueOperations, bytes }: MonthUse) => ({
  requests,
  rows_read: rowsRead ?? 0,
  rows_written: rowsWritten ?? 0,
  queue_operations: queueOperations,
  storage: bytes ?? 0,
});

/** What a month costs, each line in whole cents. */
export function billOf(use: MonthUse, prices: Prices): Cents {
  const amount = amounts(use);
  const million = (of: Exclude<Priced, "storage">): number => {
    const rate = prices[of];
    if (!rate) return 0;
    const above = Math.max(0, amount[of] - rate.included);
    return Math.round((above / 1_000_000) * rate.per_million * 100);
  };
  const { storage: rate } = prices;
  const gb = rate ? Math.max(0, amount.storage / 1_000_000_000 - rate.included_gb) : 0;
  return {
    base: Math.round((prices.base_fee ?? 0) * 100),
    requests: million("requests"),
    rows_read: million("rows_read"),
    rows_written: million("rows_written"),
    queue_operations: million("queue_operations"),
    storage: Math.round(gb * (rate?.per_gb_month ?? 0) * 100),
  };
}

/**
 * The bill in parts: each line in proportion to what each used of it, and so is what was included. The
 * base fee is the first one's, the install's own. The parts of a line add up to it.
 */
export function shareBill(bill: Cents, uses: readonly MonthUse[]): Cents[] {
  const all = uses.map(amounts);
  const lines = Object.fromEntries(
    PRICED.map((line) => [
      line,
      inProportion(
        bill[line],
        all.map((amount) => amount[line]),
      ),
    ]),
  ) as Record<Priced, number[]>;
  const part = (line: Priced, i: number): number => lines[line][i] ?? 0;
  return uses.map((_, i) => ({
    base: i === 0 ? bill.base : 0,
    requests: part("requests", i),
    rows_read: part("rows_read", i),
    rows_written: part("rows_written", i),
    queue_operations: part("queue_operations", i),
    storage: part("storage", i),
  }));
}

/**
 * The sizes of the install's own part and of workspaces, which add up to the database: estimates that are
 * larger than it are made smaller alike, and what they leave is the install's own.
 */
export function shareBytes(
  database: number | null,
  estimates: readonly (number | null)[],
): { readonly own: number | null; readonly workspaces: readonly (number | null)[] } {
  if (database === null) return { own: null, workspaces: estimates };
  const sum = estimates.reduce<number>((all, one) => all + (one ?? 0), 0);
  if (sum <= database) return { own: database - sum, workspaces: estimates };
  const parts = inProportion(
    database,
    estimates.map((one) => one ?? 0),
  );
  return { own: 0, workspaces: parts };
}

/** Below this a month says nothing about its end. */
const LEAST_SHARE = 1 / 720;

/** What the whole month will have used, if the rest of it is as busy as what was counted; null: too early to say. */
export function foreseen(
  use: MonthUse,
  span: { readonly countedMs: number; readonly leftMs: number },
): MonthUse | null {
  const { countedMs, leftMs } = span;
  if (countedMs < LEAST_SHARE * (countedMs + leftMs) || countedMs <= 0) return null;
  const grown = (amount: number): number => Math.round(amount * (1 + leftMs / countedMs));
  return {
    requests: grown(use.requests),
    statements: grown(use.statements),
    rowsRead: use.rowsRead === null ? null : grown(use.rowsRead),
    rowsWritten: use.rowsWritten === null ? null : grown(use.rowsWritten),
    queueOperations: grown(use.queueOperations),
    bytes: use.bytes,
  };
}
