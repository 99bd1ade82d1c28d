import { APP_REGISTRATIONS, Copyables, Out, Steps } from "#dashboard/rooms/admin/guide-parts.tsx";
import { Say } from "#dashboard/words/say.tsx";
import { t } from "#dashboard/words/words.ts";
import type { App } from "./queries.ts";

const MAKE_KEY =
  "openssl req -x509 -newkey rsa:2048 -nodes -days 730 -subj /CN=outrider -keyout key.pem -out cert.pem";

/** How to make the service account that domains delegate to. */
export const GoogleSteps = () => (
  <Steps>
    <li>
      <Say
        id="Open <0>IAM & Admin, Service accounts</0>, choose or create a project, and press “Create service account”. Enter a name and press “Done”. It needs no role."
        parts={{ 0: <Out to="https://console.cloud.google.com/iam-admin/serviceaccounts" /> }}
      />
    </li>
    <li>
      <Say
        id="Enable the <0>Admin SDK API</0> in the same project, to list users, and the <1>Gmail API</1>."
        parts={{
          0: <Out to="https://console.cloud.google.com/apis/library/admin.googleapis.com" />,
          1: <Out to="https://console.cloud.google.com/apis/library/gmail.googleapis.com" />,
        }}
      />
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
        <Say
          id="Open <0>Entra admin center, App registrations</0>, “New registration”, “Accounts in any organizational directory”, with a redirect address of the type “Web”: the one below."
          parts={{ 0: <Out to={APP_REGISTRATIONS} /> }}
        />
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
          {MAKE_KEY}
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
