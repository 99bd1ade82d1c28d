import type { ApiKey } from "#modules/accounts/contract/api-keys.ts";
import { API_KEY_PREFIX } from "#modules/accounts/rules/api-key.ts";
import { isExpired, presentLimits } from "#modules/accounts/rules/key-limits.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { ApiKeyRow } from "./store.ts";

export const presentKey = (row: ApiKeyRow, now: UnixMs): ApiKey => ({
  id: row.id,
  name: row.name,
  role: row.role,
  prefix: API_KEY_PREFIX,
  last_four: row.lastFour,
  created_by: row.createdBy,
  adopted_by: row.adoptedBy,
  status: statusOf(row, now),
  created_at: iso(row.createdAt),
  last_used_at: isoOrNull(row.lastUsedAt),
  ...presentLimits(row, { keyKind: "workspace", role: row.role }, true),
});

function statusOf(row: ApiKeyRow, now: UnixMs): ApiKey["status"] {
  if (isExpired(row, now)) return "expired";
  if (row.keptWithoutCreator) return "flagged";
  return row.ownerMayEnter ? "active" : "stopped";
}
