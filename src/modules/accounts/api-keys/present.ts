import type { ApiKey } from "#modules/accounts/contract/api-keys.ts";
import { API_KEY_PREFIX } from "#modules/accounts/rules/api-key.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { ApiKeyRow } from "./store.ts";

export const presentKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  role: row.role,
  prefix: API_KEY_PREFIX,
  last_four: row.lastFour,
  created_by: row.createdBy,
  adopted_by: row.adoptedBy,
  status: row.keptWithoutCreator ? "flagged" : row.ownerMayEnter ? "active" : "stopped",
  created_at: iso(row.createdAt),
  last_used_at: isoOrNull(row.lastUsedAt),
});
