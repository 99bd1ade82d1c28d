import { Out, Steps } from "#dashboard/rooms/admin/guide-parts.tsx";
import { Copyables } from "#dashboard/rooms/admin/guide-parts.tsx";
import type { App } from "./queries.ts";

/** How to make the service account that domains delegate to. */
export const GoogleSteps = () => (
  <Steps>
    <li>
      Open{" "}
      <Out to="https://console.cloud.google.com/iam-admin/serviceaccounts">
        IAM &amp; Admin, Service accounts
      </Out>
      , choose or create a project, and press “Create service account”. Enter a name and press
      “Done”. It needs no role.
    </li>
    <li>
      Enable the{" "}
      <Out to="https://console.cloud.google.com/apis/library/admin.googleapis.com">
        Admin SDK API
      </Out>{" "}
      in the same project, to list users, and the{" "}
      <Out to="https://console.cloud.google.com/apis/library/gmail.googleapis.com">Gmail API</Out>.
    </li>
    <li>
      Open the account, then “Keys”, “Add key”, “Create new key”, “JSON”. The file is downloaded
      once.
    </li>
    <li>Choose this file below and save. The key is encrypted and never shown again.</li>
    <li>
      Then add each domain above. Its super admin enters the client ID and scopes shown there.
    </li>
  </Steps>
);

/** How to make the app that tenants consent to. */
export const MicrosoftSteps = ({ app: { redirect_uri, scopes } }: { app: App }) => (
  <>
    <Steps>
      <li>
        Open{" "}
        <Out to="https://entra.microsoft.com/#view/Microsoft_AAD_RegisteredApps/ApplicationsListBlade">
          Entra admin center, App registrations
        </Out>
        , “New registration”, “Accounts in any organizational directory”, with a redirect address of
        the type “Web”: the one below.
      </li>
      <li>
        Open “API permissions”, “Add a permission”, “APIs my organization uses”, “Office 365
        Exchange Online”, “Application permissions”, and tick IMAP.AccessAsApp and SMTP.SendAsApp.
      </li>
      <li>Add “Microsoft Graph”, “Application permissions”, User.Read.All, to list users.</li>
      <li>
        Create a key and a certificate on your own machine:
        <code className="block overflow-x-auto rounded-2 bg-surface-2 px-3 py-2" tabIndex={0}>
          openssl req -x509 -newkey rsa:2048 -nodes -days 730 -subj /CN=outrider -keyout key.pem
          -out cert.pem
        </code>
      </li>
      <li>
        Upload cert.pem under “Certificates &amp; secrets”, “Certificates”. Then enter the
        Application (client) ID of the page “Overview”, cert.pem and key.pem below, and save.
      </li>
      <li>Then add each tenant above. Its admin accepts once, by a link.</li>
    </Steps>
    <Copyables
      values={[
        ...(redirect_uri === null ? [] : [["Redirect address", redirect_uri] as const]),
        ["Permissions", scopes.join(" ")],
      ]}
    />
  </>
);
