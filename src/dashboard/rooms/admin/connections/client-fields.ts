import type { OauthClientBody, OauthClientShown } from "#modules/connections/contract/clients.ts";

type Server = NonNullable<OauthClientBody["smtp"]>;

/** A client as its form holds it: texts, empty where nothing is entered. */
export const fieldsOfClient = (client: OauthClientShown) => ({
  client_id: client.client_id ?? "",
  client_secret: "",
  name: client.name ?? "",
  tenant: client.tenant ?? "",
  issuer: client.issuer ?? "",
  scopes: client.scopes?.join(" ") ?? "",
  smtp_host: client.smtp?.host ?? "",
  smtp_port: String(client.smtp?.port ?? ""),
  smtp_security: client.smtp?.security ?? "auto",
  imap_host: client.imap?.host ?? "",
  imap_port: String(client.imap?.port ?? ""),
  imap_security: client.imap?.security ?? "auto",
});
export type ClientFields = ReturnType<typeof fieldsOfClient>;

const DEFAULT_PORTS = { smtp: 587, imap: 993 } as const;

/** What a form says, as the API takes it. What only the API can set stays as it is. */
export function bodyOfClient(client: OauthClientShown, fields: ClientFields): OauthClientBody {
  const { client_id, client_secret, name, tenant, issuer } = fields;
  const own = { client_id, ...(client_secret !== "" && { client_secret }) };
  if (client.provider !== "custom") {
    return {
      ...own,
      ...(tenant !== "" && { tenant }),
      ...(client.issuer !== null && { issuer: client.issuer }),
      ...(client.smtp !== null && { smtp: client.smtp }),
      ...(client.imap !== null && { imap: client.imap }),
    };
  }
  const scopes = fields.scopes.split(/[\s,]+/).filter(Boolean);
  const smtp = serverOf(fields, "smtp");
  return {
    ...own,
    ...(name !== "" && { name }),
    ...(issuer !== "" && { issuer }),
    ...(scopes.length > 0 && { scopes }),
    ...(smtp && { smtp }),
    imap: serverOf(fields, "imap"),
  };
}

function serverOf(fields: ClientFields, kind: "smtp" | "imap"): Server | null {
  const host = fields[`${kind}_host`].trim();
  if (host === "") return null;
  const port = Number(fields[`${kind}_port`] || DEFAULT_PORTS[kind]);
  return { host, port, security: fields[`${kind}_security`] };
}
