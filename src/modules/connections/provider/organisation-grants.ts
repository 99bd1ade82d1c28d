import { decodeJwt, SignJWT, importPKCS8 } from "jose";
import * as oauth from "oauth4webapi";
import { z } from "zod";
import type { Reach } from "#platform/oauth/authorize.ts";
import { MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import type { GoogleApp, MicrosoftApp } from "#modules/connections/clients/organisation-app.ts";
import { type Tokens, tokensOf } from "./grants.ts";
import { metadataOf, requestOptions } from "#platform/oauth/metadata.ts";
import { OrganisationRefused, organisationTrouble } from "./organisation-trouble.ts";

const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
const ASSERTION_MS = 5 * MINUTE_MS;

/**
 * A token of Google for one user, by the delegation of their domain (RFC 7523): the assertion names
 * the user and is all there is of a log-in. Throws `OrganisationRefused`, what the library throws,
 * and `Unreached`.
 */
export async function delegatedToken(
  deps: Reach,
  app: GoogleApp,
  user: string,
  scope: string,
): Promise<Tokens> {
  const metadata = await metadataOf(deps, app.issuer);
  if (metadata.token_endpoint === undefined) throw new Error("no token endpoint");
  const key = await importPKCS8(app.privateKey, "RS256");
  const seconds = Math.floor(deps.now() / SECOND_MS);
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({ alg: "RS256", typ: "JWT", kid: app.keyId })
    .setIssuer(app.clientEmail)
    .setSubject(user)
    .setAudience(metadata.token_endpoint)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + ASSERTION_MS / SECOND_MS)
    .sign(key);
  const client = { client_id: app.clientEmail };
  const nobody: oauth.ClientAuth = () => {};
  try {
    const response = await oauth.genericTokenEndpointRequest(
      metadata,
      client,
      nobody,
      JWT_BEARER,
      { assertion },
      requestOptions(deps, app.issuer),
    );
    return tokensOf(await oauth.processGenericTokenEndpointResponse(metadata, client, response));
  } catch (thrown) {
    throw organisationTrouble("google", thrown);
  }
}

/**
 * A token of Microsoft for the app itself in one tenant, by its certificate (RFC 7523, 2.2). It is
 * given without an admin's consent as well, and then has no roles: `needs` names those that it is
 * of no use without. Throws as `delegatedToken`.
 */
export async function applicationToken(
  deps: Reach,
  app: MicrosoftApp,
  tenant: string,
  scope: string,
  needs: readonly string[] = [],
): Promise<Tokens> {
  if (app.certificateEndsAt <= deps.now()) throw new OrganisationRefused("certificate_expired");
  const metadata = tenantMetadata(app, tenant);
  const client = { client_id: app.clientId };
  const key = await importPKCS8(app.privateKey, "PS256");
  const byCertificate = oauth.PrivateKeyJwt(key, {
    // Microsoft finds the key by the certificate's thumbprint, and wants to be named by its endpoint.
    [oauth.modifyAssertion](header, payload) {
      header["x5t#S256"] = app.thumbprint;
      payload["aud"] = metadata.token_endpoint ?? "";
    },
  });
  try {
    const response = await oauth.clientCredentialsGrantRequest(
      metadata,
      client,
      byCertificate,
      { scope },
      requestOptions(deps, app.issuer),
    );
    const tokens = tokensOf(
      await oauth.processClientCredentialsResponse(metadata, client, response),
    );
    assertRoles(tokens.accessToken, needs);
    return tokens;
  } catch (thrown) {
    throw organisationTrouble("microsoft", thrown);
  }
}

/** By the documented addresses: asking each of 50 tenants for its own would tell nothing else. */
function tenantMetadata(app: MicrosoftApp, tenant: string): oauth.AuthorizationServer {
  const issuer = app.issuer.replace("{tenant}", tenant);
  const base = issuer.replace(/\/v2\.0\/?$/, "");
  return { issuer, token_endpoint: `${base}/oauth2/v2.0/token` };
}

/** Where an admin of a tenant (null: of whichever they sign in to) consents for all of it. */
export function adminConsentUrl(
  app: MicrosoftApp,
  tenant: string | null,
  asked: { readonly redirectUri: string; readonly state: string | null; readonly scope: string },
): string {
  const issuer = app.issuer.replace("{tenant}", tenant ?? "organizations").replace(/\/$/, "");
  const url = new URL(`${issuer}/adminconsent`);
  url.searchParams.set("client_id", app.clientId);
  url.searchParams.set("scope", asked.scope);
  url.searchParams.set("redirect_uri", asked.redirectUri);
  if (asked.state !== null) url.searchParams.set("state", asked.state);
  return url.href;
}

const Roles = z.object({ roles: z.array(z.string()).default([]) });

/** A token that can't be read is left to the mail server to judge. */
function assertRoles(token: string, needs: readonly string[]): void {
  let claims: unknown;
  try {
    claims = decodeJwt(token);
  } catch {
    return;
  }
  const { roles } = Roles.parse(claims);
  if (!needs.every((role) => roles.includes(role))) throw new OrganisationRefused("roles_missing");
}
