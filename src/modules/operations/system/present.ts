import type { SystemUpdate } from "#modules/operations/contract/system.ts";
import { iso } from "#platform/rules/time.ts";
import type { UpdateRow } from "./store.ts";

export const presentUpdate = (row: UpdateRow): SystemUpdate => ({
  update_id: row.id,
  state: row.state,
  step: row.step,
  from: row.fromVersion,
  to: row.toVersion,
  detail: row.detail,
  restore_point: row.restorePoint,
  started_at: iso(row.startedAt),
  finished_at: row.finishedAt === null ? null : iso(row.finishedAt),
});
