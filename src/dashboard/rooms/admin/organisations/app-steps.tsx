import { Out, Steps } from "#dashboard/rooms/admin/guide-parts.tsx";
import { Copyables } from "#dashboard/rooms/admin/guide-parts.tsx";
import { t } from "#dashboard/words/words.ts";
import type { App } from "./queries.ts";

/** How to make the service account that domains delegate to. */
export const GoogleSteps = () => (
  <Steps>
    <li>
      {t("Open")}{" "}
      <Out to="https://console.cloud.google.com/iam-admin/serviceaccounts">
        {t("IAM & Admin, Service accounts")}
      </Out>
      {t(
        ", choose or create a project, and press “Create service account”. Enter a name and press “Done”. It needs no role.",
      )}
    </li>
    <li>
      {t("Enable the")}{" "}
      <Out to="https://console.cloud.google.com/apis/library/admin.googleapis.com">
        {t("Admin SDK API")}
      </Out>{" "}
      {t("in the same project, to list users, and the")}{" "}
      <Out to="https://console.cloud.google.com/apis/library/gmail.googleapis.com">
        {t("Gmail API")}
      </Out>
      .
    </li>
    <li>
      {t(
        "Open the account, then “Keys”, “Add key”, “Create new key”, “JSON”. The file is downloaded once.",
      )}
    </li>
    <li>{t("Choose this file below and save. The key is encrypted and never shown again.")}</li>
    <li>
      {t(
        "Then add each domain above. Its super admin enters the client ID and scopes shown there.",
      )}
    </li>
  </Steps>
);

/** How to make the app that tenants consent to. */
export const MicrosoftSteps = ({ app: { redirect_uri, scopes } }: { app: App }) => (
  <>
    <Steps>
      <li>
        {t("Open")}{" "}
        <Out to="https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade">
          {t("Entra admin center, App registrations")}
        </Out>
        {t(
          ", “New registration”, “Accounts in any organizational directory”, with a redirect address of the type “Web”: the one below.",
        )}
      </li>
      <li>
        {t(
          "Open “API permissions”, “Add a permission”, “APIs my organization uses”, “Office 365 Exchange Online”, “Application permissions”, and tick IMAP.AccessAsApp and SMTP.SendAsApp.",
        )}
      </li>
      <li>
        {t("Add “Microsoft Graph”, “Application permissions”, User.Read.All, to list users.")}
      </li>
      <li>
        {t("Create a key and a certificate on your own machine:")}
        <code className="block overflow-x-auto rounded-2 bg-surface-2 px-3 py-2" tabIndex={0}>
          {t(
            "openssl req -x509 -newkey rsa:2048 -nodes -days 730 -subj /CN=outrider -keyout key.pem -out cert.pem",
          )}
        </code>
      </li>
      <li>
        {t(
          "Upload cert.pem under “Certificates & secrets”, “Certificates”. Then enter the Application (client) ID of the page “Overview”, cert.pem and key.pem below, and save.",
        )}
      </li>
      <li>{t("Then add each tenant above. Its admin accepts once, by a link.")}</li>
    </Steps>
    <Copyables
      values={[
        ...(redirect_uri === null ? [] : [[t("Redirect address"), redirect_uri] as const]),
        [t("Permissions"), scopes.join(" ")],
      ]}
    />
  </>
);
