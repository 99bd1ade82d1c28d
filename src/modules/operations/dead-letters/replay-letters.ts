import type { Deps } from "#platform/ctx/ctx.ts";
import { Job } from "#platform/ctx/job.ts";
import { type AuditCtx, auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { changes, runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import {
  deleteLetters,
  deleteOldLetters,
  markReplay,
  selectLetter,
  selectReplays,
  whileLetter,
  whileReplayable,
} from "./store.ts";

const AT_ONCE = 100;
/** Long enough to come back from a holiday; after that only the log tells. */
const KEPT_DAYS = 30;

type LetterCtx = Deps & AuditCtx;

/** Asks for another try, which the next tick makes. Throws `not_found`, and `invalid_state` for a message that nobody can read. */
export async function askReplay(ctx: LetterCtx, id: number): Promise<void> {
  const letter = await selectLetter(ctx.install, id);
  if (!letter) throw new AppError("not_found", "There is no such dead letter.");
  if (!Job.safeParse(letter.body).success) {
    throw new AppError("invalid_state", "This version cannot read this message. Delete it.");
  }
  await runBatch(ctx.install, [
    auditStatement(
      ctx,
      { action: "dead_letters.replayed", target: { type: "dead_letter", id } },
      whileReplayable(id),
    ),
    markReplay(ctx.install, id, ctx.now()),
  ]);
}

/** Asks for another try of everything. Answers how many messages that is. */
export async function askReplayOfAll(ctx: LetterCtx): Promise<number> {
  const results = await runBatch(ctx.install, [
    auditStatement(ctx, { action: "dead_letters.replayed" }, whileReplayable("all")),
    markReplay(ctx.install, "all", ctx.now()),
  ]);
  return changes(results.at(-1));
}

/** Removes a letter for good. Throws `not_found`. */
export async function dropLetter(ctx: LetterCtx, id: number): Promise<void> {
  const results = await runBatch(ctx.install, [
    auditStatement(
      ctx,
      { action: "record.deleted", target: { type: "dead_letter", id } },
      whileLetter(id),
    ),
    deleteLetters(ctx.install, [id]),
  ]);
  if (changes(results.at(-1)) > 0) return;
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
