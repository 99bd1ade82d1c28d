import type { Move } from "#modules/moving/contract/moves.ts";
import { selectMoveClients } from "#modules/moving/choosing/clients-store.ts";
import { countFound } from "#modules/moving/reading/found-store.ts";
import { selectReadSoFar } from "#modules/moving/reading/so-far-store.ts";
import { secondsLeftAt } from "#modules/moving/rules/time-left.ts";
import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type { CallerCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import type { MoveId } from "#platform/rules/ids.ts";
import { findMove, seenMoves } from "./access.ts";
import { presentMove } from "./present.ts";
import { countMoves, type MoveRow, selectMoves } from "./store.ts";

/** The moves that the caller may see, newest first. */
export async function listMoves(ctx: CallerCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const seen = await seenMoves(ctx);
  const [rows, total] = await Promise.all([
    selectMoves(ctx.install, seen, { before, ...page }),
    countMoves(ctx.install, seen),
  ]);
  const shown = rows.slice(0, query.limit);
  return {
    data: await Promise.all(shown.map((row) => shownMove(ctx, row))),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

export const readMove = async (ctx: CallerCtx, id: MoveId): Promise<Move> =>
  shownMove(ctx, await findMove(ctx, id));

export async function shownMove(ctx: CallerCtx, row: MoveRow): Promise<Move> {
  const [counts, clients, left] = await Promise.all([
    countFound(ctx.install, row.id),
    selectMoveClients(ctx.install, row.id),
    firstReading(ctx, row),
  ]);
  const undecided = clients.filter(({ choice }) => choice === null).length;
  return presentMove(row, counts, undecided, left);
}

/** What the reading still takes where no earlier one tells it. */
async function firstReading(ctx: CallerCtx, row: MoveRow): Promise<number | null> {
  if (row.state !== "reading" || row.key === null || row.lastRequests !== null) return null;
  const read = await selectReadSoFar(ctx.install, row.id);
  return read && secondsLeftAt(row.rival, read);
}
