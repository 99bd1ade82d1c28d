import type {
  Assignment,
  Client,
  DeletedEmployee,
  Employee,
} from "#modules/operations/contract/admin.ts";
import type { User } from "#modules/accounts/contract/accounts.ts";
import type { StaffRole } from "#modules/accounts/rules/administer.ts";
import { API_KEY_PREFIX } from "#modules/accounts/rules/api-key.ts";
import { presentLimits } from "#modules/accounts/rules/key-limits.ts";
import type { Role } from "#platform/access/permissions.ts";
import { CLIENT_KEPT_DAYS, type ReaderLanguage } from "#platform/rules/choices.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { DAY_MS, iso, isoOrNull, later } from "#platform/rules/time.ts";
import { presentWorkspace } from "#modules/accounts/workspaces/list-workspaces.ts";
import type { AssignmentRow } from "#modules/operations/employees/assignments-store.ts";
import { presentAccess } from "#modules/operations/client-access/set-access.ts";
import type { ClientRow } from "#modules/operations/clients/clients-store.ts";
import type { EmployeeRow, MadeKey } from "#modules/operations/employees/employees-store.ts";

type UserRow = {
  id: number;
  name: string;
  email: string;
  username: string;
  role: Role;
  language: ReaderLanguage | null;
  createdAt: UnixMs;
};

export const presentInstallUser = (row: UserRow): User => ({
  id: row.id,
  name: row.name,
  email: row.email,
  username: row.username,
  role: row.role,
  language: row.language,
  created_at: iso(row.createdAt),
});

export const presentEmployee = (row: EmployeeRow): Employee => ({
  ...presentInstallUser(row),
  // The stores read employees and admins alone.
  role: row.role as StaffRole,
  workspaces: row.workspaces,
});

export const presentMadeKey = (
  row: MadeKey,
  revokedAt: UnixMs | null,
): DeletedEmployee["api_keys"][number] => ({
  id: row.id,
  workspace_id: row.workspaceId,
  name: row.name,
  role: row.role,
  prefix: API_KEY_PREFIX,
  last_four: row.lastFour,
  created_by: row.createdBy,
  adopted_by: row.adoptedBy,
  status: row.keptWithoutCreator ? "flagged" : "stopped",
  created_at: iso(row.createdAt),
  last_used_at: isoOrNull(row.lastUsedAt),
  ...presentLimits(row, { keyKind: "workspace", role: row.role }, true),
  revoked_at: isoOrNull(revokedAt),
});

export const presentClient = (row: ClientRow, users: readonly UserRow[]): Client => ({
  id: row.id,
  workspace: presentWorkspace(row),
  users: users.map(presentInstallUser),
  access: presentAccess(row.clientSwitches),
  leads: row.leadCount,
  paused_at: isoOrNull(row.pausedAt),
  pause_reason: row.pauseReason,
  deleted_at: isoOrNull(row.deletedAt),
  purge_at: row.deletedAt === null ? null : iso(later(row.deletedAt, CLIENT_KEPT_DAYS * DAY_MS)),
});

export const presentAssignment = (row: AssignmentRow): Assignment => ({
  id: row.id,
  employee_id: row.userId,
  workspace_id: row.workspaceId,
  employee: { id: row.userId, name: row.userName, email: row.userEmail },
  workspace: { id: row.workspaceId, name: row.workspaceName, slug: row.workspaceSlug },
  created_at: iso(row.createdAt),
});
