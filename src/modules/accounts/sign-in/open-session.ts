import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch, type Statement } from "#platform/db/db.ts";
import type { UnixMs, UserId } from "#platform/rules/ids.ts";
import { SESSION_DAYS } from "#platform/rules/spec.ts";
import { DAY_MS, later } from "#platform/rules/time.ts";
import { insertSession } from "#modules/accounts/people/store.ts";
import { signSession } from "./token.ts";

export type OpenedSession = { readonly token: string; readonly expiresAt: UnixMs };

/** Starts a session: its row, in one batch with what is done at the same time, and the token that names it. */
export async function openSession(
  deps: Deps,
  user: { id: UserId; sessionVersion: number },
  also: readonly Statement[] = [],
): Promise<OpenedSession> {
  const now = deps.now();
  const expiresAt = later(now, SESSION_DAYS * DAY_MS);
  const sessionId = crypto.randomUUID();
  const row = { id: sessionId, userId: user.id, createdAt: now, expiresAt };
  await runBatch(deps.db, [...also, insertSession(deps.db, row)]);
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
