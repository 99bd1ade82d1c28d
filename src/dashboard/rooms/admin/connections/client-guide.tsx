import type { OauthClientShown } from "#modules/connections/contract/clients.ts";
import { APP_REGISTRATIONS, Copyables, Out, Steps } from "#dashboard/rooms/admin/guide-parts.tsx";
import { Say } from "#dashboard/words/say.tsx";
import { t } from "#dashboard/words/words.ts";

/** What to enter at the provider; what the API shows of an own one it names itself. */
const SCOPES = {
  google: [[t("Scope"), "https://mail.google.com/"]],
  microsoft: [
    [t("Exchange permissions"), "IMAP.AccessAsUser.All SMTP.Send"],
    [t("Graph permissions"), "offline_access openid email profile"],
  ],
  custom: [[t("Scopes"), "openid email offline_access"]],
} as const;

/** Every click to a client of the operator's own, and all that has to be entered there. */
export function ClientGuide({ client, name }: { client: OauthClientShown; name: string }) {
  const { provider, redirect_uri } = client;
  const values = [[t("Redirect address"), redirect_uri] as const, ...SCOPES[provider]];
  const Guide = GUIDES[provider];
  return (
    <div className="grid gap-3">
      <Guide />
      <Copyables values={values} of={name} />
    </div>
  );
}

const Google = () => (
  <Steps>
    <li>
      <Say
        id="Create or choose a <0>project</0>. For “Internal” below, it has to belong to your Google Workspace."
        parts={{ 0: <Out to="https://console.cloud.google.com/projectcreate" /> }}
      />
    </li>
    <li>
      <Say
        id="Open <0>Google Auth Platform</0>, “Get started”, and choose the audience: “Internal” for your own Workspace, which Google does not verify. With “External” in testing, access ends after 7 days."
        parts={{ 0: <Out to="https://console.cloud.google.com/auth/overview" /> }}
      />
    </li>
    <li>
      <Say
        id="Open <0>Data access</0>, “Add or remove scopes”, and paste the scope below under “Manually add scopes”."
        parts={{ 0: <Out to="https://console.cloud.google.com/auth/scopes" /> }}
      />
    </li>
    <li>
      <Say
        id="Open <0>Clients</0>, “Create client”, “Web application”, and add the redirect address below under “Authorized redirect URIs”."
        parts={{ 0: <Out to="https://console.cloud.google.com/auth/clients" /> }}
      />
    </li>
    <li>{t("Copy the client ID and the client secret, enter them here, and save.")}</li>
  </Steps>
);

const Microsoft = () => (
  <Steps>
    <li>
      <Say
        id="Open <0>Entra admin center, App registrations</0>, “New registration”. Choose your organization only, or any organization, and add the redirect address below with the type “Web”."
        parts={{ 0: <Out to={APP_REGISTRATIONS} /> }}
      />
    </li>
    <li>
      {t(
        "Open “API permissions”, “Add a permission”, “APIs my organization uses”, “Office 365 Exchange Online”, “Delegated permissions”, and tick the two Exchange permissions below.",
      )}
    </li>
    <li>
      {t(
        "Add “Microsoft Graph”, “Delegated permissions”, and tick the four Graph permissions below.",
      )}
    </li>
    <li>{t("Press “Grant admin consent”, or people may stay on a page that asks for it.")}</li>
    <li>
      {t(
        "Open “Certificates & secrets”, “New client secret”, and copy its value, not its ID. It ends after two years at most.",
      )}
    </li>
    <li>
      {t(
        "Enter the Application (client) ID of the page “Overview” and the secret here, and save. For your organization only, enter its tenant ID too.",
      )}
    </li>
  </Steps>
);

const Own = () => (
  <Steps>
    <li>
      {t(
        "Create a confidential client with the authorization code flow, PKCE and refresh tokens, and the redirect address below.",
      )}
    </li>
    <li>{t("Allow the scopes below, and those that its mail servers require.")}</li>
    <li>
      {t(
        "Enter its ID and secret here, the issuer (its address without “/.well-known/openid-configuration”), and the mail servers, and save.",
      )}
    </li>
  </Steps>
);

const GUIDES = { google: Google, microsoft: Microsoft, custom: Own } as const;
