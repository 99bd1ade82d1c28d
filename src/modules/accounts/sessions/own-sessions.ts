import { type CallerCtx, personOf } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { AppError } from "#platform/rules/errors.ts";
import { iso } from "#platform/rules/time.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import type { Session } from "#modules/accounts/contract/sessions.ts";
import { assertOwnSession } from "#modules/accounts/sign-in/sessions.ts";
import { endOtherSessions, endOwnSession, selectSessions } from "./store.ts";

const OWN = "Sessions cannot be seen or ended while impersonating.";

/** The caller's sessions. Throws `forbidden` while impersonating. */
export async function listSessions(ctx: CallerCtx): Promise<Session[]> {
  const { userId, sessionId } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, OWN);
  const rows = await selectSessions(ctx.install, userId, ctx.now());
  return rows.map((row) => ({
    id: row.id,
    device: row.device,
    network: row.network,
    method: row.method,
    is_current: row.id === sessionId,
    created_at: iso(row.createdAt),
    last_used_at: iso(row.lastUsedAt ?? row.createdAt),
    expires_at: iso(row.expiresAt),
  }));
}

/** Ends one. Throws `not_found`, `forbidden` while impersonating. */
export async function endOne(ctx: CallerCtx, id: string): Promise<{ isCurrent: boolean }> {
  const { userId, sessionId } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, OWN);
  const [ended] = (await runBatch(ctx.install, [endOwnSession(ctx.install, userId, id)])) as [
    unknown[],
  ];
  if (ended.length === 0) throw new AppError("not_found", "You have no such session.");
  await noteEnded(ctx, ended.length);
  return { isCurrent: id === sessionId };
}

/** Ends all but this one, and answers how many. Throws `forbidden` while impersonating. */
export async function endOthers(ctx: CallerCtx): Promise<number> {
  const { userId, sessionId } = personOf(ctx.caller);
  assertOwnSession(ctx.caller, OWN);
  const [ended] = (await runBatch(ctx.install, [
    endOtherSessions(ctx.install, userId, sessionId),
  ])) as [unknown[]];
  if (ended.length > 0) await noteEnded(ctx, ended.length);
  return ended.length;
}

const noteEnded = (ctx: CallerCtx, ended: number): Promise<unknown> =>
  runBatch(ctx.install, [
    auditStatement(ctx, { action: "auth.sessions_ended", details: { ended } }),
  ]);
