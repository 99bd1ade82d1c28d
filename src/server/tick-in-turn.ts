import { tickOfClock } from "#app/jobs/tick.ts";
import { keepUsage } from "#modules/operations/costs/keep-usage.ts";
import { tickTurns } from "#modules/operations/health/tick-turns.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { later, SECOND_MS } from "#platform/rules/time.ts";

/** Where a process dies amid its tick, another one ticks after this. A longer tick is renewed. */
const TURN_MS = 20 * SECOND_MS;
/** Processes ask at their own times; the next turn is due a little before the same process asks again. */
const EARLY = 0.9;

/**
 * The tick of one of several processes over one install: whichever asks first once `everyMs` are over
 * runs it, so that all together do no more than one would, and none is needed for it. Never rejects.
 */
export async function tickInTurn(deps: Deps, everyMs: number): Promise<void> {
  const turns = tickTurns(deps);
  const began = deps.now();
  const token = crypto.randomUUID();
  try {
    if (!(await turns.take(token, began, later(began, TURN_MS)))) {
      // What this process counted is its own to write.
      await keepUsage(deps);
      return;
    }
    const renewal = setInterval(() => {
      turns.renew(token, later(deps.now(), TURN_MS)).catch(() => undefined);
    }, TURN_MS / 4);
    try {
      await tickOfClock(deps);
    } finally {
      clearInterval(renewal);
    }
    await turns.end(token, later(began, Math.floor(everyMs * EARLY)));
  } catch (cause) {
    deps.log("tick.failed", { sweep: "turn", cause: describe(cause) }, "error");
  }
}
