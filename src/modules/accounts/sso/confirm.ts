import { confirmed, subjectOf } from "#modules/accounts/sessions/reauthenticate.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { sessionCookie } from "#platform/http/cookie.ts";
import { AppError } from "#platform/rules/errors.ts";
import { later, MINUTE_MS } from "#platform/rules/time.ts";
import type { Landing } from "./callback.ts";
import type { Back } from "./finish-sign-in.ts";
import type { Sso } from "./read-sso.ts";
import { FLOW_MS, personOfFlow } from "./start-sso.ts";
import { findLinked } from "./store.ts";

/** Clocks of machines that nobody tends may be this far apart. */
const SKEW_MS = 5 * MINUTE_MS;

/**
 * Confirms who the person of a session is, by a sign-in at the provider since they were asked. Throws
 * `unauthenticated`, `other_account`, and `sso_not_fresh` where the provider does not say that it
 * asked them to sign in.
 */
export async function finishConfirmation(
  ctx: PublicCtx,
  _sso: Sso,
  { flow, arrived, request }: Back,
): Promise<Landing> {
  const person = await personOfFlow(ctx, flow, request);
  const caller = { ...ctx, caller: person };
  const linked = await findLinked(ctx.install, arrived);
  if (linked?.id !== subjectOf(caller) || linked.endedAt !== null) {
    throw new AppError("other_account", "This is another account at the provider than yours.");
  }
  const askedAt = later(flow.expiresAt, -FLOW_MS);
  if (arrived.signedInAt === null || arrived.signedInAt < later(askedAt, -SKEW_MS)) {
    throw new AppError(
      "sso_not_fresh",
      "The provider does not say that you have just signed in. Use a passkey or an authenticator app, or sign out and in again.",
    );
  }
  const session = await confirmed(caller, "sso");
  return { page: flow.next, setCookie: sessionCookie(ctx, session) };
}
