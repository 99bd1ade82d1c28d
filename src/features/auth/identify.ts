import type { Caller, Deps } from "#core/ctx.ts";
import type { WorkspaceId } from "#domain/ids.ts";
import { findSession } from "./store.ts";
import { verifySession } from "./token.ts";

/**
 * Who is asking, read from the rows on every request: a deleted user, a changed password or a
 * lowered role acts at once. `entry` says whether the caller may enter `workspaceId`.
 */
export async function identify(
  deps: Deps,
  credentials: { cookie: string | null; bearer: string | null },
  workspaceId: WorkspaceId | null,
): Promise<{ caller: Caller; entry: "allowed" | "forbidden" | "unknown" | null } | null> {
  if (credentials.cookie === null) return null;
  const now = deps.now();
  const claims = await verifySession(deps.settings.AUTH_SECRET, credentials.cookie, now);
  if (!claims) return null;
  const row = await findSession(deps.db, claims, workspaceId, now);
  if (!row) return null;
  const caller: Caller = {
    userId: row.id,
    role: row.role,
    name: row.name,
    email: row.email,
    username: row.username,
    createdAt: row.createdAt,
    sessionId: claims.sessionId,
    impersonator: row.actorId === null ? null : { id: row.actorId, name: row.actorName ?? "" },
  };
  if (workspaceId === null) return { caller, entry: null };
  const seesAll = row.role === "super_admin" || row.role === "admin";
  const exists = row.workspaceExists === 1;
  if (seesAll) return { caller, entry: exists ? "allowed" : "unknown" };
  return { caller, entry: exists && row.isMember === 1 ? "allowed" : "forbidden" };
}
