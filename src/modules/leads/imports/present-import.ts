import type { Import } from "#modules/leads/contract/imports.ts";
import type { JobId, WorkspaceId } from "#platform/rules/ids.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import type { ImportRow } from "./import-store.ts";

export const importUrl = (workspaceId: WorkspaceId, id: JobId): string =>
  `/api/v1/workspaces/${workspaceId}/leads/imports/${id}`;

/** Where the bad rows of an import are served as CSV. */
export const errorsUrl = (workspaceId: WorkspaceId, id: JobId): string =>
  `${importUrl(workspaceId, id)}/errors`;

export function presentImport(row: ImportRow): Import {
  const status = row.state === "completed" || row.state === "failed" ? row.state : "running";
  return {
    id: row.id,
    list_id: row.params.list_id,
    list_name: row.params.list_name,
    status,
    done: row.done,
    total: row.total,
    percent: percentOf(row, status),
    created: row.result.created,
    duplicates: row.result.duplicates,
    updated: row.result.updated,
    invalid: row.result.invalid,
    suppressed: row.result.suppressed,
    error: row.result.error ?? null,
    errors_url: errorsUrl(row.workspaceId, row.id),
    created_at: iso(row.createdAt),
    finished_at: isoOrNull(row.finishedAt),
  };
}

function percentOf(row: ImportRow, status: Import["status"]): number | null {
  if (status === "completed") return 100;
  const total = row.params.total_bytes;
  return total === null ? null : Math.min(99, Math.floor((100 * row.result.bytes) / total));
}
