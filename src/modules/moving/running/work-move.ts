import { bringNext } from "#modules/moving/bringing/bring.ts";
import { checkNext } from "#modules/moving/checking/check-boxes.ts";
import { allInto } from "#modules/moving/choosing/clients-store.ts";
import {
  freeLeases,
  type MovePatch,
  type MoveRow,
  progress,
  releaseMove,
  selectDueMoves,
  selectMove,
  takeMove,
} from "#modules/moving/moves/store.ts";
import {
  backoffOf,
  readNews,
  readPage,
  settleMove,
  type Worked,
} from "#modules/moving/reading/read-page.ts";
import { startAsked } from "#modules/moving/starting/start-asked.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { runBatch } from "#platform/db/db.ts";
import type { MoveId } from "#platform/rules/ids.ts";
import { HOUR_MS, later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { askForFile } from "./ask-for-file.ts";

/** Longer than any one piece of work takes. */
const LEASE_MS = 5 * MINUTE_MS;
/** One job works so long, then wakes the next one. */
const TURN_MS = 20 * SECOND_MS;
const PIECES_PER_TURN = 40;
const MOVES_PER_SWEEP = 20;

/**
 * Job `moves.work.v1`: works on a move piece by piece under a lease: reads, takes over, looks into
 * mailboxes, starts. Each piece leaves its mark in rows, so a kill anywhere loses at most one, which
 * is done again.
 */
export async function workMove(deps: Deps, id: MoveId): Promise<void> {
  const { install } = deps;
  const began = deps.now();
  const token = crypto.randomUUID();
  const until = later(began, LEASE_MS);
  const taken = await takeMove(install, id, { token, now: began, until });
  if (!taken) return;
  let move: MoveRow | null = taken;
  try {
    for (let n = 0; n < PIECES_PER_TURN && deps.now() - began < TURN_MS; n++) {
      const worked = await piece(deps, move, token);
      if (worked === null) return;
      if (!worked.goesOn || worked.waitMs > 0) break;
      move = await selectMove(install, id);
      if (move?.lease !== token) return;
    }
  } catch (cause) {
    deps.log("move.failed", { moveId: id, cause: describe(cause) }, "warn");
    await noteFailure(deps, move ?? taken, token);
  }
  await releaseMove(install, id, token);
  await wakeMove(deps, id);
}

/** Wakes a move when it is due; nothing where it waits for a person. Never throws: the sweep finds it as well. */
export async function wakeMove(deps: Deps, id: MoveId): Promise<void> {
  const move = await selectMove(deps.install, id);
  const due = Math.min(move?.dueAt ?? Infinity, move?.newsAt ?? Infinity);
  const delaySeconds = Math.ceil(Math.max(0, due - deps.now()) / SECOND_MS);
  // What is further away is found by the sweep.
  if (delaySeconds > HOUR_MS / SECOND_MS) return;
  try {
    await deps.queue.send({ type: "moves.work.v1", moveId: id }, { delaySeconds });
  } catch (cause) {
    deps.log("move.unwoken", { moveId: id, cause: describe(cause) }, "warn");
  }
}

/** Sweep: wakes moves whose process or wake-up was lost, and those that have waited. */
export async function wakeDueMoves(deps: Deps): Promise<void> {
  for (const moveId of await selectDueMoves(deps.install, deps.now(), MOVES_PER_SWEEP)) {
    await deps.queue.send({ type: "moves.work.v1", moveId });
  }
}

/**
 * Frees the moves that an ended process worked on, so that the next sweep goes on with them. For a host that
 * starts, and knows that no other process works beside it; otherwise their leases lapse by themselves.
 */
export async function freeMoves(deps: Deps): Promise<void> {
  await freeLeases(deps.install);
}

async function piece(deps: Deps, move: MoveRow, token: string): Promise<Worked> {
  const now = deps.now();
  if (move.newsAt !== null && move.newsAt <= now) {
    if (move.key === null) return askForFile(deps, move, token);
    return readNews(deps, move, token);
  }
  if (move.dueAt === null || move.dueAt > now) return { waitMs: 0, goesOn: false };
  switch (move.state) {
    case "reading":
      return readPage(deps, move, token);
    case "moving":
      return bring(deps, move, token, { state: "checking" });
    case "checking":
      return check(deps, move, token);
    case "ready":
    case "ready_to_start":
    case "started":
      // News: who may no longer be written to is suppressed at once.
      return bring(deps, move, token, { dueAt: null, doing: "" });
    case "ended":
      return settleMove(deps, move, token, { dueAt: null });
  }
}

/** Takes the next portion over, and goes on with `then` where nothing waits. */
async function bring(deps: Deps, move: MoveRow, token: string, then: MovePatch): Promise<Worked> {
  if (move.workspaceId !== null) {
    await runBatch(deps.install, [allInto(deps.install, move.id, move.workspaceId)]);
  }
  const what = await bringNext(deps, move);
  return go(deps, move, token, what === null ? then : { doing: `taking over ${what}` });
}

async function check(deps: Deps, move: MoveRow, token: string): Promise<Worked> {
  if (await checkNext(deps, move)) {
    return go(deps, move, token, { doing: "reading the folders of mailboxes" });
  }
  // What lies there says more about where leads stand.
  const what = await bringNext(deps, move);
  if (what !== null) return go(deps, move, token, { doing: `taking over ${what}` });
  const now = deps.now();
  if (move.goal !== "start") {
    return go(deps, move, token, { state: "ready_to_start", doing: "", dueAt: null });
  }
  const started = await startAsked(deps, move);
  return go(deps, move, token, {
    state: started.any ? "started" : "ready_to_start",
    goal: "move",
    doing: "",
    dueAt: null,
    ...(started.any && {
      watchUntil: later(now, deps.settings.MOVE_WATCH_DAYS * 24 * HOUR_MS),
      newsAt: later(now, 6 * HOUR_MS),
    }),
  });
}

async function go(deps: Deps, move: MoveRow, token: string, patch: MovePatch): Promise<Worked> {
  const { install } = deps;
  const now = deps.now();
  const results = await runBatch(install, [
    progress(install, move.id, token, {
      leaseUntil: later(now, LEASE_MS),
      trouble: null,
      troubles: 0,
      updatedAt: now,
      ...patch,
    }),
  ]);
  if ((results.at(-1) as unknown[]).length === 0) return null;
  return { waitMs: 0, goesOn: patch.dueAt !== null };
}

async function noteFailure(deps: Deps, move: MoveRow, token: string): Promise<void> {
  const now = deps.now();
  const again = later(now, backoffOf(move));
  await settleMove(deps, move, token, {
    trouble: { code: "move_failed", detail: "A step of the move failed. It is tried again." },
    troubles: move.troubles + 1,
    dueAt: again,
    ...(move.newsAt !== null && move.newsAt <= now && { newsAt: again }),
  });
}
