import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { OauthClient } from "#modules/connections/clients/client.ts";
import { metadataOf, requestOptions, TENANT_TEMPLATE } from "./metadata.ts";

type Reach = Pick<Deps, "egress" | "now">;

/** What only the two requests of a consent know. */
export type ConsentSecrets = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

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

/** Where to send the person, and what to keep until they are back. Throws when the provider can't be read. */
export async function beginConsent(
  deps: Reach,
  client: OauthClient,
  asked: {
    readonly redirectUri: string;
    readonly loginHint: string | null;
    readonly scopes: readonly string[];
  },
): Promise<{ readonly url: string; readonly secrets: ConsentSecrets }> {
  const metadata = await metadataOf(deps, client.issuer);
  if (!metadata.authorization_endpoint) throw new Error("no authorization endpoint");
  const secrets = {
    state: oauth.generateRandomState(),
    nonce: oauth.generateRandomNonce(),
    verifier: oauth.generateRandomCodeVerifier(),
  };
  const url = new URL(metadata.authorization_endpoint);
  const parameters = {
    client_id: client.clientId,
    redirect_uri: asked.redirectUri,
    response_type: "code",
    scope: asked.scopes.join(" "),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    ...client.consent,
    ...(asked.loginHint === null ? {} : { login_hint: asked.loginHint }),
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, secrets };
}

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
  kept: ConsentSecrets & { readonly redirectUri: string },
): Promise<{ readonly tokens: Tokens; readonly account: Account }> {
  const metadata = await metadataOf(deps, client.issuer);
  const own = clientOf(client);
  const parameters = oauth.validateAuthResponse(metadata, own, callback, kept.state);
  const response = await oauth.authorizationCodeGrantRequest(
    metadata,
    own,
    clientAuth(metadata, client),
    parameters,
    kept.redirectUri,
    kept.verifier,
    {
      ...requestOptions(deps, client.issuer),
      // More may have been asked of the person than one token is for.
      ...(client.isPerResource && { additionalParameters: { scope: client.scopes.join(" ") } }),
    },
  );
  const answer = await oauth.processAuthorizationCodeResponse(
    await ofItsTenant(metadata, response),
    own,
    response,
    { expectedNonce: kept.nonce, requireIdToken: true },
  );
  const claims = oauth.getValidatedIdTokenClaims(answer);
  if (!claims) throw new Error("no ID token");
  return { tokens: tokensOf(answer), account: accountOf(claims) };
}

/** Clocks of machines that nobody tends may be this far apart. */
const CLOCK_TOLERANCE_SECONDS = 300;

const clientOf = ({ clientId }: OauthClient): oauth.Client => ({
  client_id: clientId,
  [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
});

/** By the body where the provider takes that, else by a header, which is what holds where it names nothing. */
const clientAuth = (
  { token_endpoint_auth_methods_supported: ways }: oauth.AuthorizationServer,
  { clientSecret }: OauthClient,
): oauth.ClientAuth =>
  ways?.includes("client_secret_post") === true
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret);

/** The metadata with the issuer of the tenant whose token this is, where the provider names none. */
async function ofItsTenant(
  metadata: oauth.AuthorizationServer,
  response: Response,
): Promise<oauth.AuthorizationServer> {
  if (!metadata.issuer.includes(TENANT_TEMPLATE)) return metadata;
  const answer = z.object({ id_token: z.string() }).safeParse(
    await response
      .clone()
      .json()
      .catch(() => null),
  );
  if (!answer.success) return metadata;
  const tenant = z.uuid().safeParse(decodeJwt(answer.data.id_token)["tid"]);
  if (!tenant.success) return metadata;
  return { ...metadata, issuer: metadata.issuer.replace(TENANT_TEMPLATE, tenant.data) };
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
