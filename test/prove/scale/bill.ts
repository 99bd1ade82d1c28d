import { billOf, DEFAULT_PRICES, totalCents } from "#modules/operations/rules/costs.ts";
import type { Prices } from "#platform/rules/prices.ts";

/** What objects cost beside rows, by Cloudflare's list of November 2026 (durable-objects/platform/pricing). */
const OBJECTS = {
  requests: { included: 1_000_000, per_million: 0.15 },
  gb_seconds: { included: 400_000, per_million: 12.5 },
  storage: { included_gb: 5, per_gb_month: 0.2 },
  /** Billed as active with so much memory, in GB. */
  memory_gb: 0.128,
} as const;

/** What an install uses in a month. */
export type Used = {
  readonly requests: number;
  readonly rowsRead: number;
  readonly rowsWritten: number;
  readonly queueOperations: number;
  readonly d1Bytes: number;
  readonly objectBytes: number;
  readonly objectRequests: number;
  readonly objectActiveMs: number;
};

/** Dollars a month, by line; rows of objects have the prices of D1. */
export type Bill = Readonly<
  Record<"base" | "requests" | "rows" | "queues" | "objects" | "storage" | "total", number>
>;

export function billFor(used: Used, prices: Prices = DEFAULT_PRICES): Bill {
  const { requests, rowsRead, rowsWritten, queueOperations, d1Bytes } = used;
  const cents = billOf(
    { requests, rowsRead, rowsWritten, queueOperations, statements: 0, bytes: d1Bytes },
    prices,
  );
  const above = (amount: number, rate: { included: number; per_million: number }): number =>
    (Math.max(0, amount - rate.included) / 1e6) * rate.per_million;
  const gbSeconds = (used.objectActiveMs / 1_000) * OBJECTS.memory_gb;
  const gb = Math.max(0, used.objectBytes / 1e9 - OBJECTS.storage.included_gb);
  const objects =
    above(used.objectRequests, OBJECTS.requests) + above(gbSeconds, OBJECTS.gb_seconds);
  const ofObjects = gb * OBJECTS.storage.per_gb_month;
  return {
    base: cents.base / 100,
    requests: cents.requests / 100,
    rows: (cents.rows_read + cents.rows_written) / 100,
    queues: cents.queue_operations / 100,
    objects,
    storage: cents.storage / 100 + ofObjects,
    total: totalCents(cents) / 100 + objects + ofObjects,
  };
}
