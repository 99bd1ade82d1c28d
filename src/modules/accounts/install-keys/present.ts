import type { InstallKey } from "#modules/accounts/contract/install-keys.ts";
import { API_KEY_PREFIX } from "#modules/accounts/rules/api-key.ts";
import { isExpired, presentLimits } from "#modules/accounts/rules/key-limits.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { InstallKeyRow } from "./store.ts";

export const presentInstallKey = (row: InstallKeyRow, now: UnixMs): InstallKey => ({
  id: row.id,
  name: row.name,
  // The statement writes it in this form.
  workspaces: row.everywhere ? null : (JSON.parse(row.named) as { id: number; name: string }[]),
  prefix: API_KEY_PREFIX,
  last_four: row.lastFour,
  created_by: { id: row.createdBy, name: row.creatorName },
  adopted_by: row.adoptedBy === null ? null : { id: row.adoptedBy, name: row.adopterName },
  status: isExpired(row, now) ? "expired" : row.ownerIsAdmin === 1 ? "active" : "stopped",
  created_at: iso(row.createdAt),
  last_used_at: isoOrNull(row.lastUsedAt),
  ...presentLimits(row, { keyKind: "install", role: "admin" }, row.everywhere),
});
