import { SsoOptions } from "#platform/contract/sso.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import { clientSecretPlace, mayAsk, type ProviderClient } from "#platform/oauth/client.ts";
import { selectOauthClient } from "#platform/oauth/store.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { UnixMs } from "#platform/rules/ids.ts";
import { selectLastSignIn } from "./store.ts";

/** How the client of single sign-on is called among the install's clients. */
export const SSO_CLIENT = "sso";

/** Single sign-on as it is set up: the client with its secret, and who gets in. Not to be logged or kept. */
export type Sso = SsoOptions &
  ProviderClient & {
    /** Since when it is as it is; null: since the start of the process. */
    readonly since: UnixMs | null;
  };

export const SSO_CALLBACK = "/api/v1/auth/sso/callback";

/** Where the provider sends people back to. */
export const ssoRedirectUri = (baseUrl: string): string => `${baseUrl}${SSO_CALLBACK}`;

/** Where the button leads, and the provider's own list of apps. */
export const ssoStartUrl = (origin: string): string => `${origin}/api/v1/auth/sso/start`;

/** What the environment sets; null where it names no client. */
export function environmentSso(settings: Settings): Sso | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, OIDC_SCOPES } = settings;
  if (issuer === undefined || OIDC_CLIENT_ID === undefined || OIDC_CLIENT_SECRET === undefined) {
    return null;
  }
  const options = SsoOptions.parse({
    issuer,
    name: settings.OIDC_NAME,
    scopes: OIDC_SCOPES?.split(/[\s,]+/).filter((scope) => scope !== ""),
    domains: settings.OIDC_DOMAINS,
    create_people: settings.OIDC_CREATE_PEOPLE,
    trust_email: settings.OIDC_TRUST_EMAIL,
    role_claim: settings.OIDC_ROLE_CLAIM,
    roles: settings.OIDC_ROLES,
    default_role: settings.OIDC_DEFAULT_ROLE,
    mfa_values: settings.OIDC_MFA_VALUES,
    session_hours: settings.OIDC_SESSION_HOURS,
  });
  return { ...options, clientId: OIDC_CLIENT_ID, clientSecret: OIDC_CLIENT_SECRET, since: null };
}

type Reach = Pick<Deps, "install" | "settings" | "vault">;

/** The environment's, else the admins'; null where there is none. Throws when its secret can't be opened. */
export async function readSso(deps: Reach): Promise<Sso | null> {
  const sso = environmentSso(deps.settings) ?? (await storedSso(deps));
  return sso && mayAsk(deps.settings, sso.issuer) ? sso : null;
}

async function storedSso({ install, vault }: Reach): Promise<Sso | null> {
  const row = await selectOauthClient(install, SSO_CLIENT);
  if (!row) return null;
  return {
    ...SsoOptions.parse(row.options),
    clientId: row.clientId,
    clientSecret: await vault.open(row.secret, clientSecretPlace(SSO_CLIENT)),
    since: row.updatedAt,
  };
}

/** The same where it has to be there. Throws `oauth_client_missing`. */
export async function ssoOf(deps: Reach): Promise<Sso> {
  const sso = await readSso(deps);
  if (sso) return sso;
  throw new AppError(
    "oauth_client_missing",
    environmentSso(deps.settings)
      ? "The issuer of single sign-on has to be an https address. Ask an admin."
      : "Single sign-on is not set up here. Ask an admin.",
  );
}

/** Whether somebody has signed in since it is as it is. */
export async function isProved(
  { install }: Pick<Deps, "install">,
  { issuer, since }: Pick<Sso, "issuer" | "since">,
): Promise<boolean> {
  const last = await selectLastSignIn(install, issuer);
  return last !== null && last >= (since ?? 0);
}
