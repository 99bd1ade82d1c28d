import type { Client, ClientsQuery } from "#modules/operations/contract/admin.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
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
import { presentClient } from "#modules/operations/overview/present.ts";

/** Clients that stand, or those that were deleted and can be restored; newest first. */
export async function listClients(ctx: CallerCtx, query: ClientsQuery) {
  const q = (query.q ?? "").trim();
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, total] = await Promise.all([
    selectClients(ctx.db, query.status, q, before, page),
    countClients(ctx.db, query.status, q),
  ]);
  return {
    data: await withUsers(ctx, rows.slice(0, query.limit)),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

/** One client, deleted or not. Throws `not_found`. */
export async function readClient(ctx: CallerCtx, id: WorkspaceId): Promise<Client> {
  const row = await selectClient(ctx.db, id);
  const [client] = row ? await withUsers(ctx, [row]) : [];
  if (!client) throw new AppError("not_found", "Client not found.");
  return client;
}

async function withUsers(ctx: CallerCtx, rows: readonly ClientRow[]): Promise<Client[]> {
  const users = await selectClientUsers(
    ctx.db,
    rows.map((row) => row.id),
  );
  return rows.map((row) =>
    presentClient(
      row,
      users.filter((user) => user.workspaceId === row.id),
    ),
  );
}
