import type { Caller, PublicCtx } from "#core/ctx.ts";
import { AppError } from "#domain/errors.ts";
import { assertClaimHost } from "#features/auth/claim-host.ts";
import { identify } from "#features/auth/identify.ts";
import { hasUsers } from "#features/auth/users-store.ts";
import { readAuthCookie } from "#http/cookie.ts";
import { assertSameSite } from "#http/csrf.ts";

/**
 * Who may change the set-up: anybody while nobody has an account, afterwards a super_admin
 * (contract 1.2). Answers that super_admin, or null during first set-up; anyone else meets
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
