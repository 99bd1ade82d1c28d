import { type PageQuery, paginationOf } from "#platform/contract/common.ts";
import type {
  AddressResultsQuery,
  AddressValidation,
} from "#modules/leads/contract/validations.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { AppError, notFound } from "#platform/rules/errors.ts";
import { idCursor, type JobId, readIdCursor } from "#platform/rules/ids.ts";
import { presentResult, presentValidation } from "./present.ts";
import { readResults, type ResultRow } from "./results.ts";
import {
  type AddressesRow,
  countKept,
  selectValidation,
  selectValidations,
} from "./validations-store.ts";

/** A validation of addresses. Throws `not_found`. */
export async function findValidation(ctx: WorkspaceCtx, id: JobId): Promise<AddressesRow> {
  const row = await selectValidation(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("validation");
  return row;
}

export const readAddressValidation = async (
  ctx: WorkspaceCtx,
  id: JobId,
): Promise<AddressValidation> => presentValidation(await findValidation(ctx, id));

/** The validations of addresses that are kept, newest first. */
export async function listAddressValidations(ctx: WorkspaceCtx, query: PageQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  const [rows, { validations }] = await Promise.all([
    selectValidations(ctx.db, ctx.workspaceId, before, page),
    countKept(ctx.db, ctx.workspaceId),
  ]);
  return {
    data: rows.slice(0, query.limit).map(presentValidation),
    pagination: paginationOf(query, validations, nextCursor(rows)),
  };
}

/** The results of a validation in their order, as far as there are any. Throws `not_found`. */
export async function listAddressResults(ctx: WorkspaceCtx, id: JobId, query: AddressResultsQuery) {
  const job = await findValidation(ctx, id);
  const after = query.cursor === undefined ? 0 : readIdCursor(query.cursor);
  if (after === null) {
    throw new AppError("malformed_request", "Use the next_cursor of the previous page.");
  }
  const page: ResultRow[] = [];
  for await (const group of readResults(ctx, job, after)) {
    page.push(...group.filter(({ result }) => result !== undefined));
    if (page.length > query.limit || group.some(({ result }) => result === undefined)) break;
  }
  const shown = page.slice(0, query.limit);
  const last = shown.at(-1);
  const next = page.length > query.limit && last ? idCursor(last.number) : null;
  return {
    data: shown.map(presentResult),
    pagination: paginationOf({ ...query, page: 1 }, job.done, next),
  };
}
