import type { Suppression } from "#contract/suppressions.ts";
import { plainHash } from "#domain/leads/suppression-hash.ts";
import { iso } from "#domain/time.ts";
import { hashText } from "./hashes.ts";
import type { SuppressionRow } from "./store.ts";

export const presentSuppression = (row: SuppressionRow): Suppression => ({
  id: row.id,
  kind: row.kind,
  value: row.hashOnly ? null : row.value,
  hash_only: row.hashOnly || row.value === null,
  hash: row.hashOnly || row.value === null ? hashText(row) : plainHash(row.value),
  reason: row.reason,
  created_at: iso(row.createdAt),
});
