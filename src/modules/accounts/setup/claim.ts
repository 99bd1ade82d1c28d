import type { Caller, PublicCtx } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { assertClaimHost } from "#modules/accounts/sign-in/claim-host.ts";
import { identify } from "#modules/accounts/sign-in/identify.ts";
import { hasUsers } from "#modules/accounts/people/users-store.ts";
import { readAuthCookie } from "#platform/http/cookie.ts";
import { assertSameSite } from "#platform/http/csrf.ts";

/**
 * Who may change the set-up: anybody while nobody has an account, afterwards a super_admin.
 * Answers that super_admin, or null during first set-up; anyone else meets
 * `invalid_state`, never 401, since the routes are public.
 */
export async function setupCaller(ctx: PublicCtx, request: Request): Promise<Caller | null> {
  if (!(await hasUsers(ctx.db))) {
    assertClaimHost(ctx, request);
    return null;
  }
  const cookie = readAuthCookie(request.headers.get("cookie"));
  const known = cookie === null ? null : await identify(ctx, { cookie, bearer: null }, null);
  if (known?.caller.role === "super_admin" && !known.caller.byKey) {
    assertSameSite(request, ctx.settings.BASE_URL);
    return known.caller;
  }
  throw new AppError(
    "invalid_state",
    "This install is set up; sign in as super_admin to change it.",
  );
}
