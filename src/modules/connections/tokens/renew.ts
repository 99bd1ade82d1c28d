import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { later, SECOND_MS } from "#platform/rules/time.ts";
import { AppError } from "#platform/rules/errors.ts";
import { readOauthClient } from "#modules/connections/clients/read-client.ts";
import { organisationToken } from "#modules/connections/organisations/organisation-token.ts";
import {
  selectHolders,
  selectOrganisation,
} from "#modules/connections/organisations/organisations-store.ts";
import { renewGrant, type Tokens } from "#modules/connections/provider/grants.ts";
import { OrganisationRefused } from "#modules/connections/provider/organisation-trouble.ts";
import type { Resource } from "./access-token.ts";
import type { GrantRow } from "./grants-store.ts";
import { openToken } from "./seal.ts";

/** Asks the provider for tokens of a grant. Throws what the library throws, and `Unreached`. */
export async function renew(ctx: WorkspaceCtx, row: GrantRow, resource: Resource): Promise<Tokens> {
  if (row.kind === "organisation") return renewByOrganisation(ctx, row, resource);
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
    client.isPerResource ? scopesOf(row, resource, client.apiScopes) : null,
  );
}

/** The install's app signs in for the address, as long as an admin grants the workspace that. */
async function renewByOrganisation(
  ctx: WorkspaceCtx,
  { organisationId, account }: GrantRow,
  resource: Resource,
): Promise<Tokens> {
  if (organisationId === null) throw new Error("a grant without its organisation");
  const [organisation, holders] = await Promise.all([
    selectOrganisation(ctx.install, organisationId),
    selectHolders(ctx.install, organisationId, [account]),
  ]);
  if (!organisation || !holders.some(({ workspaceId }) => workspaceId === ctx.workspaceId)) {
    throw new OrganisationRefused("address_withdrawn");
  }
  return organisationToken(ctx, organisation, account, resource);
}

/** Microsoft's tokens are for one resource each: its mail servers, or Graph. */
const scopesOf = (
  { scopes }: GrantRow,
  resource: Resource,
  apiScopes: readonly string[],
): readonly string[] => {
  if (resource === "api") return apiScopes;
  const ofApi = new Set(apiScopes.map((scope) => scope.toLowerCase()));
  return scopes.filter((scope) => scope.includes("://") && !ofApi.has(scope.toLowerCase()));
};

/** Of a token's life, however short: the rest is for what takes long, and for clocks that differ. */
const GOOD_FOR = 0.8;

/** When a token that was just given, for so many seconds, is renewed. */
export const renewAtOf = (now: UnixMs, lifetimeSeconds: number): UnixMs =>
  later(now, Math.floor(lifetimeSeconds * SECOND_MS * GOOD_FOR));
