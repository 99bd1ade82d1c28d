import type { Deps } from "#platform/ctx/ctx.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import { clientSecretPlace, mayAsk } from "#platform/oauth/client.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { Provider } from "#modules/connections/rules/kinds.ts";
import {
  ANY_TENANT,
  GRAPH_MAIL_PERMISSIONS,
  mailServerOf,
  MICROSOFT_GRAPH,
  PROVIDER_FACTS,
} from "#modules/connections/rules/providers.ts";
import type { OauthClient } from "./client.ts";
import { selectOauthClient } from "#platform/oauth/store.ts";
import { ClientOptions } from "./options.ts";

/** What a client is made of, wherever it was entered. */
type Entered = ClientOptions & { readonly clientId: string; readonly clientSecret: string };

/** The client that the environment names; null where it names none. */
export function environmentClient(settings: Settings, provider: Provider): Entered | null {
  const prefix = `OAUTH_${provider.toUpperCase() as Uppercase<Provider>}` as const;
  const clientId = settings[`${prefix}_CLIENT_ID`];
  const clientSecret = settings[`${prefix}_CLIENT_SECRET`];
  if (clientId === undefined || clientSecret === undefined) return null;
  const [issuer, smtp, imap] = [
    settings[`${prefix}_ISSUER`],
    settings[`${prefix}_SMTP`],
    settings[`${prefix}_IMAP`],
  ];
  return {
    clientId,
    clientSecret,
    ...(issuer !== undefined && { issuer }),
    ...(smtp !== undefined && { smtp: mailServerOf(smtp) }),
    ...(imap !== undefined && { imap: mailServerOf(imap) }),
    ...(provider === "microsoft" &&
      settings.OAUTH_MICROSOFT_TENANT !== undefined && { tenant: settings.OAUTH_MICROSOFT_TENANT }),
    ...(provider === "custom" && {
      name: settings.OAUTH_CUSTOM_NAME,
      scopes: settings.OAUTH_CUSTOM_SCOPES?.split(/[\s,]+/).filter((scope) => scope !== ""),
    }),
  };
}

/**
 * The install's client at a provider: the environment's, else the admins'. Null where there is none,
 * or not enough of it. Throws when its secret can't be opened.
 */
export async function readOauthClient(
  deps: Pick<Deps, "install" | "settings" | "vault">,
  provider: Provider,
): Promise<OauthClient | null> {
  const entered =
    environmentClient(deps.settings, provider) ?? (await storedClient(deps, provider));
  return entered && clientOf(deps.settings, provider, entered);
}

async function storedClient(
  { install, vault }: Pick<Deps, "install" | "vault">,
  provider: Provider,
): Promise<Entered | null> {
  const row = await selectOauthClient(install, provider);
  if (!row) return null;
  return {
    ...ClientOptions.parse(row.options),
    clientId: row.clientId,
    clientSecret: await vault.open(row.secret, clientSecretPlace(provider)),
  };
}

function clientOf(settings: Settings, provider: Provider, entered: Entered): OauthClient | null {
  const { clientId, clientSecret } = entered;
  if (provider === "custom") {
    const { issuer, smtp, imap = null, scopes = ["openid", "email", "offline_access"] } = entered;
    if (issuer === undefined || smtp === undefined) return null;
    return {
      provider,
      name: entered.name ?? new URL(issuer).hostname,
      issuer: checkedIssuer(settings, issuer),
      clientId,
      clientSecret,
      scopes: [...new Set(["openid", ...scopes])],
      apiScopes: [],
      needs: [],
      smtp,
      imap,
      // Without it a provider may give no refresh token (OpenID Connect Core 11).
      consent: { prompt: "consent" },
      isPerResource: false,
    };
  }
  const facts = PROVIDER_FACTS[provider];
  const issuer = (entered.issuer ?? facts.issuer).replace("{tenant}", entered.tenant ?? ANY_TENANT);
  return {
    provider,
    name: facts.name,
    issuer: checkedIssuer(settings, issuer),
    clientId,
    clientSecret,
    scopes: facts.scopes,
    apiScopes: provider === "microsoft" ? graphScopes(settings) : [],
    needs: facts.needs,
    smtp: entered.smtp ?? facts.smtp,
    imap: entered.imap === undefined ? facts.imap : entered.imap,
    consent: facts.consent,
    isPerResource: facts.isPerResource,
  };
}

/** Named by where Graph is: in a national cloud elsewhere. */
const graphScopes = (settings: Settings): string[] => {
  const base = (settings.OAUTH_MICROSOFT_API ?? MICROSOFT_GRAPH).replace(/\/$/, "");
  return GRAPH_MAIL_PERMISSIONS.map((permission) => `${base}/${permission}`);
};

/** Throws `oauth_client_missing` for an issuer that may not be asked. */
export function checkedIssuer(settings: Settings, issuer: string): string {
  if (mayAsk(settings, issuer)) return issuer;
  throw new AppError("oauth_client_missing", "The provider's issuer has to be an https address.");
}
