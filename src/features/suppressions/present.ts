import type { Suppression } from "#contract/suppressions.ts";
import { iso } from "#domain/time.ts";
import type { SuppressionRow } from "./store.ts";

export const presentSuppression = (row: SuppressionRow): Suppression => ({
  id: row.id,
  kind: row.kind,
  value: row.hashOnly ? null : row.value,
  hash_only: row.hashOnly || row.value === null,
  hash: row.hash,
  reason: row.reason,
  created_at: iso(row.createdAt),
});
