import type { AddressResult, AddressValidation } from "#modules/leads/contract/validations.ts";
import type { JobId, WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS, iso, isoOrNull, later } from "#platform/rules/time.ts";
import type { ResultRow } from "./results.ts";
import type { AddressesRow } from "./validations-store.ts";

/** A validation is deleted so long after it ended. */
export const KEPT_MS = 7 * DAY_MS;

export const validationUrl = (workspaceId: WorkspaceId, id: JobId): string =>
  `/api/v1/workspaces/${workspaceId}/validations/${id}`;

export function presentValidation(row: AddressesRow): AddressValidation {
  const { name, layout, column } = row.params;
  const { valid, risky, invalid, started_at } = row.result;
  const url = validationUrl(row.workspaceId, row.id);
  return {
    id: row.id,
    name,
    source: layout === null ? "addresses" : "file",
    format: layout?.format ?? null,
    column,
    sheet: layout?.format === "xlsx" ? layout.sheet : null,
    status: row.state,
    total: row.total ?? 0,
    done: row.done,
    counts: { valid, risky, invalid, no_address: row.done - valid - risky - invalid },
    reasons: { ...row.result.reasons },
    file_url: `${url}/file`,
    results_url: `${url}/results`,
    created_at: iso(row.createdAt),
    started_at: isoOrNull(started_at),
    finished_at: isoOrNull(row.finishedAt),
    deleted_at: iso(later(row.finishedAt ?? row.createdAt, KEPT_MS)),
  };
}

/** Why a row without an address has no verdict. */
export const whyNone = (address: string | null): "no_address" | "unreadable_row" =>
  address === null ? "unreadable_row" : "no_address";

export function presentResult({ number, row: [, , address], result }: ResultRow): AddressResult {
  const email = (address ?? "").toWellFormed();
  if (result === null || result === undefined) {
    const reasons = result === null ? [whyNone(address)] : [];
    return { row: number, email, verdict: null, score: null, reasons, suggestion: null };
  }
  const [verdict, score, reasons, suggestion] = result;
  return { row: number, email, verdict, score, reasons: [...reasons], suggestion };
}
