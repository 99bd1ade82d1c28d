import type { ImportLink, ImportLinkRun } from "#modules/leads/contract/import-links.ts";
import { errorsUrl } from "#modules/leads/imports/present-import.ts";
import { FAILURES_UNTIL_WAIT } from "#modules/leads/rules/import-links/interval.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { iso, isoOrNull } from "#platform/rules/time.ts";
import { type RefusedRow, type RunRow, selectLastRuns, selectRefusedRows } from "./runs-store.ts";
import type { ShownLink } from "./store.ts";

/** Refused rows that a run shows; all of them are in its CSV. */
const SHOWN_REFUSED = 20;

/** Links with their newest runs. */
export async function presentLinks(
  ctx: WorkspaceCtx,
  links: readonly ShownLink[],
): Promise<ImportLink[]> {
  const { db, workspaceId } = ctx;
  const runs = await selectLastRuns(
    db,
    workspaceId,
    links.map(({ id }) => id),
  );
  const shown = new Map(
    (await presentRuns(ctx, [...runs.values()])).map((run) => [run.id, run] as const),
  );
  const now = ctx.now();
  return links.map((link): ImportLink => {
    const run = runs.get(link.id);
    const isDue = link.nextAt !== null && link.nextAt <= now;
    return {
      id: link.id,
      name: link.name,
      url: link.urlShown,
      every: link.every,
      mapping: link.mapping,
      sheet: link.sheet,
      list_id: link.listId,
      list_name: link.listName,
      on_duplicate: link.onDuplicate,
      campaign_id: link.campaignId,
      status: !link.active ? "paused" : link.failures >= FAILURES_UNTIL_WAIT ? "waiting" : "active",
      is_running: isDue || run?.state === "running",
      failures: link.failures,
      next_run_at: isoOrNull(link.nextAt),
      last_run: (run && shown.get(run.id)) ?? null,
      created_at: iso(link.createdAt),
    };
  });
}

export async function presentRuns(
  ctx: WorkspaceCtx,
  rows: readonly RunRow[],
): Promise<ImportLinkRun[]> {
  const refused = await selectRefusedRows(
    ctx.db,
    ctx.workspaceId,
    rows.filter(({ result }) => result.invalid > 0).map(({ id }) => id),
    SHOWN_REFUSED,
  );
  return rows.map((row) => presentRun(row, refused.get(row.id) ?? []));
}

function presentRun(row: RunRow, refused: readonly RefusedRow[]): ImportLinkRun {
  const { result, params, finishedAt } = row;
  const isOver = row.state === "completed" || row.state === "failed";
  return {
    id: row.id,
    status: row.state === "completed" || row.state === "failed" ? row.state : "running",
    trigger: params.trigger,
    outcome: result.outcome ?? null,
    rows: row.done,
    created: result.created,
    changed: result.changed,
    unchanged: result.duplicates + result.updated - result.changed,
    refused: result.invalid,
    suppressed: result.suppressed,
    listed: result.listed,
    missing_columns: [...(result.missing ?? [])],
    refused_rows: refused.map(({ line, columnName, email, code, message }) => ({
      line,
      column: columnName,
      email,
      code,
      message,
    })),
    errors_url: errorsUrl(row.workspaceId, row.id),
    error: result.error ?? null,
    started_at: iso(row.createdAt),
    finished_at: isoOrNull(finishedAt),
    duration_ms: isOver && finishedAt !== null ? Math.max(0, finishedAt - row.createdAt) : null,
  };
}
