import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import { ofTest, placementLedger } from "#modules/placement/mails/ledger.ts";
import { cancelSearches } from "#modules/placement/searches/search-store.ts";
import type { Deps, MemberCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import type { PlacementTestId } from "#platform/rules/ids.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { findTest } from "./read-tests.ts";
import { cancelTestRow, forgetTests, testStands } from "./test-store.ts";

/**
 * Ends a test and its searches: what has not reached a server stays, and gives back its place of the
 * day. What left is still looked for. On a cancelled one nothing happens. Throws `not_found`.
 */
export async function cancelTest(ctx: MemberCtx, id: PlacementTestId): Promise<void> {
  const { db, workspaceId } = ctx;
  await findTest(ctx, id);
  const now = ctx.now();
  await runBatch(db, [
    auditStatement(
      ctx,
      { action: "placement.cancelled", workspaceId, target: { type: "placement test", id } },
      onlyIf(testStands(workspaceId, id)),
    ),
    ...cancel(db, placementLedger, workspaceId, ofTest(id), now),
    cancelSearches(db, workspaceId, id, now),
    cancelTestRow(db, workspaceId, id, now),
  ]);
}

/** Long enough to compare a year with the one before. */
const KEEP_MS = 400 * DAY_MS;
const TESTS_PER_SWEEP = 20;

/** Sweep: forgets old tests, some at a time. */
export async function forgetOldTests({ db, now }: Deps): Promise<void> {
  await runBatch(db, forgetTests(db, later(now(), -KEEP_MS), TESTS_PER_SWEEP));
}
