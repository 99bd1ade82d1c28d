import type { Import, ImportColumn, UploadAnswer } from "#modules/leads/contract/imports.ts";
import type { Column } from "#modules/leads/rules/files/columns.ts";
import type { OpenedRows } from "#modules/leads/rules/files/open-rows.ts";
import type { ReadFile } from "./import-file.ts";
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

/** What a file turned out to be: its format, its sheet and its columns. */
export const presentRead = ({
  workbook,
  opened,
}: Pick<ReadFile, "workbook" | "opened">): Pick<
  UploadAnswer,
  "format" | "workbook" | "columns"
> => ({
  format: workbook === null ? "csv" : "xlsx",
  workbook: workbook && {
    sheet: workbook.sheet,
    sheets: workbook.sheets.map(({ name, isHidden }) => ({ name, hidden: isHidden })),
    hidden_rows: workbook.hiddenRows,
    empty_formulas: workbook.emptyFormulas,
  },
  columns: columnsOf(opened),
});

function targetOf(column: Column): string | null {
  if (column === null) return null;
  if (column.kind === "tags") return "tags";
  return column.kind === "field" ? column.field : `custom.${column.key}`;
}

const EXAMPLES = 3;
const EXAMPLE_CHARS = 100;

const columnsOf = ({ headers, guesses, sample }: OpenedRows): ImportColumn[] =>
  guesses.map(({ column, by, suggestion }, index) => ({
    name: (headers[index] ?? "").trim().slice(0, EXAMPLE_CHARS).toWellFormed(),
    becomes: targetOf(column),
    by,
    suggestion,
    examples: sample
      .map((row) => (row[index] ?? "").trim().slice(0, EXAMPLE_CHARS).toWellFormed())
      .filter((value) => value !== "")
      .slice(0, EXAMPLES),
  }));

function percentOf(row: ImportRow, status: Import["status"]): number | null {
  if (status === "completed") return 100;
  const total = row.params.total_bytes;
  return total === null ? null : Math.min(99, Math.floor((100 * row.result.bytes) / total));
}
