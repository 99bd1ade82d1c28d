import type { PlacementTest, PlacementTestsQuery } from "#modules/placement/contract/tests.ts";
import { paginationOf } from "#platform/contract/common.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { pageAfter } from "#platform/ctx/page-after.ts";
import { notFound } from "#platform/rules/errors.ts";
import type { CampaignId, PlacementTestId } from "#platform/rules/ids.ts";
import { searchesOf } from "#modules/placement/searches/read-searches.ts";
import { presentItem, presentMail, presentMatrix } from "./present.ts";
import {
  selectCells,
  selectMailsOfTest,
  selectTest,
  selectTests,
  type TestRow,
} from "./test-store.ts";

/** More than a test and its searches can have. */
const MAX_MAILS = 500;

/** The workspace's tests, newest first, each with its result. */
export async function listTests(ctx: WorkspaceCtx, query: PlacementTestsQuery) {
  const { before, page, nextCursor } = pageAfter(query);
  // Of the path of a list that is already of this workspace.
  const campaignId = query.campaign_id as CampaignId | undefined;
  const { rows, total } = await selectTests(ctx.db, ctx.workspaceId, campaignId, {
    before,
    ...page,
  });
  const shown = rows.slice(0, query.limit);
  const cells = await selectCells(
    ctx.db,
    ctx.workspaceId,
    shown.map(({ id }) => id),
  );
  const byTest = Map.groupBy(cells, ({ testId }) => testId);
  return {
    data: shown.map((row) => presentItem(row, byTest.get(row.id) ?? [])),
    pagination: paginationOf(query, total, nextCursor(rows)),
  };
}

/** A test of the workspace. Throws `not_found`. */
export async function findTest(ctx: WorkspaceCtx, id: PlacementTestId): Promise<TestRow> {
  const row = await selectTest(ctx.db, ctx.workspaceId, id);
  if (!row) throw notFound("placement test");
  return row;
}

/** A test with its matrix, its emails and its searches. Throws `not_found`. */
export async function readTest(ctx: WorkspaceCtx, id: PlacementTestId): Promise<PlacementTest> {
  const row = await findTest(ctx, id);
  const [cells, mails, searches] = await Promise.all([
    selectCells(ctx.db, ctx.workspaceId, [id]),
    selectMailsOfTest(ctx.db, ctx.workspaceId, id, MAX_MAILS),
    searchesOf(ctx, id),
  ]);
  return {
    ...presentItem(row, cells),
    matrix: presentMatrix(cells),
    emails: mails.map(presentMail),
    searches,
  };
}
