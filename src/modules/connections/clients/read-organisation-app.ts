import type { Deps } from "#platform/ctx/ctx.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import type { OrganisationProvider } from "#modules/connections/rules/kinds.ts";
import {
  GOOGLE_DIRECTORY,
  MICROSOFT_GRAPH,
  ANY_TENANT,
  mailServerOf,
  PROVIDER_FACTS,
} from "#modules/connections/rules/providers.ts";
import { selectOauthClient } from "#platform/oauth/store.ts";
import type { GoogleApp, MicrosoftApp, OrganisationApp } from "./organisation-app.ts";
import { APP_NAMES, GoogleAppOptions, MicrosoftAppOptions } from "./organisation-options.ts";
import { clientSecretPlace } from "#platform/oauth/client.ts";
import { checkedIssuer } from "./read-client.ts";

type Reach = Pick<Deps, "install" | "settings" | "vault">;

/** The install's service account at Google. Null where nobody entered one; throws when its key can't be opened. */
export async function readGoogleApp({
  install,
  settings,
  vault,
}: Reach): Promise<GoogleApp | null> {
  const row = await selectOauthClient(install, APP_NAMES.google);
  if (!row) return null;
  const options = GoogleAppOptions.parse(row.options);
  const issuer = options.issuer ?? settings.OAUTH_GOOGLE_ISSUER ?? PROVIDER_FACTS.google.issuer;
  return {
    provider: "google",
    issuer: checkedIssuer(settings, issuer),
    directoryUrl: checkedIssuer(settings, options.directory_url ?? GOOGLE_DIRECTORY),
    clientId: row.clientId,
    clientEmail: options.client_email,
    keyId: options.key_id,
    privateKey: await vault.open(row.secret, clientSecretPlace(APP_NAMES.google)),
    since: options.since,
  };
}

/** The install's multi-tenant app at Microsoft, as `readGoogleApp`. */
export async function readMicrosoftApp({
  install,
  settings,
  vault,
}: Reach): Promise<MicrosoftApp | null> {
  const row = await selectOauthClient(install, APP_NAMES.microsoft);
  if (!row) return null;
  const options = MicrosoftAppOptions.parse(row.options);
  const issuer =
    options.issuer ?? settings.OAUTH_MICROSOFT_ISSUER ?? PROVIDER_FACTS.microsoft.issuer;
  return {
    provider: "microsoft",
    issuer: checkedIssuer(settings, issuer.replace(`/${ANY_TENANT}/`, "/{tenant}/")),
    directoryUrl: checkedIssuer(settings, options.directory_url ?? MICROSOFT_GRAPH),
    clientId: row.clientId,
    thumbprint: options.thumbprint,
    certificateEndsAt: options.certificate_ends_at,
    privateKey: await vault.open(row.secret, clientSecretPlace(APP_NAMES.microsoft)),
    since: options.since,
  };
}

/** The install's app for organisations at a provider. */
export const readOrganisationApp = (
  deps: Reach,
  provider: OrganisationProvider,
): Promise<OrganisationApp | null> =>
  provider === "google" ? readGoogleApp(deps) : readMicrosoftApp(deps);

/** Where mailboxes of a provider's organisations send and are read. */
export function organisationServers(settings: Settings, provider: OrganisationProvider) {
  const facts = PROVIDER_FACTS[provider];
  const [smtp, imap] =
    provider === "google"
      ? [settings.OAUTH_GOOGLE_SMTP, settings.OAUTH_GOOGLE_IMAP]
      : [settings.OAUTH_MICROSOFT_SMTP, settings.OAUTH_MICROSOFT_IMAP];
  return {
    smtp: smtp === undefined ? facts.smtp : mailServerOf(smtp),
    imap: imap === undefined ? facts.imap : mailServerOf(imap),
  };
}
