import { actionsOfClient } from "#platform/access/switches.ts";
import type { Deps, Person, PublicCtx } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { readAuthCookie } from "#platform/http/cookie.ts";
import type { Credentials, Identified } from "#platform/http/mount.ts";
import { countedAlong, limitOf } from "./count-request.ts";
import { identifyKey } from "./identify-key.ts";
import { selectSession, type SessionRow, touchSession } from "./session-store.ts";
import { type SessionClaims, verifySession } from "./token.ts";

/**
 * Who is asking, read from the rows on every request: a deleted user, a changed password, a
 * lowered role or a revoked key acts at once. The same round trip counts the request against the
 * caller's limit and says whether it may enter `workspaceId`. Null: no valid credentials. At an own
 * host, who may not enter its workspace is nobody, and no other workspace can be entered.
 */
export async function identify(
  deps: Deps,
  credentials: Credentials,
  workspaceId: WorkspaceId | null,
): Promise<Identified | null> {
  const { ownHost } = credentials;
  const known = await find(deps, credentials, ownHost?.workspaceId ?? workspaceId);
  if (!known || !ownHost) return known;
  if (known.entry !== "allowed") return null;
  return { ...known, entry: entryAt(ownHost.workspaceId, workspaceId) };
}

const entryAt = (own: WorkspaceId, asked: WorkspaceId | null): Identified["entry"] =>
  asked === null ? null : asked === own ? "allowed" : "forbidden";

/** The same for public routes that look at the cookie of who calls them. */
export const identifyCookie = (
  ctx: PublicCtx,
  request: Request,
  workspaceId: WorkspaceId | null,
): Promise<Identified | null> => {
  const { clientAddress, ownHost } = ctx;
  const cookie = readAuthCookie(request.headers.get("cookie"));
  return identify(ctx, { cookie, bearer: null, clientAddress, ownHost }, workspaceId);
};

async function find(
  deps: Deps,
  credentials: Credentials,
  workspaceId: WorkspaceId | null,
): Promise<Identified | null> {
  if (credentials.bearer !== null) {
    return identifyKey(deps, credentials.bearer, credentials.clientAddress, workspaceId);
  }
  if (credentials.cookie === null) return null;
  const now = deps.now();
  const claims = await verifySession(deps.settings.AUTH_SECRET, credentials.cookie, now);
  return claims && identifyPerson(deps, claims, credentials.ownHost?.host ?? null, workspaceId);
}

async function identifyPerson(
  deps: Deps,
  claims: SessionClaims,
  host: string | null,
  workspaceId: WorkspaceId | null,
): Promise<Identified | null> {
  const query = selectSession(deps.install, { ...claims, host }, workspaceId, deps.now());
  // An admin who acts as somebody uses up its own limit, not theirs.
  const counts = `user:${claims.actorId ?? claims.userId}`;
  const { rows, taken } = await countedAlong<SessionRow>(deps, counts, query);
  const row = rows[0];
  if (!row) return null;
  if (deps.now() - row.usedAt >= MINUTE_MS) {
    await touchSession(deps.install, claims.sessionId, deps.now());
  }
  const caller: Person = {
    byKey: false,
    userId: row.id,
    role: row.role,
    only: row.role === "client" ? new Set(actionsOfClient(row.switches)) : null,
    name: row.name,
    email: row.email,
    username: row.username,
    language: row.language,
    createdAt: row.createdAt,
    sessionId: claims.sessionId,
    method: row.method,
    provedAt: row.provedAt,
    needsFactor: row.needsFactor === 1,
    impersonator: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? "" },
  };
  return { caller, taken, rule: limitOf(deps), entry: entryOf(row, workspaceId), refusal: null };
}

function entryOf(row: SessionRow, workspaceId: WorkspaceId | null): Identified["entry"] {
  if (workspaceId === null) return null;
  const exists = row.workspaceExists === 1;
  if (row.role === "super_admin" || row.role === "admin") return exists ? "allowed" : "unknown";
  return exists && row.isMember === 1 ? "allowed" : "forbidden";
}
