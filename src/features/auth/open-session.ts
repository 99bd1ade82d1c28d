import type { Deps } from "#core/ctx.ts";
import type { UnixMs, UserId } from "#domain/ids.ts";
import { SESSION_DAYS } from "#domain/spec.ts";
import { DAY_MS, later } from "#domain/time.ts";
import { insertSession } from "./store.ts";
import { signSession } from "./token.ts";

/** Starts a session: its row, and the token that names it. */
export async function openSession(
  deps: Deps,
  user: { id: UserId; sessionVersion: number },
): Promise<{ token: string; expiresAt: UnixMs }> {
  const now = deps.now();
  const expiresAt = later(now, SESSION_DAYS * DAY_MS);
  const sessionId = crypto.randomUUID();
  await insertSession(deps.db, { id: sessionId, userId: user.id, createdAt: now, expiresAt });
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
