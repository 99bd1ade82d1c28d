import { createHash, createHmac } from "node:crypto";
import { type Caller, callerName, type Deps, isApart } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { alongFirstWrite } from "#platform/db/along-writes.ts";
import { AppError, invalidField } from "#platform/rules/errors.ts";
import { DAY_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import type { Answer } from "#platform/http/answer.ts";
import { isDatabaseTrouble } from "#platform/http/problem.ts";
import {
  deleteExpiredKeys,
  endUnclear,
  type HeldKey,
  isTakenOver,
  noteWrite,
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
 * the first is in flight and `idempotency_mismatch` for another body. A request that is refused, or
 * that wrote nothing before it failed, gives its key up; one that wrote and whose result is lost
 * leaves `outcome_unclear`. `act` writes through the database that it is given, and through no other:
 * the first write takes a note along that there is one.
 */
export async function once(
  deps: Deps,
  request: { caller: Caller; method: string; path: string; key: string; body: string },
  act: (over: Pick<Deps, "db" | "install">) => Promise<Answer>,
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
  const key: HeldKey = { id, bodyHash, until: later(now, IN_FLIGHT_MS) };
  let reserved: readonly unknown[];
  try {
    reserved = await reserveKey(deps.db, key, now);
  } catch (cause) {
    // A reservation whose answer was lost would refuse its own repetition.
    await atBest(() => releaseKey(deps.db, key));
    throw cause;
  }
  if (reserved.length === 0) return firstAnswer(deps, id, bodyHash);
  const note = noteWrite(deps.db, key, later(key.until, DAY_MS));
  const inside = alongFirstWrite(deps.db, note);
  // Where the workspace lies apart, its database has the key, and can't note what the install's writes.
  const beside = isApart(deps) ? null : alongFirstWrite(deps.install, note);
  let answer: Answer;
  try {
    answer = await act({ db: inside.db, install: beside?.db ?? deps.install });
  } catch (cause) {
    throw await failureOf(deps, key, cause);
  }
  // What goes on behind the answer is no part of it.
  inside.end();
  beside?.end();
  await keep(deps, key, answer);
  return answer;
}

/** What a request that failed is answered, once its key is given up, or known to be unclear. */
async function failureOf(deps: Deps, key: HeldKey, cause: unknown): Promise<unknown> {
  const isTrouble = isDatabaseTrouble(cause);
  if (cause instanceof AppError && !isTrouble) {
    await atBest(() => releaseKey(deps.db, key));
    return cause;
  }
  if (isTakenOver(cause)) {
    return new AppError(
      "conflict",
      "This request took so long that another one with its Idempotency-Key came first; nothing was done by this one.",
      { cause },
    );
  }
  const isUnclear = await atBest(() => endUnclear(deps.db, key, deps.now()));
  // Trouble asks to try again, which is right only where nothing was written.
  if (!isTrouble || isUnclear !== true) return cause;
  deps.log("idempotency.outcome_unclear", { cause: describe(cause) }, "error");
  return outcomeUnclear(cause);
}

const outcomeUnclear = (cause?: unknown): AppError =>
  new AppError(
    "outcome_unclear",
    "Something was written, but its result was lost. Look whether what you asked for is there, and ask again only if it is not; a program takes a new Idempotency-Key then.",
    { cause },
  );

/** Keeps the answer for repetitions. It has happened: to tell of a failure would ask for it a second time. */
async function keep(deps: Deps, key: HeldKey, answer: Answer): Promise<void> {
  const store = async (): Promise<void> => {
    const sealed = await deps.vault.seal(JSON.stringify(answer), `idempotency:${key.id}`);
    const expiresAt = later(deps.now(), DAY_MS);
    await storeAnswer(deps.db, key, { status: answer.status, sealed, expiresAt });
  };
  try {
    await store().catch(store);
  } catch (cause) {
    deps.log("idempotency.answer_unkept", { cause: describe(cause) }, "error");
  }
}

/** What cannot be done at the second time either ends by itself, with the time that the key is held. */
const atBest = <T>(deed: () => Promise<T>): Promise<T | undefined> =>
  deed()
    .catch(deed)
    .catch(() => undefined);

async function firstAnswer(deps: Deps, id: string, bodyHash: string): Promise<Answer> {
  const first = await selectIdempotencyKey(deps.db, id);
  if (first && first.bodyHash !== bodyHash) {
    throw new AppError("idempotency_mismatch", "This Idempotency-Key was used with another body.");
  }
  if (!first?.answer) {
    const isUnclear = (first?.unclearFrom ?? Number.POSITIVE_INFINITY) <= deps.now();
    if (isUnclear) throw outcomeUnclear();
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
