import { createHash, createHmac } from "node:crypto";
import { type Caller, callerName, type Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import type { Answer } from "#platform/http/answer.ts";
import {
  deleteExpiredKeys,
  releaseKey,
  reserveKey,
  selectIdempotencyKey,
  storeAnswer,
} from "./store.ts";

/** A first request that dies holds its key this long. */
const IN_FLIGHT_MS = 2 * MINUTE_MS;
const MAX_KEY_LENGTH = 255;

/**
 * Runs a request once per Idempotency-Key: the same key with the same body within 24
 * hours gets the first answer again, marked `Idempotency-Replayed: true`. Throws `conflict` while
 * the first is in flight and `idempotency_mismatch` for another body. A request that fails gives
 * its key up.
 */
export async function once(
  deps: Deps,
  request: { caller: Caller; method: string; path: string; key: string; body: string },
  act: () => Promise<Answer>,
): Promise<Answer> {
  if (!/^[\x21-\x7e]+$/.test(request.key) || request.key.length > MAX_KEY_LENGTH) {
    throw invalidField("Idempotency-Key", "invalid", "Use 1 to 255 visible ASCII characters.");
  }
  const id = hash(
    [callerName(request.caller), request.method, request.path, request.key].join("\n"),
  );
  // Keyed: a body may hold a password, and a plain hash of it could be guessed at.
  const bodyHash = createHmac("sha256", deps.settings.AUTH_SECRET)
    .update(request.body)
    .digest("hex");
  const now = deps.now();
  const until = later(now, IN_FLIGHT_MS);
  const giveUp = () => releaseKey(deps.db, id, until);
  // A reservation whose answer was lost would refuse its own repetition.
  const reserved = await orElse(
    reserveKey(deps.db, { id, bodyHash, expiresAt: until }, now),
    giveUp,
  );
  if (reserved.length === 0) return firstAnswer(deps, id, bodyHash);
  const answer = await orElse(act(), giveUp);
  try {
    const sealed = await deps.vault.seal(JSON.stringify(answer), `idempotency:${id}`);
    await storeAnswer(deps.db, id, {
      status: answer.status,
      sealed,
      expiresAt: later(deps.now(), DAY_MS),
    });
  } catch (cause) {
    // It has happened: to tell of a failure would ask for it a second time.
    deps.log("idempotency.answer_unkept", { cause: describe(cause) }, "error");
  }
  return answer;
}

/** The result; where there is none, `undo` runs before the failure is passed on. */
async function orElse<T>(result: Promise<T>, undo: () => Promise<void>): Promise<T> {
  try {
    return await result;
  } catch (cause) {
    // What cannot be given up at the second time either ends by itself.
    await undo()
      .catch(undo)
      .catch(() => undefined);
    throw cause;
  }
}

async function firstAnswer(deps: Deps, id: string, bodyHash: string): Promise<Answer> {
  const first = await selectIdempotencyKey(deps.db, id);
  if (first && first.bodyHash !== bodyHash) {
    throw new AppError("idempotency_mismatch", "This Idempotency-Key was used with another body.");
  }
  if (!first?.answer) {
    throw new AppError("conflict", "The first request with this Idempotency-Key is still running.");
  }
  // Sealed by `once` itself, so it is an Answer.
  const answer = JSON.parse(await deps.vault.open(first.answer, `idempotency:${id}`)) as Answer;
  return { ...answer, headers: { ...answer.headers, "Idempotency-Replayed": "true" } };
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");

/** Sweep: answers older than a day. */
export const forgetOldAnswers = (deps: Deps): Promise<void> =>
  deleteExpiredKeys(deps.db, deps.now());
