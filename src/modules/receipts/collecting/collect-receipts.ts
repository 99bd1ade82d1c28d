import { markStatement, readMarks } from "#modules/accounts/settings/database-marks.ts";
import {
  markedFacts,
  suppressedFacts,
  reportedFacts,
} from "#modules/receipts/facts/cause-facts.ts";
import { newestIds } from "#modules/receipts/facts/causes-store.ts";
import { LEDGERS } from "#modules/receipts/facts/facts.ts";
import { ledgerFacts } from "#modules/receipts/facts/ledger-facts.ts";
import { closeDay } from "#modules/receipts/heads/close-day.ts";
import { earliestOf, type ReadTo } from "#modules/receipts/rules/read-to.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { isSample, isSampleDomain } from "#platform/rules/mail/sandbox.ts";
import { MINUTE_MS, later, utcDay } from "#platform/rules/time.ts";
import { appendFacts, type MarkedFact } from "./append-facts.ts";
import { selectPlacesRead, selectOverdueChains } from "./chain-store.ts";

/**
 * Mails are read so long after their end: what is written with a time is stored by then, and an
 * opt-out of that time has its receipt before them.
 */
const SETTLED_MS = 2 * MINUTE_MS;
/** Rows of each source in one sweep. */
const ROWS = 500;
const CHAINS_AT_ONCE = 20;

/**
 * Sweep: appends receipts of what happened since the last look, and closes days that are over. Each
 * source is read once, behind the place that the database's mark names. Killed anywhere, the same
 * rows are read again, and those with a receipt get no second one.
 */
export async function collectReceipts(deps: Deps): Promise<void> {
  const { receipts_read: mark } = await readMarks(deps);
  const readTo = mark ?? (await begin(deps));
  const marked = await markedFacts(deps, ROWS);
  const [suppressed, reported] = [
    await suppressedFacts(deps, readTo.suppression, ROWS),
    await reportedFacts(deps, readTo.event, ROWS),
  ];
  let next: ReadTo = { ...readTo, suppression: suppressed.to, event: reported.to };
  const facts: MarkedFact[] = [...marked, ...suppressed.facts, ...reported.facts];
  // A mail is appended behind every opt-out before it.
  if (suppressed.isAll && reported.isAll && marked.length < ROWS) {
    const until = later(deps.now(), -SETTLED_MS);
    for (const ledger of LEDGERS) {
      const found = await ledgerFacts(deps.db, ledger, readTo[ledger], until, ROWS);
      facts.push(...found.facts);
      next = { ...next, [ledger]: found.to };
    }
  }
  let isWhole = true;
  const since = { beganAt: unixMs(readTo.began), readTo: JSON.stringify(next) };
  const real = facts.filter(isOfRealPeople);
  for (const [workspaceId, own] of Map.groupBy(real, (fact) => fact.workspaceId)) {
    isWhole = (await appendFacts(inWorkspace(deps, workspaceId), own, since)) && isWhole;
  }
  if (isWhole && JSON.stringify(next) !== JSON.stringify(readTo)) await keep(deps, next);
  await closeOverdue(deps);
}

/** Nothing was sent to the people of sample data, and nothing of it stays. */
function isOfRealPeople({ person, domain }: MarkedFact): boolean {
  if (person && "value" in person) return !isSample(person.value);
  return !(domain && "value" in domain && isSampleDomain(domain.value));
}

/** The first look at a database: from now on, or from where its chains came with it. */
async function begin(deps: Deps): Promise<ReadTo> {
  const earlier = earliestOf(await selectPlacesRead(deps.db));
  const now = deps.now();
  const readTo = earlier ?? {
    began: now,
    send: [now, 0],
    again: [now, 0],
    mail: [now, 0],
    test: [now, 0],
    ...(await newestIds(deps.db)),
  };
  await keep(deps, readTo);
  return readTo;
}

const keep = (deps: Deps, readTo: ReadTo): Promise<unknown> =>
  runBatch(deps.db, [markStatement(deps, { receipts_read: readTo })]);

/** Days after which nothing came any more. */
async function closeOverdue(deps: Deps): Promise<void> {
  for (const chain of await selectOverdueChains(deps.db, utcDay(deps.now()), CHAINS_AT_ONCE)) {
    await closeDay(inWorkspace(deps, chain.workspaceId), chain);
  }
}
