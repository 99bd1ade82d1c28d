import { grantedAddresses } from "#modules/connections/organisations/granted-addresses.ts";
import { mailboxTagsChanged, mailboxWarmupsStarted } from "#modules/mailboxes/hooks.ts";
import { mailboxRoom } from "#modules/mailboxes/summary/room.ts";
import { TESTS_AT_ONCE } from "#modules/mailboxes/rules/imports/states.ts";
import { watchingDomains } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { inWorkspace, type Deps, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { MailboxId, MailboxImportId, UserId } from "#platform/rules/ids.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import { NOT_GRANTED } from "./plan-rows.ts";
import {
  failRows,
  failWaiting,
  finishImport,
  madeBy,
  selectNext,
  settleLost,
  storeRows,
  takeImport,
  takeOverdue,
  type WaitingRow,
  warmedBy,
} from "./run-store.ts";

/** An import that nothing woke for so long is woken by the sweep. */
export const WAKE_MS = MINUTE_MS;
/** A test that says nothing for so long is asked for again. */
const LOST_MS = 5 * MINUTE_MS;
const IMPORTS_PER_SWEEP = 20;

/** What a mailbox shows until its first test. */
const UNTESTED = "It waits for the first test of its connection.";

/**
 * Job `mailboxes.import.v1`: stores the next mailboxes of an import and asks for their tests, a few
 * at a time; tests that end wake it again. Two at once do no harm: every row is taken by its
 * state.
 */
export async function runImport(ctx: WorkspaceCtx, id: MailboxImportId): Promise<void> {
  const { db, workspaceId } = ctx;
  const now = ctx.now();
  const taken = await takeImport(db, workspaceId, id, later(now, WAKE_MS));
  if (!taken) return;
  const lost = await settleLost(db, workspaceId, id, { now, before: later(now, -LOST_MS) });
  await askForTests(ctx, lost);
  const { testing, waiting } = await selectNext(db, workspaceId, id, TESTS_AT_ONCE);
  if (waiting.length > 0) {
    await storeNext(ctx, id, waiting.slice(0, TESTS_AT_ONCE - testing), taken.createdBy);
  }
  await runBatch(db, [finishImport(db, workspaceId, id, ctx.now())]);
}

async function storeNext(
  ctx: WorkspaceCtx,
  id: MailboxImportId,
  waiting: readonly WaitingRow[],
  by: UserId | null,
): Promise<void> {
  const { db, workspaceId } = ctx;
  if (waiting.length === 0) return;
  const { room, most, refusal } = await mailboxRoom(ctx);
  const next = waiting.slice(0, room);
  if (next.length === 0) {
    await runBatch(db, [failWaiting(db, workspaceId, id, refusal(1))]);
    return;
  }
  const withdrawn = await withdrawnLines(ctx, next);
  const those = {
    id,
    lines: next.map(({ line }) => line).filter((line) => !withdrawn.includes(line)),
  };
  const stored = storeRows(db, workspaceId, those, {
    now: ctx.now(),
    untested: UNTESTED,
    by,
    most,
  });
  const results = await watchingDomains(
    ctx,
    next.map(({ email }) => email),
    () =>
      runBatch(db, [
        failRows(db, workspaceId, { id, lines: withdrawn }, WITHDRAWN),
        ...stored,
        ...ctx.hooks.one(mailboxWarmupsStarted)(ctx, warmedBy(workspaceId, those)),
        ...ctx.hooks.one(mailboxTagsChanged)(ctx, madeBy(workspaceId, those)),
      ]),
  );
  const made = results[stored.length] as { id: MailboxId }[];
  await askForTests(
    ctx,
    made.map((row) => row.id),
  );
  // No test wakes it for rows that were skipped.
  if (made.length < next.length) await wakeImport(ctx, id);
}

const WITHDRAWN = { code: "not_granted", message: NOT_GRANTED };

/** Lines whose address was taken back since the file was read. */
async function withdrawnLines(ctx: WorkspaceCtx, rows: readonly WaitingRow[]): Promise<number[]> {
  const named = rows.flatMap(({ line, email, organisationId }) =>
    organisationId === null ? [] : [{ line, email, organisationId }],
  );
  const granted = await grantedAddresses(ctx, named);
  return named.filter((_, i) => granted[i] === null).map(({ line }) => line);
}

async function askForTests(ctx: WorkspaceCtx, ids: readonly MailboxId[]): Promise<void> {
  const { workspaceId } = ctx;
  for (const mailboxId of ids) {
    await ctx.queue.send({ type: "mailbox.check.v1", workspaceId, mailboxId });
  }
}

/** Wakes an import to take its next rows. */
export const wakeImport = (ctx: WorkspaceCtx, importId: MailboxImportId): Promise<void> =>
  ctx.queue.send({ type: "mailboxes.import.v1", workspaceId: ctx.workspaceId, importId });

/** Sweep: wakes imports whose process or wake-up was lost. */
export async function wakeOverdueImports(deps: Deps): Promise<void> {
  const now = deps.now();
  for (const { id, workspaceId } of await takeOverdue(
    deps.db,
    now,
    later(now, WAKE_MS),
    IMPORTS_PER_SWEEP,
  )) {
    await wakeImport(inWorkspace(deps, workspaceId), id);
  }
}
