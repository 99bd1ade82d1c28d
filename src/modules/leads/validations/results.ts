import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { type KeptResult, type KeptRow, selectResults, selectKeptRows } from "./rows-store.ts";
import type { AddressesRow } from "./validations-store.ts";

/** A row with what was found out about it; `result` is undefined where that is still to come. */
export type ResultRow = {
  /** Its number, from 1. */
  readonly number: number;
  readonly row: KeptRow;
  readonly result: KeptResult | undefined;
};

/** The rows of a validation from number `from` (0: all) on, in groups as they are kept. */
export async function* readResults(
  ctx: WorkspaceCtx,
  { id, done }: Pick<AddressesRow, "id" | "done">,
  from = 0,
): AsyncGenerator<ResultRow[]> {
  const { db, workspaceId } = ctx;
  let results: readonly KeptResult[] = [];
  for (let at = from; ;) {
    const rows = await selectKeptRows(db, workspaceId, id, at);
    if (rows.length === 0) return;
    const group: ResultRow[] = [];
    for (const row of rows) {
      const number = at + group.length;
      if (results.length === 0 && number < done) {
        results = await selectResults(db, workspaceId, id, number);
      }
      const [result, ...others] = results;
      results = others;
      group.push({ number: number + 1, row, result });
    }
    yield group;
    at += rows.length;
  }
}

/** All rows of a short validation. */
export async function readAll(ctx: WorkspaceCtx, job: AddressesRow): Promise<ResultRow[]> {
  const all: ResultRow[] = [];
  for await (const group of readResults(ctx, job)) all.push(...group);
  return all;
}
