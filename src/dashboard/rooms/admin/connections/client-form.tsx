import type { OauthClientShown } from "#modules/connections/contract/clients.ts";
import type { TransportSecurity } from "#platform/rules/mail/mailbox.ts";
import { fieldError } from "#dashboard/api/problem.ts";
import { SelectField, TextField } from "#dashboard/parts/field.tsx";
import { ClientSecretField } from "#dashboard/rooms/admin/guide-parts.tsx";
import { t } from "#dashboard/words/words.ts";
import type { ClientFields } from "./client-fields.ts";

type FormProps = {
  client: OauthClientShown;
  fields: ClientFields;
  error: unknown;
  onChange: (change: Partial<ClientFields>) => void;
};
type TextName = Exclude<keyof ClientFields, "smtp_security" | "imap_security">;

/** What the provider's console shows; read-only where the environment sets it. */
export function ClientForm({ client, fields, error, onChange }: FormProps) {
  const { provider, source, has_client_secret } = client;
  const readOnly = source === "environment";
  const text = (
    name: TextName,
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
    <>
      <div className="grid gap-3 wide:grid-cols-2">
        {text("client_id", t("Client ID"))}
        <ClientSecretField
          isStored={has_client_secret}
          readOnly={readOnly}
          value={fields.client_secret}
          error={fieldError(error, "client_secret")}
          onChange={(client_secret) => onChange({ client_secret })}
        />
        {provider === "microsoft" &&
          text("tenant", t("Tenant"), {
            placeholder: "organizations",
            hint: t("Who can sign in: one organization's id or domain. Empty: every organization."),
          })}
        {provider === "custom" && (
          <>
            {text("name", t("Name"), { hint: t("The button reads “Connect” and this name.") })}
            {text("issuer", t("Issuer"), { placeholder: "https://id.example.com" })}
            {text("scopes", t("Scopes"), {
              placeholder: "openid email offline_access",
              hint: t("With spaces between them."),
            })}
          </>
        )}
      </div>
      {provider === "custom" &&
        (["smtp", "imap"] as const).map((kind) => (
          <ServerFields
            key={kind}
            kind={kind}
            {...{ client, fields, error, onChange }}
            readOnly={readOnly}
          />
        ))}
    </>
  );
}

const SECURITIES: readonly (readonly [TransportSecurity, string])[] = [
  ["auto", t("Automatic")],
  ["tls", "TLS"],
  ["starttls", "STARTTLS"],
  ["none", t("None")],
];

/** The server that mailboxes of an own provider send by, or are read from. */
function ServerFields({
  kind,
  fields,
  error,
  onChange,
  readOnly,
}: FormProps & { kind: "smtp" | "imap"; readOnly: boolean }) {
  const protocol = kind.toUpperCase();
  const security = fields[`${kind}_security`];
  return (
    <div className="grid gap-3 wide:grid-cols-[minmax(0,2fr)_6rem_10rem]">
      <TextField
        label={t("{protocol} server", { protocol })}
        autoComplete="off"
        readOnly={readOnly}
        placeholder={kind === "imap" ? t("None: mailboxes only send") : "smtp.example.com"}
        value={fields[`${kind}_host`]}
        error={fieldError(error, `${kind}.host`) ?? fieldError(error, kind)}
        onChange={(event) => onChange({ [`${kind}_host`]: event.target.value })}
      />
      <TextField
        label={t("{protocol} port", { protocol })}
        inputMode="numeric"
        readOnly={readOnly}
        placeholder={kind === "smtp" ? "587" : "993"}
        value={fields[`${kind}_port`]}
        error={fieldError(error, `${kind}.port`)}
        onChange={(event) => onChange({ [`${kind}_port`]: event.target.value })}
      />
      <SelectField
        label={t("{protocol} encryption", { protocol })}
        disabled={readOnly}
        value={security}
        onChange={(event) =>
          onChange({
            [`${kind}_security`]:
              SECURITIES.find(([known]) => known === event.target.value)?.[0] ?? "auto",
          })
        }
      >
        {SECURITIES.map(([value, shown]) => (
          <option key={value} value={value}>
            {shown}
          </option>
        ))}
      </SelectField>
    </div>
  );
}
