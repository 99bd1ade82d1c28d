import type { Deps } from "#platform/ctx/ctx.ts";
import { Job } from "#platform/ctx/job.ts";
import { AppError } from "#platform/rules/errors.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import {
  deleteLetters,
  deleteOldLetters,
  markReplay,
  selectLetter,
  selectReplays,
} from "./store.ts";

const AT_ONCE = 100;
/** Long enough to come back from a holiday; after that only the log tells. */
const KEPT_DAYS = 30;

/** Asks for another try, which the next tick makes. Throws `not_found`, and `invalid_state` for a message that nobody can read. */
export async function askReplay(deps: Deps, id: number): Promise<void> {
  const letter = await selectLetter(deps.install, id);
  if (!letter) throw new AppError("not_found", "There is no such dead letter.");
  if (!Job.safeParse(letter.body).success) {
    throw new AppError("invalid_state", "This version cannot read this message. Delete it.");
  }
  await markReplay(deps.install, id, deps.now());
}

/** Asks for another try of everything. Answers how many messages that is. */
export const askReplayOfAll = (deps: Deps): Promise<number> =>
  markReplay(deps.install, "all", deps.now());

/** Removes a letter for good. Throws `not_found`. */
export async function dropLetter(deps: Deps, id: number): Promise<void> {
  if ((await deleteLetters(deps.install, [id])) > 0) return;
  throw new AppError("not_found", "There is no such dead letter.");
}

/**
 * Sweep: sends again what somebody asked for, and forgets letters after 30 days. Killed between
 * sending and forgetting it sends twice, which every verb behind a message stands.
 */
export async function replayLetters(deps: Deps): Promise<void> {
  const asked = await selectReplays(deps.install, AT_ONCE);
  for (const { body } of asked) {
    const job = Job.safeParse(body);
    if (job.success) await deps.queue.send(job.data);
  }
  if (asked.length > 0) {
    await deleteLetters(
      deps.install,
      asked.map(({ id }) => id),
    );
  }
  await deleteOldLetters(deps.install, later(deps.now(), -KEPT_DAYS * DAY_MS), AT_ONCE);
}
