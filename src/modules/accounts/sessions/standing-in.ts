import type { Standing } from "#platform/access/permissions.ts";
import { actionsOfClient } from "#platform/access/switches.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { ReaderLanguage } from "#platform/rules/choices.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { selectSession } from "#modules/accounts/sign-in/session-store.ts";

/**
 * What the person of a session may do in a workspace now, as a request of theirs would find it: for what
 * is sent to them without one. Null: the session has ended, may not be used yet, or does not open it.
 */
export async function standingIn(
  { install, now }: Pick<Deps, "install" | "now">,
  session: {
    readonly sessionId: string;
    readonly userId: UserId;
    readonly sessionVersion: number;
    readonly host: string | null;
  },
  workspaceId: WorkspaceId,
): Promise<
  (Standing & { readonly byKey: false; readonly language: ReaderLanguage | null }) | null
> {
  const [row] = await selectSession(install, session, workspaceId, now());
  if (!row || row.needsFactor === 1 || row.workspaceExists !== 1) return null;
  const isAdmin = row.role === "super_admin" || row.role === "admin";
  if (!isAdmin && row.isMember !== 1) return null;
  const only = row.role === "client" ? new Set<string>(actionsOfClient(row.switches)) : null;
  return { byKey: false, role: row.role, only, language: row.language };
}
