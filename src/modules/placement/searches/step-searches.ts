import { type Deps, inWorkspace, type WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { asId, type PlacementSearchId } from "#platform/rules/ids.ts";
import { selectSenderRows } from "#modules/placement/tests/sender-store.ts";
import { insertMails, type NewMail } from "#modules/placement/mails/mail-store.ts";
import { placementMessageId } from "#modules/placement/mails/message-id.ts";
import { ALL } from "#modules/placement/rules/search/factors.ts";
import type { Found } from "#modules/placement/rules/search/next-step.ts";
import { selectTest } from "#modules/placement/tests/test-store.ts";
import { findSeeds } from "#modules/placement/seeds/find-seeds.ts";
import {
  finishSearch,
  searchGoesOn,
  type SearchRow,
  selectMailsOfSearches,
  selectRunningSearches,
  selectTestSeeds,
} from "./search-store.ts";
import { type Standing, standingsOf } from "./standing.ts";

const SEARCHES_AT_ONCE = 100;

/**
 * Sweep: takes the next step of each search: a mail to each provider that waits for none, or its end.
 * What it does follows from the rows, and each row can be written once, so that it may be repeated,
 * stopped anywhere, or run twice at a time.
 */
export async function stepSearches(deps: Deps): Promise<void> {
  let after = asId<PlacementSearchId>(0);
  for (;;) {
    const running = await selectRunningSearches(deps.db, after, SEARCHES_AT_ONCE);
    for (const search of running) await stepSearch(inWorkspace(deps, search.workspaceId), search);
    const last = running.at(-1);
    if (running.length < SEARCHES_AT_ONCE || !last) return;
    after = last.id;
  }
}

async function stepSearch(ctx: WorkspaceCtx, search: SearchRow): Promise<void> {
  const { db, workspaceId } = ctx;
  const mails = await selectMailsOfSearches(db, workspaceId, [search.id]);
  const standings = standingsOf(search, mails);
  const due = standings.filter(({ waits, step }) => !waits && step.do === "send");
  const written = due.length === 0 ? 0 : await send(ctx, search, due);
  const isOver = standings.every(({ waits, step }) => !waits && step.do === "end");
  // Without a seed that is left nothing more can be learned.
  const isStuck = due.length > 0 && written === 0 && !standings.some(({ waits }) => waits);
  if (!isOver && !isStuck) return;
  const found = standings.map(foundOf);
  await runBatch(db, [finishSearch(db, workspaceId, search.id, found, ctx.now())]);
}

function foundOf({ provider, mails, step }: Standing): Found {
  return step.do === "end"
    ? { provider, answer: step.answer, cause: step.cause, sure: step.sure, mails }
    : { provider, answer: "nothing_found", cause: 0, sure: 0, mails };
}

/** Writes the next mail to each of these providers; answers how many have a seed. */
async function send(
  ctx: WorkspaceCtx,
  search: SearchRow,
  due: readonly Standing[],
): Promise<number> {
  const { db, workspaceId } = ctx;
  const [test, [sender], ofTest, known] = await Promise.all([
    selectTest(db, workspaceId, search.testId),
    selectSenderRows(db, workspaceId, [search.mailboxId]),
    selectTestSeeds(db, workspaceId, search.testId, search.mailboxId),
    findSeeds(ctx),
  ]);
  if (!test || !sender) return 0;
  const names = new Set(known.map(({ seed }) => seed));
  const seeds = Map.groupBy(
    ofTest.filter(({ seed }) => names.has(seed)),
    ({ provider }) => provider,
  );
  const mails = due.flatMap((standing): NewMail[] => {
    const { provider, step, mails: sent } = standing;
    const own = seeds.get(provider) ?? [];
    const seed = own[sent % Math.max(1, own.length)];
    if (step.do !== "send" || !seed) return [];
    const mail = {
      searchId: search.id,
      mailboxId: sender.id,
      seed: seed.seed,
      // What the mail does not have is not replaced.
      version: step.version | (ALL & ~search.present),
      number: sent + 1,
    };
    return [
      {
        ...mail,
        seedEmail: seed.email,
        provider,
        purpose: step.purpose,
        messageId: placementMessageId(ctx, { ...mail, key: test.key }, sender.email),
      },
    ];
  });
  // One by one: each asks whether the budget has room for it.
  if (mails.length > 0) {
    await runBatch(
      db,
      mails.map((mail) =>
        insertMails(
          db,
          workspaceId,
          search.testId,
          [mail],
          ctx.now(),
          searchGoesOn(workspaceId, search.id),
        ),
      ),
    );
  }
  return mails.length;
}
