import { createHash } from "node:crypto";
import type { Deps } from "#core/ctx.ts";
import { AppError } from "#domain/errors.ts";
import { later, MINUTE_MS, SECOND_MS } from "#domain/time.ts";
import {
  blockUntil,
  clearFailures,
  countFailure,
  deleteExpiredFailures,
  selectBlockedUntil,
} from "./brake-store.ts";

/** Free tries of an account in a window, from wherever; after them each failure costs a wait (threat 3). */
const FREE_FAILURES = 10;
const WINDOW_MS = 15 * MINUTE_MS;
/** The wait doubles up to this. Never a lock: the owner can always come in after it. */
const LONGEST_WAIT_MS = 5 * MINUTE_MS;

/** The name that was typed, whether it has an account or not, so that the brake tells nothing. */
const accountOf = (username: string): string =>
  createHash("sha256").update(`sign-in:${username.toLowerCase()}`).digest("hex");

/** Throws `rate_limited` while too many have failed at this account. Asked before the password is looked at. */
export async function assertNotBraked(deps: Deps, username: string): Promise<void> {
  const until = await selectBlockedUntil(deps.db, accountOf(username));
  const waitMs = (until ?? 0) - deps.now();
  if (waitMs <= 0) return;
  const seconds = Math.ceil(waitMs / SECOND_MS);
  throw new AppError(
    "rate_limited",
    `Too many failed sign-ins for this account; try again in ${seconds} s.`,
    {
      headers: { "Retry-After": String(seconds) },
    },
  );
}

/** Counts a failure; beyond the free ones each doubles the wait. */
export async function noteFailedSignIn(deps: Deps, username: string): Promise<void> {
  const now = deps.now();
  const account = accountOf(username);
  const failures = await countFailure(deps.db, account, { now, windowEnd: later(now, WINDOW_MS) });
  if (failures < FREE_FAILURES) return;
  const wait = Math.min(SECOND_MS * 2 ** (failures - FREE_FAILURES), LONGEST_WAIT_MS);
  await blockUntil(deps.db, account, later(now, wait));
}

export const forgetFailedSignIns = (deps: Pick<Deps, "db">, username: string): Promise<void> =>
  clearFailures(deps.db, accountOf(username));

/** Sweep. */
export const forgetOldSignInFailures = (deps: Deps): Promise<void> =>
  deleteExpiredFailures(deps.db, deps.now());
