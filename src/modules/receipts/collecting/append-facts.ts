import type { Fact } from "#modules/receipts/facts/facts.ts";
import { closeDay } from "#modules/receipts/heads/close-day.ts";
import { rowText, freshSalt, sha256Hex } from "#modules/receipts/rules/encoding.ts";
import { dayToWrite } from "#modules/receipts/rules/days.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { utcDay } from "#platform/rules/time.ts";
import {
  beginChain,
  chainUnchanged,
  forgetMarks,
  insertReceipts,
  moveChain,
  type NewReceipt,
  selectChain,
  selectKnownCauses,
} from "./chain-store.ts";
import { causeOf, commitFacts } from "./commit-facts.ts";
import { insertPeople } from "./people-store.ts";

export type MarkedFact = Fact & { readonly mark?: number };

/**
 * Appends what has no receipt yet to the chain of the workspace, in one batch with the place that it
 * leaves. False: somebody else was faster, or a person was erased meanwhile; the next look repeats it.
 */
export async function appendFacts(
  ctx: WorkspaceCtx,
  facts: readonly MarkedFact[],
  since: { readonly beganAt: UnixMs; readonly readTo: string },
): Promise<boolean> {
  const { db, workspaceId } = ctx;
  let chain = await selectChain(db, workspaceId);
  if (!chain) {
    await beginChain(db, workspaceId, { salt: freshSalt(), ...since });
    chain = await selectChain(db, workspaceId);
    if (!chain) return false;
  }
  const { salt, beganAt } = chain;
  const causes = facts.map(({ cause }) => causeOf(salt, cause));
  const known = await selectKnownCauses(db, workspaceId, causes);
  const fresh = facts
    .filter(({ at }, i) => at >= beganAt && !known.has(causes[i] ?? ""))
    .toSorted((a, b) => a.at - b.at);
  const marks = facts.flatMap(({ mark }) => mark ?? []);
  if (fresh.length === 0 && marks.length === 0) return true;
  const day = dayToWrite(chain, utcDay(ctx.now()));
  if (chain.count > 0 && day > chain.day) {
    chain = await closeDay(ctx, chain);
    if (!chain) return false;
  }
  const { said, people } = await commitFacts(ctx, salt, fresh);
  let { last } = chain;
  const begin = day === chain.day ? chain.count : 0;
  const rows = said.map((one, i): NewReceipt => {
    const place = { workspace: workspaceId, day, seq: begin + i + 1, previous: last };
    last = sha256Hex(rowText(place, one));
    return { ...one, seq: place.seq, hash: last };
  });
  const guard = chainUnchanged(chain);
  const results = await runBatch(db, [
    insertPeople(db, workspaceId, people, guard),
    insertReceipts(db, workspaceId, day, rows, guard),
    forgetMarks(db, workspaceId, marks, guard),
    moveChain(db, chain, { day, count: begin + rows.length, last, readTo: since.readTo }),
  ]);
  return (results.at(-1) as unknown[]).length > 0;
}
