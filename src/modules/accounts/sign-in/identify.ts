import type { Deps, KeyHolder, Person } from "#platform/ctx/ctx.ts";
import { type LimitRule, resetSeconds, type Taken, windowOf } from "#platform/ctx/limiter.ts";
import { apiKeyHash, isApiKey } from "#modules/accounts/rules/api-key.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import type { Identified } from "#platform/http/mount.ts";
import { countInWindow } from "#platform/limits/window-store.ts";
import {
  type KeyRow,
  selectKey,
  selectSession,
  type SessionRow,
  touchKey,
  touchSession,
} from "./session-store.ts";
import { type SessionClaims, verifySession } from "./token.ts";

/**
 * Who is asking, read from the rows on every request: a deleted user, a changed password, a
 * lowered role or a revoked key acts at once. The same round trip counts the request against the
 * caller's limit and says whether it may enter `workspaceId`. Null: no valid credentials.
 */
export async function identify(
  deps: Deps,
  credentials: { cookie: string | null; bearer: string | null },
  workspaceId: WorkspaceId | null,
): Promise<Identified | null> {
  if (credentials.bearer !== null) return identifyKey(deps, credentials.bearer, workspaceId);
  if (credentials.cookie === null) return null;
  const now = deps.now();
  const claims = await verifySession(deps.settings.AUTH_SECRET, credentials.cookie, now);
  return claims && identifyPerson(deps, claims, workspaceId);
}

async function identifyPerson(
  deps: Deps,
  claims: SessionClaims,
  workspaceId: WorkspaceId | null,
): Promise<Identified | null> {
  const query = selectSession(deps.install, claims, workspaceId, deps.now());
  // An admin who acts as somebody uses up its own limit, not theirs.
  const counts = `user:${claims.actorId ?? claims.userId}`;
  const { rows, taken } = await counted<SessionRow>(deps, counts, query);
  const row = rows[0];
  if (!row) return null;
  if (deps.now() - row.usedAt >= MINUTE_MS) {
    await touchSession(deps.install, claims.sessionId, deps.now());
  }
  const caller: Person = {
    byKey: false,
    userId: row.id,
    role: row.role,
    name: row.name,
    email: row.email,
    username: row.username,
    createdAt: row.createdAt,
    sessionId: claims.sessionId,
    method: row.method,
    provedAt: row.provedAt,
    needsFactor: row.needsFactor === 1,
    impersonator: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? "" },
  };
  return { caller, taken, rule: limitOf(deps), entry: entryOf(row, workspaceId) };
}

function entryOf(row: SessionRow, workspaceId: WorkspaceId | null): Identified["entry"] {
  if (workspaceId === null) return null;
  const exists = row.workspaceExists === 1;
  if (row.role === "super_admin" || row.role === "admin") return exists ? "allowed" : "unknown";
  return exists && row.isMember === 1 ? "allowed" : "forbidden";
}

async function identifyKey(
  deps: Deps,
  key: string,
  workspaceId: WorkspaceId | null,
): Promise<Identified | null> {
  if (!isApiKey(key)) return null;
  const hash = apiKeyHash(key);
  const { rows, taken } = await counted<KeyRow>(deps, `key:${hash}`, selectKey(deps.install, hash));
  const row = rows[0];
  if (!row) return null;
  const now = deps.now();
  if (now - (row.lastUsedAt ?? 0) >= MINUTE_MS) await touchKey(deps.install, row.id, now);
  const caller: KeyHolder = {
    byKey: true,
    keyId: row.id,
    name: row.name,
    role: row.role,
    workspaceId: row.workspaceId,
  };
  const inside = row.workspaceId === workspaceId ? "allowed" : "forbidden";
  return { caller, taken, rule: limitOf(deps), entry: workspaceId === null ? null : inside };
}

/** Per user and minute; a key counts as one user. */
const limitOf = (deps: Deps): LimitRule => ({
  name: "api",
  limit: deps.settings.API_LIMIT_PER_MINUTE,
  windowSeconds: 60,
});

/** Runs the query and counts the request: in memory, or in one batch with it. */
async function counted<Row>(
  deps: Deps,
  key: string,
  query: ReturnType<typeof selectSession> | ReturnType<typeof selectKey>,
): Promise<{ rows: Row[]; taken: Taken }> {
  const rule = limitOf(deps);
  const now = deps.now();
  const window = windowOf(rule, now);
  const reset = { resetSeconds: resetSeconds(rule, now) };
  if (deps.limiter.kind === "process") {
    const rows = (await query) as Row[];
    return { rows, taken: { count: deps.limiter.count(key, window), ...reset } };
  }
  const [rows, counts] = await deps.install.batch([
    query,
    countInWindow(deps.install, key, window),
  ]);
  return { rows: rows as Row[], taken: { count: counts[0]?.count ?? 1, ...reset } };
}
