import {
  type Caller,
  type CallerCtx,
  type Deps,
  personOf,
  type PublicCtx,
} from "#platform/ctx/ctx.ts";
import { type InstallStatement, runBatch } from "#platform/db/db.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";
import { SESSION_DAYS } from "#platform/rules/choices.ts";
import { DAY_MS, HOUR_MS, later } from "#platform/rules/time.ts";
import {
  deleteExpiredSessions,
  deleteSession,
  insertSession,
} from "#modules/accounts/people/store.ts";
import { deviceOf, networkAround } from "#modules/accounts/rules/device.ts";
import type { SignInMethod } from "#platform/rules/choices.ts";
import { readSso } from "#modules/accounts/sso/read-sso.ts";
import { judgeSignIn } from "#modules/accounts/sso/sso-only.ts";
import { signSession, verifySession } from "./token.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";

export type OpenedSession = { readonly token: string; readonly expiresAt: UnixMs };

/**
 * Starts a session: its row, in one batch with what is done at the same time, and the token that names it.
 * The session that this browser had until now ends.
 * Throws `sso_required` where that would lead around single sign-on.
 */
export async function openSession(
  deps: PublicCtx,
  user: { id: UserId; sessionVersion: number },
  method: SignInMethod,
  also: readonly InstallStatement[] = [],
): Promise<OpenedSession> {
  const { statements, after } = await judgeSignIn(deps, user.id, method);
  const now = deps.now();
  const expiresAt = later(now, await lifetimeOf(deps, method));
  const sessionId = crypto.randomUUID();
  const row = {
    id: sessionId,
    userId: user.id,
    createdAt: now,
    expiresAt,
    method,
    host: deps.ownHost?.host ?? null,
    device: deviceOf(deps.userAgent),
    network: networkAround(deps.clientAddress),
  };
  await runBatch(deps.install, [
    ...also,
    ...statements,
    ...(await endReplaced(deps)),
    insertSession(deps.install, row),
  ]);
  await after();
  const token = await signSession(deps.settings.AUTH_SECRET, {
    userId: user.id,
    sessionId,
    sessionVersion: user.sessionVersion,
    actorId: null,
    expiresAt,
    now,
  });
  return { token, expiresAt };
}

/** The new cookie takes the place of the old one, which may be of another person. */
async function endReplaced(deps: PublicCtx): Promise<InstallStatement[]> {
  const { sessionToken, settings } = deps;
  const had = sessionToken && (await verifySession(settings.AUTH_SECRET, sessionToken, deps.now()));
  return had ? [deleteSession(deps.install, had.sessionId)] : [];
}

/** A provider is asked again after the time that it was set up with. */
async function lifetimeOf(deps: PublicCtx, method: SignInMethod): Promise<number> {
  const sso = method.startsWith("sso") ? await readSso(deps) : null;
  return sso ? sso.session_hours * HOUR_MS : SESSION_DAYS * DAY_MS;
}

/** Throws `forbidden` with this sentence where an admin acts as the caller. */
export function assertOwnSession(caller: Caller, sentence: string): void {
  if (personOf(caller).impersonator !== null) throw new AppError("forbidden", sentence);
}

/** Ends the caller's session; an impersonated one with the admin's own. */
export async function logout(ctx: CallerCtx): Promise<void> {
  await runBatch(ctx.install, [
    auditStatement(ctx, { action: "auth.signed_out" }),
    deleteSession(ctx.install, personOf(ctx.caller).sessionId),
  ]);
}

/** Sweep: sessions whose time is over. */
export const forgetExpiredSessions = (deps: Deps): Promise<void> =>
  deleteExpiredSessions(deps.install, deps.now());
