import type { Caller } from "#platform/ctx/ctx.ts";
import { PROOF_MINUTES } from "#platform/rules/choices.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import type { Endpoint } from "./endpoint.ts";

/** Throws `factor_required` for a person who has to set a second factor before anything else. */
export function assertFactor(e: Endpoint, caller: Caller): void {
  if (caller.byKey || e.beforeFactor) return;
  assertHasFactor(caller);
}

/** The same for public routes that know their caller. */
export function assertHasFactor(caller: Caller): void {
  if (caller.byKey || !caller.needsFactor) return;
  throw new AppError(
    "factor_required",
    "Your role needs a second factor. Add a passkey or an authenticator app to your account first.",
  );
}

/**
 * Throws `reauthentication_required` where the route needs a person who proved who they are in the
 * last minutes. Keys have no such moment and never meet it.
 */
export function assertProved(e: Endpoint, caller: Caller, body: unknown, now: UnixMs): void {
  if (caller.byKey || e.reauthentication === null) return;
  if (now - caller.provedAt < PROOF_MINUTES * MINUTE_MS) return;
  if (!e.reauthentication.applies(caller, body)) return;
  throw new AppError(
    "reauthentication_required",
    "Confirm who you are with POST /api/v1/auth/reauthenticate, then repeat the request.",
  );
}
