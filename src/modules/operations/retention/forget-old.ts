import { forgetImports } from "#modules/mailboxes/imports/forget-imports.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { DAY_MS, HOUR_MS, later } from "#platform/rules/time.ts";
import {
  type Due,
  forgetSpan,
  forgetThreads,
  KINDS,
  lastIdBefore,
  noteTurn,
  selectDue,
} from "./store.ts";

/** How often each workspace has its turn. */
const EVERY_MS = HOUR_MS;
const WORKSPACES_AT_ONCE = 20;
/** Ids of one batch, and batches of one turn; what is left has the next turn at once. */
const SPAN = 2_000;
const SPANS_PER_TURN = 10;
const THREADS_AT_ONCE = 500;

/**
 * Sweep: forgets hits, events with their delivery log, and the words of messages that are older
 * than a workspace keeps them (`compliance.retention_days`), and imports of mailboxes. Counters, and the ledger of what was
 * sent to whom, stay.
 */
export async function forgetOld(deps: Deps): Promise<void> {
  for (const due of await selectDue(deps.db, deps.now(), WORKSPACES_AT_ONCE)) {
    const isDone = await forgetOf(deps, due);
    await noteTurn(deps.db, due.workspaceId, isDone ? later(deps.now(), EVERY_MS) : deps.now());
  }
}

async function forgetOf(deps: Deps, due: Due): Promise<boolean> {
  const { db } = deps;
  const { workspaceId } = due;
  const now = deps.now();
  const before = later(now, -due.days * DAY_MS);
  let isDone = true;
  for (const kind of KINDS) {
    const last = await lastIdBefore(db, kind, due[kind], before);
    let from = due[kind];
    for (let i = 0; from < last && i < SPANS_PER_TURN; i++) {
      const to = Math.min(last, from + SPAN);
      await forgetSpan(db, workspaceId, kind, { from, to }, now);
      from = to;
    }
    isDone &&= from >= last;
  }
  isDone = (await forgetImports(db, workspaceId, before)) && isDone;
  const threads = await forgetThreads(db, workspaceId, before, THREADS_AT_ONCE);
  return isDone && threads < THREADS_AT_ONCE;
}
