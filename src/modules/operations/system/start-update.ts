import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { AppError } from "#platform/rules/errors.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { openUpdate } from "./open-update.ts";
import { finishUpdate } from "./store.ts";

/**
 * Begins to bring the install to the newest release and answers the id to watch it by; the host
 * does the work (see `Installer`). Never goes back to an older version. Throws `forbidden` while
 * acting as somebody else; `invalid_state` without a newer release, during another update and
 * where this host cannot; `upstream_*` for a feed that cannot be used.
 */
export async function startUpdate(ctx: CallerCtx): Promise<number> {
  assertOwnSession(ctx.caller, "Go back to your own account to update.");
  const { id, release } = await openUpdate(ctx, personOf(ctx.caller).userId);
  try {
    await ctx.installer.begin({ id, release });
  } catch (cause) {
    const detail = cause instanceof AppError ? cause.message : "It could not be begun.";
    await finishUpdate(ctx.install, id, { state: "failed", detail, finishedAt: ctx.now() });
    throw cause;
  }
  return id;
}
