import type { Client, ClientsQuery } from "#modules/operations/contract/admin.ts";
import { paginationOf } from "#platform/contract/common.ts";
import { byDatabase, type CallerCtx, liesApart } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import {
  type ClientRow,
  countClients,
  selectClient,
  selectClients,
  selectClientUsers,
} from "./clients-store.ts";
import { selectLeadCounts } from "./inside-store.ts";
import { presentClient } from "#modules/operations/overview/present.ts";

/** Clients that stand, or those that were deleted and can be restored; newest first where nothing else is asked. */
export async function listClients(ctx: CallerCtx, query: ClientsQuery) {
  const q = (query.q ?? "").trim();
  const { order, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectClients(ctx.install, query.status, q, order, page),
    countClients(ctx.install, query.status, q),
  ]);
  return {
    data: await withUsers(ctx, rows.slice(0, query.limit)),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

/** One client, deleted or not. Throws `not_found`. */
export async function readClient(ctx: CallerCtx, id: WorkspaceId): Promise<Client> {
  const row = await selectClient(ctx.install, id);
  const [client] = row ? await withUsers(ctx, [row]) : [];
  if (!client) throw new AppError("not_found", "Client not found.");
  return client;
}

async function withUsers(ctx: CallerCtx, rows: readonly ClientRow[]): Promise<Client[]> {
  const [users, leads] = await Promise.all([
    selectClientUsers(
      ctx.install,
      rows.map((row) => row.id),
    ),
    leadCounts(ctx, rows),
  ]);
  return rows.map((row) =>
    presentClient(
      { ...row, leadCount: leads.get(row.id) ?? row.leadCount },
      users.filter((user) => user.workspaceId === row.id),
    ),
  );
}

/** Of clients that lie apart: their leads are counted there. */
async function leadCounts(
  ctx: CallerCtx,
  rows: readonly ClientRow[],
): Promise<ReadonlyMap<WorkspaceId, number>> {
  const apart = rows.filter(({ id }) => liesApart(ctx, id)).map(({ id }) => ({ workspaceId: id }));
  const counts = await Promise.all(
    [...byDatabase(ctx, apart)].map(([db, own]) =>
      selectLeadCounts(
        db,
        own.map(({ workspaceId }) => workspaceId),
      ),
    ),
  );
  return new Map(counts.flat().map(({ id, leads }) => [id, leads]));
}
