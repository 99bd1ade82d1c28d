import type { Suppression } from "#modules/leads/contract/suppressions.ts";
import { plainHash } from "#modules/leads/rules/suppression-hash.ts";
import { iso } from "#platform/rules/time.ts";
import { hashText } from "#modules/leads/hashes/hashes.ts";
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
