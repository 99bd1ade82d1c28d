import * as oauth from "oauth4webapi";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { describePerson, isIncomplete } from "#modules/accounts/rules/sso.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { originHere, originOfHost } from "#platform/ctx/own-host.ts";
import { runBatch } from "#platform/db/db.ts";
import { readFlowCookie } from "#platform/http/cookie.ts";
import { askUserInfo, finishAuthorization } from "#platform/oauth/authorize.ts";
import { Unreached } from "#platform/oauth/egress-fetch.ts";
import { providerTrouble } from "#platform/oauth/trouble.ts";
import { AppError } from "#platform/rules/errors.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { SECOND_MS } from "#platform/rules/time.ts";
import { finishLink } from "./link.ts";
import { finishConfirmation } from "./confirm.ts";
import type { Arrived } from "./find-person.ts";
import { finishSignIn } from "./finish-sign-in.ts";
import { findFlowHost, type FlowRow, takeSsoFlow } from "./flows-store.ts";
import { problemPage, wantsPage } from "./problem-page.ts";
import { type Sso, SSO_CALLBACK, ssoOf, ssoRedirectUri } from "./read-sso.ts";
import { flowHash, SSO_VERIFIER_PLACE } from "./start-sso.ts";

/** The page to send the browser to, here, and the cookie of a session that was opened or renewed. */
export type Landing = { readonly page: string; readonly setCookie: string | null };

/** The same as the whole address. */
export type Arrival = { readonly location: string; readonly setCookie: string | null };

/**
 * The provider has sent somebody back, always to the install's address: a flow that began at a
 * workspace's own host goes on there, where its browser's cookie is. Throws as `takeFlow`.
 */
export async function takeSsoCallback(ctx: PublicCtx, request: Request): Promise<Arrival> {
  const { search, searchParams } = new URL(request.url);
  const stateHash = flowHash(searchParams.get("state") ?? "");
  const host = ctx.ownHost ? null : await findFlowHost(ctx.install, stateHash);
  if (host !== null) {
    const location = `${originOfHost(ctx.settings, host)}${SSO_CALLBACK}${search}`;
    return { location, setCookie: null };
  }
  const { page, setCookie } = await takeFlow(ctx, request, stateHash);
  return { location: `${originHere(ctx)}${page}`, setCookie };
}

/**
 * Takes the flow that somebody's browser left by, once, and answers where in the dashboard to send
 * them. A browser is sent to a page that says what is wrong; others get the problem itself. Throws
 * `consent_unknown` for a state that is unknown, used, too old or another browser's, and what the
 * purpose of the flow throws.
 */
async function takeFlow(ctx: PublicCtx, request: Request, stateHash: string): Promise<Landing> {
  // The person arrived at BASE_URL, whatever address a proxy forwarded to.
  const { search } = new URL(request.url);
  const callback = new URL(`${ssoRedirectUri(ctx.settings.BASE_URL)}${search}`);
  let flow: FlowRow | null = null;
  let arrived: Arrived | null = null;
  try {
    flow = await takeSsoFlow(ctx.install, {
      stateHash,
      browserHash: flowHash(readFlowCookie(request.headers.get("cookie"), originHere(ctx)) ?? ""),
      host: ctx.ownHost?.host ?? null,
      now: ctx.now(),
    });
    if (!flow) throw unknown();
    const sso = await ssoOf(ctx);
    arrived = await askProvider(ctx, sso, flow, callback);
    return await FINISH[flow.purpose](ctx, sso, { flow, arrived, request });
  } catch (thrown) {
    if (!(thrown instanceof AppError)) throw thrown;
    if (flow?.purpose === "sign_in") {
      await runBatch(ctx.install, [
        auditStatement(ctx, {
          action: "auth.sign_in_failed",
          details: { method: "sso", code: thrown.code, email: arrived?.email ?? null },
        }),
      ]);
    }
    if (!wantsPage(request)) throw thrown;
    return { page: problemPage(flow, thrown), setCookie: null };
  }
}

const FINISH = {
  sign_in: finishSignIn,
  link: finishLink,
  reauthentication: finishConfirmation,
} as const;

/** Who it was, by the provider's signed word. Throws `consent_denied`, `upstream_failed`, `upstream_unavailable`. */
async function askProvider(
  ctx: PublicCtx,
  sso: Sso,
  flow: FlowRow,
  callback: URL,
): Promise<Arrived> {
  const kept = {
    state: callback.searchParams.get("state") ?? "",
    nonce: flow.nonce,
    verifier: await ctx.vault.open(flow.verifier, SSO_VERIFIER_PLACE),
    redirectUri: ssoRedirectUri(ctx.settings.BASE_URL),
  };
  try {
    const authorized = await finishAuthorization(ctx, sso, callback, kept, { signed: true });
    const { claims } = authorized;
    const all = isIncomplete(claims, sso)
      ? { ...(await askUserInfo(ctx, sso, authorized)), ...claims }
      : claims;
    return {
      issuer: sso.issuer,
      subject: claims.sub,
      signedInAt: claims.auth_time === undefined ? null : unixMs(claims.auth_time * SECOND_MS),
      ...describePerson(all, sso),
    };
  } catch (cause) {
    throw failure(sso, cause);
  }
}

function failure({ name }: Sso, cause: unknown): AppError {
  const { kind, words } = providerTrouble(cause);
  const mayPass = cause instanceof Unreached || cause instanceof oauth.ResponseBodyError;
  if (kind === "consent_denied") {
    return new AppError("consent_denied", `${name} reports that access was not granted: ${words}`, {
      cause,
    });
  }
  if (kind === "provider_unavailable" && mayPass) {
    return new AppError("upstream_unavailable", `${name}: ${words} Try again in a moment.`, {
      cause,
    });
  }
  return new AppError("upstream_failed", `${name} refused the sign-in. ${words}`, { cause });
}

const unknown = (): AppError =>
  new AppError(
    "consent_unknown",
    "This answer of the provider is unknown, was used already or is older than ten minutes. Sign in again.",
  );
