import type { ValidateListAnswer, ValidationJob } from "#modules/leads/contract/validation.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { ValidationRow } from "./job-store.ts";

export const presentStarted = (row: ValidationRow): ValidateListAnswer => ({
  job_id: row.id,
  list_id: row.params.list_id,
  total: row.total ?? 0,
  status: row.state,
});

export const presentJob = (row: ValidationRow): ValidationJob => ({
  ...presentStarted(row),
  done: row.done,
  counts: { valid: row.result.valid, risky: row.result.risky, invalid: row.result.invalid },
  created_at: iso(row.createdAt),
  started_at: isoOrNull(row.result.started_at),
  finished_at: isoOrNull(row.finishedAt),
});
