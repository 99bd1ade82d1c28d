import type { AuditEntry } from "#modules/accounts/contract/audit.ts";
import { iso } from "#platform/rules/time.ts";
import type { AuditRow } from "./store.ts";

export const presentAudit = (row: AuditRow): AuditEntry => ({
  id: row.id,
  at: iso(row.at),
  action: row.action,
  user: somebody(row.userId, row.userName),
  impersonator: somebody(row.impersonatorId, row.impersonatorName),
  api_key_id: row.apiKeyId,
  install_key_id: row.installKeyId,
  workspace_id: row.workspaceId,
  target: row.targetType === null ? null : { type: row.targetType, id: row.targetId ?? "" },
  address: row.address,
  details: row.details,
});

const somebody = (id: number | null, name: string | null) => (id === null ? null : { id, name });
