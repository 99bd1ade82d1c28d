import { decodeJwt } from "jose";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { ProviderClient } from "./client.ts";
import { metadataOf, requestOptions, TENANT_TEMPLATE } from "./metadata.ts";

export type Reach = Pick<Deps, "egress" | "now">;

/** What only the two requests of an authorization know. */
export type FlowSecrets = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
};

/** Where to send the person, and what to keep until they are back. Throws when the provider can't be read. */
export async function beginAuthorization(
  deps: Reach,
  client: ProviderClient,
  asked: {
    readonly redirectUri: string;
    readonly scopes: readonly string[];
    /** Beyond those of the standard. */
    readonly parameters: Readonly<Record<string, string>>;
  },
): Promise<{ readonly url: string; readonly secrets: FlowSecrets }> {
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
    ...asked.parameters,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: url.href, secrets };
}

/** What came of an authorization: the tokens, and who it was. */
export type Authorized = {
  readonly answer: oauth.TokenEndpointResponse;
  readonly claims: oauth.IDToken;
};

/** Turns the answer to an authorization into tokens. Throws what the library throws, and `Unreached`. */
export async function finishAuthorization(
  deps: Reach,
  client: ProviderClient,
  callback: URL,
  kept: FlowSecrets & { readonly redirectUri: string },
  options: {
    /** More may have been asked of the person than one token is for. */
    readonly scope?: string;
    /** Whether the signature of the ID token is checked too; that it comes from the provider, TLS says. */
    readonly signed?: boolean;
  } = {},
): Promise<Authorized> {
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
      ...(options.scope !== undefined && { additionalParameters: { scope: options.scope } }),
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
  if (options.signed) {
    const asks = requestOptions(deps, client.issuer);
    await oauth.validateApplicationLevelSignature(metadata, response, asks);
  }
  return { answer, claims };
}

/** What the provider says of the person beside the ID token; the same person, or it throws. */
export async function askUserInfo(
  deps: Reach,
  client: ProviderClient,
  { answer, claims }: Authorized,
): Promise<Readonly<Record<string, unknown>>> {
  const metadata = await metadataOf(deps, client.issuer);
  if (metadata.userinfo_endpoint === undefined) return {};
  const own = clientOf(client);
  const asks = requestOptions(deps, client.issuer);
  const response = await oauth.userInfoRequest(metadata, own, answer.access_token, asks);
  return oauth.processUserInfoResponse(metadata, own, claims.sub, response);
}

/** Clocks of machines that nobody tends may be this far apart. */
const CLOCK_TOLERANCE_SECONDS = 300;

export const clientOf = ({ clientId }: ProviderClient): oauth.Client => ({
  client_id: clientId,
  [oauth.clockTolerance]: CLOCK_TOLERANCE_SECONDS,
});

/** By the body where the provider takes that, else by a header, which is what holds where it names nothing. */
export const clientAuth = (
  { token_endpoint_auth_methods_supported: ways }: oauth.AuthorizationServer,
  { clientSecret }: ProviderClient,
): oauth.ClientAuth =>
  ways?.includes("client_secret_post") === true
    ? oauth.ClientSecretPost(clientSecret)
    : oauth.ClientSecretBasic(clientSecret);

/** The metadata with the issuer of the tenant whose token this is, where the provider names none. */
export async function ofItsTenant(
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
