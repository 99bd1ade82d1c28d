import { createHash } from "node:crypto";
import type { Deps, PublicCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { DAY_MS, later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import { limitAddress } from "#platform/http/rate-limit.ts";
import { type InstallStatement, runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import {
  type BrakeRule,
  clearTries,
  deleteExpiredTries,
  giveTryBack,
  knowsSource,
  rememberSource,
  selectBlockedUntil,
  takeTry,
} from "./brake-store.ts";

const WINDOW_MS = 15 * MINUTE_MS;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
/**
 * Tries of one source at one account. Its waits are so long that one source alone never uses up
 * what all sources share: 9 tries in a window.
 */
const OF_SOURCE: BrakeRule = {
  free: 5,
  windowMs: WINDOW_MS,
  firstWaitMs: MINUTE_MS,
  longestWaitMs: LONGEST_WAIT_MS,
};
/** Tries at one account from all sources from which its owner never signed in. */
const OF_STRANGERS: BrakeRule = {
  free: 10,
  windowMs: WINDOW_MS,
  firstWaitMs: SECOND_MS,
  longestWaitMs: LONGEST_WAIT_MS,
};
/** An address stays known for so long after the last sign-in from it. */
const SOURCE_KEPT_DAYS = 90;

/** Whose password is tried, from where. */
export type Guess = {
  /** `sign-in`, or what else asks for a password; each has counts of its own. */
  readonly at: "sign-in" | "current-password" | "factor";
  /** Null where the name has no account: it is braked like one, so that the brake tells nothing. */
  readonly userId: UserId | null;
  readonly name: string;
};
type From = Deps & { readonly clientAddress: string };

/** A try that was counted; says what it turned out to be. */
export type Try = {
  /** The password was right. Statements for the batch of what follows. */
  right(): InstallStatement[];
  /** It was never looked at. */
  undo(): Promise<void>;
};

const hashOf = (...parts: string[]): string =>
  createHash("sha256").update(parts.join("\n")).digest("hex");
const accountOf = ({ at, userId, name }: Guess): string =>
  userId === null ? hashOf(at, "name", name.toLowerCase()) : hashOf(at, "user", `${userId}`);
const sourceOf = (ctx: From): string => limitAddress(ctx.clientAddress);

/**
 * Counts a try at a password before it is looked at. Throws `rate_limited` while too many were made
 * from this source, or, where the owner never signed in from it, by strangers together: nobody else
 * keeps an owner out who comes from a known address.
 */
export async function countGuess(ctx: From, guess: Guess): Promise<Try> {
  const { install } = ctx;
  const account = accountOf(guess);
  const ofSource = hashOf(account, sourceOf(ctx));
  const now = ctx.now();
  const isKnown =
    guess.at !== "current-password" &&
    (await knowsSource(install, guess.userId ?? NOBODY, sourceHash(ctx, guess.userId), now));
  if (!(await takeTry(install, ofSource, OF_SOURCE, now))) throw await braked(ctx, ofSource);
  if (!isKnown && !(await takeTry(install, account, OF_STRANGERS, now))) {
    await install.batch([giveTryBack(install, ofSource)]);
    throw await braked(ctx, account);
  }
  return {
    right: () => [
      clearTries(install, ofSource),
      ...(isKnown ? [] : [giveTryBack(install, account)]),
    ],
    async undo() {
      await install.batch([
        giveTryBack(install, ofSource),
        ...(isKnown ? [] : [giveTryBack(install, account)]),
      ]);
    },
  };
}

/** The same for a sign-in, where a refusal is written down. */
export async function countOrRefuse(ctx: PublicCtx, guess: Guess): Promise<Try> {
  try {
    return await countGuess(ctx, guess);
  } catch (cause) {
    const line = { action: "auth.sign_in_refused", userId: guess.userId } as const;
    await runBatch(ctx.install, [auditStatement(ctx, line)]);
    throw cause;
  }
}

/** No user has this id. */
const NOBODY = 0 as UserId;
const sourceHash = (ctx: From, userId: UserId | null): string =>
  hashOf("source", `${userId ?? NOBODY}`, sourceOf(ctx));

async function braked(deps: Deps, key: string): Promise<AppError> {
  const waitMs = ((await selectBlockedUntil(deps.install, key)) ?? 0) - deps.now();
  const seconds = Math.max(1, Math.ceil(waitMs / SECOND_MS));
  return new AppError(
    "rate_limited",
    `Too many failed sign-ins for this account. Try again in ${seconds} s.`,
    { headers: { "Retry-After": String(seconds) } },
  );
}

/** The statement that makes the caller's address one from which this person signs in. */
export const knowSource = (ctx: From, userId: UserId): InstallStatement =>
  rememberSource(
    ctx.install,
    userId,
    sourceHash(ctx, userId),
    later(ctx.now(), SOURCE_KEPT_DAYS * DAY_MS),
  );

/** Lets a person in again from anywhere, after their password was reset. */
export async function forgetGuesses(deps: Pick<Deps, "install">, userId: UserId): Promise<void> {
  const of = (at: Guess["at"]): InstallStatement =>
    clearTries(deps.install, accountOf({ at, userId, name: "" }));
  await deps.install.batch([of("sign-in"), of("factor")]);
}

/** Sweep. */
export const forgetOldSignInFailures = (deps: Deps): Promise<void> =>
  deleteExpiredTries(deps.install, deps.now());
