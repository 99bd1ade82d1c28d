import type { SsoShown, StartSsoQuery } from "#modules/accounts/contract/sso.ts";
import { hasUsers } from "#modules/accounts/people/store.ts";
import type { PublicCtx } from "#platform/ctx/ctx.ts";
import { originHere } from "#platform/ctx/own-host.ts";
import { AppError } from "#platform/rules/errors.ts";
import { problemPage, wantsPage } from "./problem-page.ts";
import { readSso, type Sso, ssoStartUrl } from "./read-sso.ts";
import { emergencyAccount } from "./sso-only.ts";
import { startSso } from "./start-sso.ts";

/**
 * What the page of the sign-in shows. A client whose secret can't be opened is none. At a workspace's
 * own host the provider is named only where it can let a client in.
 */
export async function showSignIn(ctx: PublicCtx): Promise<SsoShown> {
  const [sso, emergency, isClaimed] = await Promise.all([
    readSso(ctx).catch(() => null),
    emergencyAccount(ctx),
    hasUsers(ctx.install),
  ]);
  const serves = ctx.ownHost === null || emergency !== null || (sso !== null && admitsClients(sso));
  const enabled = sso !== null && isClaimed && serves;
  return {
    enabled,
    name: enabled ? sso.name : null,
    only: emergency !== null,
    start_url: enabled ? ssoStartUrl(originHere(ctx)) : null,
  };
}

const admitsClients = ({ roles }: Pick<Sso, "roles">): boolean =>
  roles.some(({ role }) => role === "client");

/**
 * Where a browser goes on to that began at the button: to the provider, or to a page that says why
 * not. Other clients get the problem itself. Throws as `startSso`.
 */
export async function leaveForProvider(
  ctx: PublicCtx,
  query: StartSsoQuery,
  request: Request,
): Promise<{ readonly location: string; readonly setCookie: string | null }> {
  try {
    const { url, setCookie } = await startSso(ctx, query, request);
    return { location: url, setCookie };
  } catch (thrown) {
    if (!(thrown instanceof AppError) || !wantsPage(request)) throw thrown;
    const purpose = query.reauthenticate ? "reauthentication" : "sign_in";
    const page = problemPage({ purpose, next: query.next ?? "/" }, thrown);
    return { location: `${originHere(ctx)}${page}`, setCookie: null };
  }
}
