import type {
  InstallSuppression,
  InstallSuppressionsQuery,
} from "#modules/leads/contract/install-suppressions.ts";
import { hashesOfText } from "#modules/leads/hashes/hashes.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { COUNTED_TO, pageOf } from "#platform/http/paging.ts";
import { iso } from "#platform/rules/time.ts";
import { countEntries, type InstallSuppressionRow, selectEntries } from "./store.ts";

/** What no workspace writes to, newest first; `value` finds one address or domain by its hash. */
export async function listInstallSuppressions(ctx: CallerCtx, query: InstallSuppressionsQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const filter = {
    kind: query.kind,
    cause: query.cause,
    // A hash under another key fits nothing.
    hash:
      query.value === undefined ? undefined : (hashesOfText(ctx, query.value.hash)?.keyed ?? ""),
  };
  const [rows, counted] = await Promise.all([
    selectEntries(ctx.install, filter, { before, ...page }),
    countEntries(ctx.install, filter, COUNTED_TO + 1),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentInstallSuppression),
    pagination: pageOf(query, counted, nextCursor(rows)),
  };
}

export const presentInstallSuppression = (row: InstallSuppressionRow): InstallSuppression => ({
  id: row.id,
  kind: row.kind,
  hash: `${row.hashKey}:${row.hash}`,
  cause: row.cause,
  workspace_id: row.workspaceId,
  created_at: iso(row.createdAt),
});
