import type { MoveRow } from "#modules/moving/moves/store.ts";
import { type Caller, type Deps, inWorkspace, type MemberCtx } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";

/** A move works in the name of who began it, with the rights that this needed. */
export function moverCtx(deps: Deps, move: MoveRow, workspaceId: WorkspaceId): MemberCtx {
  return {
    ...inWorkspace(deps, workspaceId),
    requestId: `move-${move.id}`,
    clientAddress: "system",
    ownHost: null,
    userAgent: "",
    sessionToken: null,
    caller: callerOf(move),
  };
}

function callerOf(move: MoveRow): Caller {
  const by = { name: move.createdByName, role: "admin", only: null } as const;
  const key = /^install_key:(\d+)$/.exec(move.createdByKey ?? "");
  if (move.createdBy === null) {
    return {
      ...by,
      byKey: true,
      keyKind: "install",
      keyId: Number(key?.[1] ?? 0),
      everywhere: true,
    };
  }
  return {
    ...by,
    byKey: false,
    userId: move.createdBy,
    email: "",
    username: "",
    createdAt: move.createdAt,
    sessionId: "",
    method: "password",
    provedAt: move.createdAt,
    language: null,
    needsFactor: false,
    impersonator: null,
  };
}
