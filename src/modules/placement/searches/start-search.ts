import type { SearchBody } from "#modules/placement/contract/searches.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { footerWords } from "#modules/campaigns/words/compose-mail.ts";
import { workspaceLinkBase } from "#modules/links/tracking-domains/own-host.ts";
import { cancel } from "#modules/delivery/engine/moves.ts";
import { factorsOf } from "#modules/placement/mails/compose-version.ts";
import { ofItsSearches, placementLedger } from "#modules/placement/mails/ledger.ts";
import { assertSends } from "#modules/placement/tests/plan-test.ts";
import { type SenderRow, selectSenderRows } from "#modules/placement/tests/sender-store.ts";
import { findTest } from "#modules/placement/tests/read-tests.ts";
import { selectCells, type TestRow } from "#modules/placement/tests/test-store.ts";
import { callerName, type MemberCtx, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { onlyIf, runBatch } from "#platform/db/db.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { PlacementSearchId, PlacementTestId } from "#platform/rules/ids.ts";
import { cancelSearches, insertSearch, mayBegin, someRuns } from "./search-store.ts";

/** Providers of one search: with more, none would get enough of its emails. */
const MAX_PROVIDERS = 8;

/**
 * Begins to search what of a test's mail its providers junk. Its first mails leave with the next
 * ticks. Throws `not_found`; `invalid_state` for a cancelled test, a test without spam, and a
 * workspace that sends nothing; `conflict` while another search of the test runs;
 * `validation_failed` for a sender or provider that is not the test's.
 */
export async function startSearch(
  ctx: MemberCtx,
  testId: PlacementTestId,
  body: SearchBody,
): Promise<void> {
  const { db, workspaceId } = ctx;
  const test = await findTest(ctx, testId);
  if (test.cancelledAt !== null) {
    throw new AppError("invalid_state", "The test was cancelled. Start another one.");
  }
  await assertSends(ctx);
  const { sender, providers } = await choose(ctx, test, body);
  const present = await presentIn(ctx, test, sender);
  const guard = mayBegin(workspaceId, testId);
  const results = await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: "placement.search_started",
        workspaceId,
        target: { type: "placement test", id: testId },
        details: { providers },
      },
      onlyIf(guard),
    ),
    insertSearch(
      db,
      {
        workspaceId,
        testId,
        mailboxId: sender.id,
        present,
        providers,
        createdBy: callerName(ctx.caller),
        createdAt: ctx.now(),
      },
      guard,
    ),
  ]);
  const [made] = results.at(-1) as { id: PlacementSearchId }[];
  if (!made) {
    throw new AppError("conflict", "A search of this test runs already. Cancel it first.");
  }
}

/** Who sends, and to which providers: as asked, or where most lies as spam. */
async function choose(ctx: WorkspaceCtx, test: TestRow, body: SearchBody) {
  const cells = await selectCells(ctx.db, ctx.workspaceId, [test.id]);
  const spam = cells.filter(({ place }) => place === "spam");
  const senders = [...new Set(cells.map(({ mailboxId }) => mailboxId))];
  const spamOf = (id: number) =>
    spam.filter(({ mailboxId }) => mailboxId === id).reduce((sum, { n }) => sum + n, 0);
  if (body.mailbox_id !== undefined && !senders.includes(body.mailbox_id)) {
    throw invalidField("mailbox_id", "not_in_test", "This mailbox sent nothing in the test.");
  }
  const id = body.mailbox_id ?? senders.toSorted((a, b) => spamOf(b) - spamOf(a))[0];
  const own = cells.filter(({ mailboxId }) => mailboxId === id);
  const known = [...new Set(own.map(({ provider }) => provider))].toSorted();
  const junking = known.filter((provider) =>
    own.some((c) => c.provider === provider && c.place === "spam"),
  );
  for (const [at, provider] of (body.providers ?? []).entries()) {
    if (known.includes(provider)) continue;
    throw invalidField(
      `providers.${at}`,
      "not_in_test",
      "No seed of the test is at this provider.",
    );
  }
  const providers = [...new Set(body.providers ?? junking)].slice(0, MAX_PROVIDERS);
  if (providers.length === 0) {
    throw new AppError(
      "invalid_state",
      "No email of this test lies as spam, so there is no cause to search. Name providers to search nevertheless.",
    );
  }
  const [sender] = await mailboxOf(ctx, id);
  if (!sender || sender.status !== "active") {
    throw invalidField("mailbox_id", "cannot_send", "This mailbox cannot send now.");
  }
  return { sender, providers };
}

const mailboxOf = (ctx: WorkspaceCtx, id: number | undefined): Promise<SenderRow[]> =>
  id === undefined
    ? Promise.resolve([])
    : // A sender of the test's rows.
      selectSenderRows(ctx.db, ctx.workspaceId, [id as SenderRow["id"]]);

async function presentIn(ctx: WorkspaceCtx, test: TestRow, sender: SenderRow): Promise<number> {
  const [settings, linkBase] = await Promise.all([readSettings(ctx), workspaceLinkBase(ctx)]);
  return factorsOf(ctx, test.mail, sender, { words: footerWords(settings), linkBase });
}

/** Ends the running search of a test; what has not reached a server stays. Throws `not_found`. */
export async function cancelSearch(ctx: MemberCtx, testId: PlacementTestId): Promise<void> {
  const { db, workspaceId } = ctx;
  await findTest(ctx, testId);
  const now = ctx.now();
  await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: "placement.search_cancelled",
        workspaceId,
        target: { type: "placement test", id: testId },
      },
      onlyIf(someRuns(workspaceId, testId)),
    ),
    ...cancel(db, placementLedger, workspaceId, ofItsSearches(testId), now),
    cancelSearches(db, workspaceId, testId, now),
  ]);
}
