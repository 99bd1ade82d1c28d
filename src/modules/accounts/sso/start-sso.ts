import { createHash, randomBytes } from "node:crypto";
import type { StartSsoQuery } from "#modules/accounts/contract/sso.ts";
import { hasUsers } from "#modules/accounts/people/store.ts";
import { isGoogle } from "#modules/accounts/rules/sso.ts";
import { identifyCookie } from "#modules/accounts/sign-in/identify.ts";
import {
  type CallerCtx,
  type Deps,
  type Person,
  personOf,
  type PublicCtx,
} from "#platform/ctx/ctx.ts";
import { originHere } from "#platform/ctx/own-host.ts";
import { runBatch } from "#platform/db/db.ts";
import { flowCookie, readFlowCookie } from "#platform/http/cookie.ts";
import { beginAuthorization } from "#platform/oauth/authorize.ts";
import { providerTrouble } from "#platform/oauth/trouble.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { later, MINUTE_MS, SECOND_MS } from "#platform/rules/time.ts";
import {
  deleteExpiredSsoFlows,
  type FlowPurpose,
  type FlowRow,
  insertSsoFlow,
} from "./flows-store.ts";
import { type Sso, ssoOf, ssoRedirectUri } from "./read-sso.ts";

/** A way out is good for so long. */
export const FLOW_MS = 10 * MINUTE_MS;

/** Where a flow's verifier is sealed. */
export const SSO_VERIFIER_PLACE = "sso_flows:verifier";

export const flowHash = (text: string): string =>
  createHash("sha256").update(`sso flow ${text}`).digest("hex");

/** A way out to the provider: where to send the browser, and the cookie by which it is known again. */
export type Begun = {
  readonly url: string;
  readonly setCookie: string;
  readonly expiresAt: UnixMs;
};

/**
 * Begins a sign-in, or the confirmation of the person whose session the browser has. Throws
 * `oauth_client_missing` where there is no single sign-on or nobody has an account yet,
 * `malformed_request` for another provider's link, `unauthenticated`, `upstream_unavailable`.
 */
export async function startSso(
  ctx: PublicCtx,
  query: StartSsoQuery,
  request: Request,
): Promise<Begun> {
  const sso = await ssoOf(ctx);
  if (query.iss !== undefined && query.iss !== sso.issuer) {
    throw new AppError("malformed_request", "This link is of another provider.");
  }
  if (query.reauthenticate) {
    const person = await personBehind(ctx, request);
    if (!person) throw new AppError("unauthenticated", "Sign in first.");
    return begin(ctx, sso, request, {
      purpose: "reauthentication",
      session: person.sessionId,
      next: query.next ?? "/",
      parameters: freshSignIn(sso),
    });
  }
  // The first account of an installation has to be a super admin, which nobody becomes by a provider.
  if (!(await hasUsers(ctx.install))) {
    throw new AppError("oauth_client_missing", "Set this installation up first.");
  }
  return begin(ctx, sso, request, {
    purpose: "sign_in",
    session: null,
    next: query.next ?? "/",
    parameters: query.login_hint === undefined ? {} : { login_hint: query.login_hint },
  });
}

/** Begins to link the caller's account. Throws `oauth_client_missing`, `upstream_unavailable`. */
export async function startLink(ctx: CallerCtx, request: Request): Promise<Begun> {
  const { sessionId } = personOf(ctx.caller);
  return begin(ctx, await ssoOf(ctx), request, {
    purpose: "link",
    session: sessionId,
    next: "/account",
    parameters: {},
  });
}

/** Who has the session of this browser; null: nobody. */
async function personBehind(ctx: PublicCtx, request: Request): Promise<Person | null> {
  const known = await identifyCookie(ctx, request, null);
  return known && !known.caller.byKey ? known.caller : null;
}

/** The person whose session began a flow. Throws `unauthenticated` for any other. */
export async function personOfFlow(
  ctx: PublicCtx,
  { sessionHash }: Pick<FlowRow, "sessionHash">,
  request: Request,
): Promise<Person> {
  const person = await personBehind(ctx, request);
  if (person && sessionHash === flowHash(person.sessionId)) return person;
  throw new AppError("unauthenticated", "Sign in first, then start again.");
}

/** Asks the provider for a sign-in of this moment. Google knows no `prompt=login`. */
const freshSignIn = ({ issuer }: Sso): Record<string, string> => ({
  prompt: isGoogle(issuer) ? "select_account" : "login",
  max_age: "0",
});

async function begin(
  ctx: PublicCtx,
  sso: Sso,
  request: Request,
  flow: {
    readonly purpose: FlowPurpose;
    readonly session: string | null;
    readonly next: string;
    readonly parameters: Readonly<Record<string, string>>;
  },
): Promise<Begun> {
  const { BASE_URL } = ctx.settings;
  const [domain] = sso.domains;
  const { url, secrets } = await beginAuthorization(ctx, sso, {
    redirectUri: ssoRedirectUri(BASE_URL),
    scopes: [...new Set(["openid", ...sso.scopes])],
    parameters: {
      ...(isGoogle(sso.issuer) && { hd: sso.domains.length === 1 ? (domain ?? "*") : "*" }),
      ...flow.parameters,
    },
  }).catch((cause: unknown) => {
    const { words } = providerTrouble(cause);
    throw new AppError("upstream_unavailable", `${sso.name}: ${words}`, { cause });
  });
  // Other tabs of the same browser may be on their way as well.
  const browser =
    readFlowCookie(request.headers.get("cookie"), originHere(ctx)) ??
    randomBytes(32).toString("base64url");
  const expiresAt = later(ctx.now(), FLOW_MS);
  await runBatch(ctx.install, [
    insertSsoFlow(ctx.install, {
      stateHash: flowHash(secrets.state),
      browserHash: flowHash(browser),
      purpose: flow.purpose,
      sessionHash: flow.session === null ? null : flowHash(flow.session),
      verifier: await ctx.vault.seal(secrets.verifier, SSO_VERIFIER_PLACE),
      nonce: secrets.nonce,
      host: ctx.ownHost?.host ?? null,
      next: flow.next,
      expiresAt,
    }),
  ]);
  return { url, setCookie: flowCookie(browser, originHere(ctx), FLOW_MS / SECOND_MS), expiresAt };
}

/** Sweep: people who never came back. */
export const forgetExpiredSsoFlows = (deps: Deps): Promise<void> =>
  deleteExpiredSsoFlows(deps.install, deps.now());
