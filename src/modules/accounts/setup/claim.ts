import type { Caller, Deps, PublicCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { assertClaimHost } from "#modules/accounts/sign-in/claim-host.ts";
import { identifyCookie } from "#modules/accounts/sign-in/identify.ts";
import { hasUsers } from "#modules/accounts/people/store.ts";
import { assertSameSite } from "#platform/http/csrf.ts";
import { assertHasFactor } from "#platform/http/reauthentication.ts";
import { timingSafeEqual } from "node:crypto";

/**
 * Who may change the set-up: anybody while nobody has an account, afterwards a super_admin.
 * Answers that super_admin, or null during first set-up; anyone else meets
 * `invalid_state`, never 401, since the routes are public.
 */
export async function setupCaller(ctx: PublicCtx, request: Request): Promise<Caller | null> {
  if (!(await hasUsers(ctx.install))) {
    assertClaimHost(ctx, request);
    return null;
  }
  const known = await identifyCookie(ctx, request, null);
  if (known?.caller.role === "super_admin" && !known.caller.byKey) {
    assertSameSite(request, ctx.settings.BASE_URL);
    assertHasFactor(known.caller);
    return known.caller;
  }
  throw new AppError("invalid_state", "Setup is complete. Sign in as super_admin to change it.");
}

/** Throws `forbidden` where SETUP_TOKEN is set and the request does not carry it. */
export function assertSetupToken(deps: Deps, request: Request): void {
  const expected = deps.settings.SETUP_TOKEN;
  if (expected === undefined) return;
  const given = Buffer.from(request.headers.get("x-setup-token") ?? "");
  const wanted = Buffer.from(expected);
  if (given.length === wanted.length && timingSafeEqual(given, wanted)) return;
  throw new AppError("forbidden", "Send the setup token in the header X-Setup-Token.");
}
