import type { Caller, MemberCtx, PublicCtx } from "#platform/ctx/ctx.ts";
import type { AnyStatement } from "#platform/db/db.ts";
import type { AuditAction } from "#modules/accounts/rules/audit-actions.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { type Expression, insertAudit, type Source } from "./write-store.ts";

export type { Expression, Source };

/** What an audit line needs to know of a request; a sweep or a command names itself as `clientAddress`. */
export type AuditCtx = Pick<PublicCtx, "install" | "now" | "clientAddress"> & {
  readonly caller?: Caller | undefined;
};

/** What the product does by itself, without anybody asking for it. */
export const bySystem = ({ install, now }: Pick<PublicCtx, "install" | "now">): AuditCtx => ({
  install,
  now,
  clientAddress: "system",
});

/**
 * The statement that writes one line of the audit log, for the batch of the deed itself, whichever
 * database that is: what is done is written down, and nothing else is. `caller` is null where nobody is signed in; then
 * `userId` may name whose account it is about. Ids that only the database knows are expressions.
 * `source` makes the line depend on rows (`WHERE EXISTS (...)`), or writes one for each of them
 * (`FROM ... WHERE ...`): put it before the statement that changes them.
 */
export function auditStatement(
  ctx: AuditCtx,
  entry: {
    action: AuditAction;
    userId?: UserId | Expression | null;
    workspaceId?: WorkspaceId | Expression | null;
    target?: { type: string; id: number | string | Expression };
    details?: Record<string, unknown>;
  },
  source?: Source,
): AnyStatement {
  const caller = ctx.caller;
  const target = entry.target?.id;
  const row = {
    at: ctx.now(),
    userId: entry.userId ?? (caller && !caller.byKey ? caller.userId : null),
    apiKeyId: caller?.byKey && caller.keyKind === "workspace" ? caller.keyId : null,
    installKeyId: caller?.byKey && caller.keyKind === "install" ? caller.keyId : null,
    impersonatorId: caller && !caller.byKey ? (caller.impersonator?.id ?? null) : null,
    action: entry.action,
    workspaceId: entry.workspaceId ?? null,
    targetType: entry.target?.type ?? null,
    targetId: typeof target === "number" ? String(target) : (target ?? null),
    address: ctx.clientAddress,
    details: entry.details ?? {},
  };
  return insertAudit(ctx.install, row, source);
}

/** The line of a record of a workspace that is deleted; `source` is its condition, that it is there. */
export const deletionLine = (
  ctx: MemberCtx,
  type: string,
  id: number,
  source: Source,
): AnyStatement =>
  auditStatement(
    ctx,
    { action: "record.deleted", workspaceId: ctx.workspaceId, target: { type, id } },
    source,
  );
