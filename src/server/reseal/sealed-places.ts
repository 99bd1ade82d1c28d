/** Where sealed values lie. `place` is what each was sealed for: see the function that seals it. */
export type SealedPlace = {
  readonly table: string;
  /** The column that holds the row's own part of the place; null: it has none. */
  readonly owner: "workspace_id" | "id" | "name" | "user_id" | "hash" | "key" | null;
  /** SQL that reads the value. */
  readonly read: string;
  /** SQL that writes it; one parameter. */
  readonly write: string;
  readonly place: string;
};

const column = (table: string, name: string): SealedPlace => ({
  table,
  owner: "workspace_id",
  read: name,
  write: `${name} = ?`,
  place: `${table}:${name}`,
});

const setting = (path: string, name: string): SealedPlace => ({
  table: "workspace_settings",
  owner: "workspace_id",
  read: `value ->> '${path}'`,
  write: `value = json_set(value, '${path}', ?)`,
  place: `workspace_settings:${name}`,
});

export const SEALED_PLACES: readonly SealedPlace[] = [
  column("mailboxes", "smtp_password"),
  column("mailboxes", "imap_password"),
  column("mail_grants", "refresh_token"),
  column("mail_grants", "access_token"),
  column("mail_grants", "api_token"),
  { ...column("oauth_clients", "secret"), owner: "name" },
  { ...column("totp_factors", "secret"), owner: "user_id" },
  { ...column("erasures", "sealed_email"), owner: "hash" },
  { ...column("mailbox_import_rows", "smtp_password"), place: "mailboxes:smtp_password" },
  { ...column("mailbox_import_rows", "imap_password"), place: "mailboxes:imap_password" },
  column("webhooks", "secret"),
  column("import_links", "url"),
  column("integrations", "secret"),
  { ...column("moves", "key"), owner: "hash" },
  { ...column("push_subscriptions", "target"), owner: "hash" },
  { ...column("warmup_exchanges", "agreement_key"), owner: "key" },
  { ...column("warmup_exchanges", "secret"), owner: "key" },
  { ...column("install_seeds", "imap_password"), owner: null },
  column("provider_keys", "key"),
  { ...column("provider_keys", "former_key"), place: "provider_keys:key" },
  {
    table: "install_settings",
    owner: "key",
    read: "value ->> '$'",
    write: "value = json_quote(?)",
    place: "install_settings",
  },
  setting("$.ai.api_key", "ai_api_key"),
  setting("$.notifications.slack", "slack_url"),
  setting("$.arrived.hash_keys", "arrived_hash_keys"),
  {
    ...column("idempotency_keys", "answer"),
    owner: "id",
    place: "idempotency",
  },
];

/** What a value of a row was sealed for. */
export const boundTo = ({ place, owner }: SealedPlace, own: string): string =>
  owner === null ? place : `${place}:${own}`;
