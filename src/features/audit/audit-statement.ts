import type { Caller, PublicCtx } from "#core/ctx.ts";
import type { Statement } from "#db/db.ts";
import type { UserId, WorkspaceId } from "#domain/ids.ts";
import { insertAudit } from "./store.ts";

/** Everything that is written down, as `noun.verbed`. */
export type AuditAction =
  | "auth.registered"
  | "auth.signed_in"
  | "auth.sign_in_failed"
  | "auth.password_changed"
  | "auth.profile_changed"
  | "setup.completed"
  | "setup.branding_changed"
  | "employee.created"
  | "employee.updated"
  | "employee.deleted"
  | "client.created"
  | "client.deleted"
  | "client.restored"
  | "assignment.created"
  | "assignment.deleted"
  | "impersonation.started"
  | "impersonation.stopped"
  | "registration.changed"
  | "api_key.created"
  | "api_key.revoked"
  | "workspace.created"
  | "record.deleted";

/**
 * The statement that writes one line of the audit log, for the batch of the deed itself: what is
 * done is written down, and nothing else is. `caller` is null where nobody is signed in; then
 * `userId` may name whose account it is about.
 */
export function auditStatement(
  ctx: PublicCtx & { readonly caller?: Caller | undefined },
  entry: {
    action: AuditAction;
    userId?: UserId | null;
    workspaceId?: WorkspaceId | null;
    target?: { type: string; id: number | string };
    details?: Record<string, unknown>;
  },
): Statement {
  const caller = ctx.caller;
  return insertAudit(ctx.db, {
    at: ctx.now(),
    userId: entry.userId ?? (caller && !caller.byKey ? caller.userId : null),
    apiKeyId: caller?.byKey ? caller.keyId : null,
    impersonatorId: caller && !caller.byKey ? (caller.impersonator?.id ?? null) : null,
    action: entry.action,
    workspaceId: entry.workspaceId ?? null,
    targetType: entry.target?.type ?? null,
    targetId: entry.target === undefined ? null : String(entry.target.id),
    address: ctx.clientAddress,
    details: entry.details ?? {},
  });
}
