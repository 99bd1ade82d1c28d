import { reachesBeyond, scopesFor } from "#platform/access/presets.ts";
import { actionsOfClient } from "#platform/access/switches.ts";
import type { Standing } from "#platform/access/permissions.ts";
import type { Deps, KeyHolder } from "#platform/ctx/ctx.ts";
import type { Identified } from "#platform/http/mount.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs, WorkspaceId } from "#platform/rules/ids.ts";
import { isInRanges } from "#platform/rules/net/address-range.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { apiKeyHash, isApiKey } from "#modules/accounts/rules/api-key.ts";
import { countedAlong, limitOf } from "./count-request.ts";
import { type KeyRow, selectKey, touchKey } from "./key-store.ts";

/** Who holds a key, as its row says at this moment. Null: there is no such key. */
export async function identifyKey(
  deps: Deps,
  key: string,
  clientAddress: string,
  workspaceId: WorkspaceId | null,
): Promise<Identified | null> {
  if (!isApiKey(key)) return null;
  const hash = apiKeyHash(key);
  const query = selectKey(deps.install, hash, workspaceId);
  const { rows, taken } = await countedAlong<KeyRow>(deps, `key:${hash}`, query);
  const row = rows[0];
  if (!row) return null;
  const now = deps.now();
  const refusal = refusalOf(row, clientAddress, now);
  if (!refusal && now - (row.lastUsedAt ?? 0) >= MINUTE_MS) await touchKey(deps.install, row, now);
  const entry = workspaceId === null ? null : entryOf(row);
  return { caller: holderOf(row), taken, rule: limitOf(deps), entry, refusal };
}

function refusalOf(row: KeyRow, clientAddress: string, now: UnixMs): AppError | null {
  if (row.ownerStands !== 1) {
    return new AppError(
      "unauthenticated",
      "This API key stopped: who answered for it lost their access. An admin can adopt it.",
    );
  }
  if (row.expiresAt !== null && row.expiresAt <= now) {
    return new AppError("unauthenticated", "This API key has expired. Create another one.");
  }
  if (row.allowCidrs && !isInRanges(clientAddress, row.allowCidrs)) {
    return new AppError(
      "address_not_allowed",
      `This API key may not be used from ${clientAddress}: its address ranges do not contain it.`,
    );
  }
  return null;
}

function entryOf(row: KeyRow): Identified["entry"] {
  if (row.everywhere === 1) return row.workspaceExists === 1 ? "allowed" : "unknown";
  return row.workspaceExists === 1 && row.opens === 1 ? "allowed" : "forbidden";
}

function holderOf(row: KeyRow): KeyHolder {
  const key = { byKey: true, keyId: row.id, name: row.name } as const;
  if (row.kind === "install") {
    const everywhere = row.everywhere === 1;
    const only = installScopes(row.scopes, everywhere);
    return { ...key, keyKind: "install", role: "admin", everywhere, only };
  }
  return {
    ...key,
    keyKind: "workspace",
    // The column of a workspace's keys has these two.
    role: row.role as "employee" | "client",
    workspaceId: row.workspaceId,
    only: row.role === "client" ? clientScopes(row) : row.scopes && new Set(row.scopes),
  };
}

/** A client's key never has more than the clients of its workspace. */
function clientScopes({ scopes, switches }: KeyRow): Standing["only"] {
  const actions = actionsOfClient(switches);
  return new Set(scopes ? actions.filter((action) => scopes.includes(action)) : actions);
}

/** A key for named workspaces reaches no further, unless a scope says so by name. */
function installScopes(scopes: readonly string[] | null, everywhere: boolean): Standing["only"] {
  if (scopes) return new Set(scopes);
  return everywhere ? null : WITHIN_WORKSPACES;
}
const WITHIN_WORKSPACES: ReadonlySet<string> = new Set(
  scopesFor({ keyKind: "install", role: "admin" }).filter((action) => !reachesBeyond(action)),
);
