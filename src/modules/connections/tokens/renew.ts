import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { later, SECOND_MS } from "#platform/rules/time.ts";
import { AppError } from "#platform/rules/errors.ts";
import { readOauthClient } from "#modules/connections/clients/read-client.ts";
import { renewGrant, type Tokens } from "#modules/connections/provider/grants.ts";
import type { Resource } from "./access-token.ts";
import type { GrantRow } from "./grants-store.ts";
import { openToken } from "./seal.ts";

/** Asks the provider for tokens of a grant. Throws what the library throws, and `Unreached`. */
export async function renew(ctx: WorkspaceCtx, row: GrantRow, resource: Resource): Promise<Tokens> {
  if (row.refreshToken === null) throw new Error("a grant without a refresh token");
  const client = await readOauthClient(ctx, row.provider);
  if (!client) {
    throw new AppError("oauth_client_missing", "The provider's client is no longer set up.");
  }
  const refreshToken = await openToken(ctx, "refresh_token", row.refreshToken);
  return renewGrant(
    ctx,
    client,
    refreshToken,
    client.isPerResource ? scopesOf(row, resource) : null,
  );
}

/** Microsoft's tokens are for one resource each: its mail servers, or Graph. */
const scopesOf = ({ scopes }: GrantRow, resource: Resource): string[] => {
  const isOfApi = (scope: string): boolean => scope.startsWith("https://graph.microsoft.com/");
  return scopes.filter((scope) => scope.includes("://") && isOfApi(scope) === (resource === "api"));
};

/** Of a token's life, however short: the rest is for what takes long, and for clocks that differ. */
const GOOD_FOR = 0.8;

/** When a token that was just given, for so many seconds, is renewed. */
export const renewAtOf = (now: UnixMs, lifetimeSeconds: number): UnixMs =>
  later(now, Math.floor(lifetimeSeconds * SECOND_MS * GOOD_FOR));
