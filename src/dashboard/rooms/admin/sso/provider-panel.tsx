import { fieldError } from "#dashboard/api/problem.ts";
import { TextField } from "#dashboard/parts/field.tsx";
import { Panel } from "#dashboard/parts/panel.tsx";
import { Note } from "#dashboard/parts/states.tsx";
import { Status } from "#dashboard/parts/status.tsx";
import { ClientSecretField, Copyables } from "#dashboard/rooms/admin/guide-parts.tsx";
import { t } from "#dashboard/words/words.ts";
import type { SsoFields } from "./fields.ts";
import type { PartProps } from "./sso.tsx";

type TextName = "issuer" | "client_id" | "name" | "scopes";

/** The client at the provider. */
export function ProviderPanel({ sso, fields, error, readOnly, onChange }: PartProps) {
  const text = (
    name: TextName & keyof SsoFields,
    label: string,
    more: { hint?: string; placeholder?: string } = {},
  ) => (
    <TextField
      label={label}
      autoComplete="off"
      spellCheck={false}
      readOnly={readOnly}
      value={fields[name]}
      error={fieldError(error, name)}
      onChange={(event) => onChange({ [name]: event.target.value })}
      {...more}
    />
  );
  return (
    <Panel
      title={t("Provider")}
      aside={
        sso.source === null ? (
          <Status shape="ring">{t("Not set up")}</Status>
        ) : sso.source === "environment" ? (
          <Status tone="ok">{t("Set by environment")}</Status>
        ) : sso.proved ? (
          <Status tone="ok">{t("Works")}</Status>
        ) : (
          <Status shape="draft">{t("Nobody has signed in yet")}</Status>
        )
      }
    >
      <div className="grid gap-4">
        {sso.source === "environment" && (
          <Note tone="info" title={t("Environment variables set up single sign-on")}>
            {t("Change them where the server starts. What is entered here would have no effect.")}
          </Note>
        )}
        <p className="text-text-2">
          {t(
            "Create a web application at the provider with this redirect address. The start address is for its own list of apps.",
          )}
        </p>
        <Copyables
          values={[
            [t("Redirect address"), sso.redirect_uri],
            [t("Start address"), sso.start_url],
          ]}
        />
        <div className="grid gap-3 wide:grid-cols-2">
          {text("issuer", t("Issuer"), {
            placeholder: "https://example.okta.com",
            hint: t("Its address without “/.well-known/openid-configuration”."),
          })}
          {text("name", t("Name"), {
            placeholder: t("single sign-on"),
            hint: t("The button reads “Continue with” and this name."),
          })}
          {text("client_id", t("Client ID"))}
          <ClientSecretField
            isStored={sso.has_client_secret}
            readOnly={readOnly}
            value={fields.client_secret}
            error={fieldError(error, "client_secret")}
            onChange={(client_secret) => onChange({ client_secret })}
          />
          {text("scopes", t("Scopes"), {
            placeholder: "openid email profile",
            hint: t(
              "With spaces between them. Some providers send groups only for the scope “groups”.",
            ),
          })}
        </div>
      </div>
    </Panel>
  );
}
