import type { BulkJob } from "#modules/leads/contract/bulk.ts";
import type { ValidationRow } from "#modules/leads/validation-jobs/job-store.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { BulkRow } from "./job-store.ts";

export const presentBulk = (row: BulkRow): BulkJob => ({
  job_id: row.id,
  verb: row.params.verb,
  // Only files are received.
  status: row.state === "receiving" ? "queued" : row.state,
  total: Math.max(row.total ?? 0, row.done),
  done: row.done,
  changed: row.result.changed,
  error: row.result.error ?? null,
  created_at: iso(row.createdAt),
  finished_at: isoOrNull(row.finishedAt),
});

/** A validation, as bulk work: each lead that was looked at has a result. */
export const presentValidationAsBulk = (row: ValidationRow): BulkJob => ({
  job_id: row.id,
  verb: "validate",
  status: row.state,
  total: Math.max(row.total ?? 0, row.done),
  done: row.done,
  changed: row.done,
  error: null,
  created_at: iso(row.createdAt),
  finished_at: isoOrNull(row.finishedAt),
});
