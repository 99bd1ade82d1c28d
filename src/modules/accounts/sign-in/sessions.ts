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
import { DAY_MS, later } from "#platform/rules/time.ts";
import {
  deleteExpiredSessions,
  deleteSession,
  insertSession,
} from "#modules/accounts/people/store.ts";
import { deviceOf, networkAround } from "#modules/accounts/rules/device.ts";
import type { SignInMethod } from "#platform/rules/choices.ts";
import { signSession } from "./token.ts";
import { AppError } from "#platform/rules/errors.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";

export type OpenedSession = { readonly token: string; readonly expiresAt: UnixMs };

/** Starts a session: its row, in one batch with what is done at the same time, and the token that names it. */
export async function openSession(
  deps: PublicCtx,
  user: { id: UserId; sessionVersion: number },
  method: SignInMethod,
  also: readonly InstallStatement[] = [],
): Promise<OpenedSession> {
  const now = deps.now();
  const expiresAt = later(now, SESSION_DAYS * DAY_MS);
  const sessionId = crypto.randomUUID();
  const row = {
    id: sessionId,
    userId: user.id,
    createdAt: now,
    expiresAt,
    method,
    device: deviceOf(deps.userAgent),
    network: networkAround(deps.clientAddress),
  };
  await runBatch(deps.install, [...also, insertSession(deps.install, row)]);
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
