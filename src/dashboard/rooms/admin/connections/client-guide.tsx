import type { OauthClientShown } from "#modules/connections/contract/clients.ts";
import { Copyables } from "#dashboard/rooms/admin/guide-parts.tsx";
import { Out, Steps } from "#dashboard/rooms/admin/guide-parts.tsx";
import { t } from "#dashboard/words/words.ts";

/** What to enter at the provider; what the API shows of an own one it names itself. */
const SCOPES = {
  google: [[t("Scope"), "https://mail.google.com/"]],
  microsoft: [
    [t("Exchange permissions"), t("IMAP.AccessAsUser.All SMTP.Send")],
    [t("Graph permissions"), t("offline_access openid email profile")],
  ],
  custom: [[t("Scopes"), t("openid email offline_access")]],
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
      {t("Create or choose a")}{" "}
      <Out to="https://console.cloud.google.com/projectcreate">{t("project")}</Out>
      {t(". For “Internal” below, it has to belong to your Google Workspace.")}
    </li>
    <li>
      {t("Open")}{" "}
      <Out to="https://console.cloud.google.com/auth/overview">{t("Google Auth Platform")}</Out>
      {t(
        ", “Get started”, and choose the audience: “Internal” for your own Workspace, which Google does not verify. With “External” in testing, access ends after 7 days.",
      )}
    </li>
    <li>
      {t("Open")} <Out to="https://console.cloud.google.com/auth/scopes">{t("Data access")}</Out>
      {t(", “Add or remove scopes”, and paste the scope below under “Manually add scopes”.")}
    </li>
    <li>
      {t("Open")} <Out to="https://console.cloud.google.com/auth/clients">{t("Clients")}</Out>
      {t(
        ", “Create client”, “Web application”, and add the redirect address below under “Authorized redirect URIs”.",
      )}
    </li>
    <li>{t("Copy the client ID and the client secret, enter them here, and save.")}</li>
  </Steps>
);

const Microsoft = () => (
  <Steps>
    <li>
      {t("Open")}{" "}
      <Out to="https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade">
        {t("Entra admin center, App registrations")}
      </Out>
      {t(
        ", “New registration”. Choose your organization only, or any organization, and add the redirect address below with the type “Web”.",
      )}
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
