import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { OauthClient } from "#modules/connections/clients/client.ts";
import {
  clientAuth,
  clientOf,
  finishAuthorization,
  type FlowSecrets,
  ofItsTenant,
  type Reach,
} from "#platform/oauth/authorize.ts";
import { metadataOf, requestOptions } from "#platform/oauth/metadata.ts";

/** What a provider gave. */
export type Tokens = {
  readonly accessToken: string;
  /** Seconds. */
  readonly lifetime: number;
  /** Null: the old one stays good. */
  readonly refreshToken: string | null;
  /** Null: as they were asked for. */
  readonly scopes: readonly string[] | null;
};

/** RFC 6749 5.1 leaves it out where both know it; an hour is what providers mean. */
const USUAL_LIFETIME_SECONDS = 3_600;

/** Who consented. */
export type Account = {
  /** `issuer#sub`. */
  readonly subject: string;
  /** Lower case; null where the provider names no address. */
  readonly email: string | null;
};

/** Turns the answer to a consent into tokens. Throws what the library throws, and `Unreached`. */
export async function finishConsent(
  deps: Reach,
  client: OauthClient,
  callback: URL,
  kept: FlowSecrets & { readonly redirectUri: string },
): Promise<{ readonly tokens: Tokens; readonly account: Account }> {
  const { answer, claims } = await finishAuthorization(
    deps,
    client,
    callback,
    kept,
    client.isPerResource ? { scope: client.scopes.join(" ") } : {},
  );
  return { tokens: tokensOf(answer), account: accountOf(claims) };
}

const Address = z.email().transform((email) => email.toLowerCase());

function accountOf(claims: oauth.IDToken): Account {
  const names = [claims["email"], claims["preferred_username"], claims["upn"]];
  const email = names.map((name) => Address.safeParse(name)).find(({ success }) => success);
  // Whose owner the provider has not checked may be anybody's.
  const isDoubtful = claims["email_verified"] === false;
  return {
    subject: `${claims.iss}#${claims.sub}`,
    email: isDoubtful ? null : (email?.data ?? null),
  };
}

/** Renews by the refresh token. `scopes` chooses among those granted (Microsoft: one resource a token). */
export async function renewGrant(
  deps: Reach,
  client: OauthClient,
  refreshToken: string,
  scopes: readonly string[] | null,
): Promise<Tokens> {
  const metadata = await metadataOf(deps, client.issuer);
  const own = clientOf(client);
  const response = await oauth.refreshTokenGrantRequest(
    metadata,
    own,
    clientAuth(metadata, client),
    refreshToken,
    {
      ...requestOptions(deps, client.issuer),
      ...(scopes && { additionalParameters: { scope: scopes.join(" ") } }),
    },
  );
  const answer = await oauth.processRefreshTokenResponse(
    await ofItsTenant(metadata, response),
    own,
    response,
  );
  return tokensOf(answer);
}

/** What the library read, with what providers leave out. */
export const tokensOf = (answer: oauth.TokenEndpointResponse): Tokens => ({
  accessToken: answer.access_token,
  lifetime: answer.expires_in ?? USUAL_LIFETIME_SECONDS,
  refreshToken: answer.refresh_token ?? null,
  scopes: answer.scope === undefined ? null : answer.scope.split(" ").filter((s) => s !== ""),
});
