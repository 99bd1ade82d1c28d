import type { MonthCost, MonthUsage } from "#modules/operations/contract/costs.ts";
import { type Cents, type MonthUse, totalCents } from "#modules/operations/rules/costs.ts";

export const presentUse = (use: MonthUse): MonthUsage => ({
  requests: use.requests,
  statements: use.statements,
  rows_read: use.rowsRead,
  rows_written: use.rowsWritten,
  queue_operations: use.queueOperations,
  storage_bytes: use.bytes,
});

export const presentCost = (cents: Cents): MonthCost => ({
  base_fee: cents.base / 100,
  requests: cents.requests / 100,
  rows_read: cents.rows_read / 100,
  rows_written: cents.rows_written / 100,
  queue_operations: cents.queue_operations / 100,
  storage: cents.storage / 100,
  total: totalCents(cents) / 100,
});
