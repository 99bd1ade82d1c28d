import type { OutsideText } from "#platform/rules/outside-text.ts";

/** What a column of a file of mailboxes can mean. */
export type ImportColumn = keyof typeof NAMES;

/**
 * How files name their columns: ours, and the exports of Instantly, Smartlead, EmailBison, lemlist,
 * the admin console of Google, and those of Microsoft 365 and Entra.
 */
const NAMES = {
  email: "email, from email, email address, sender email, user principal name, address, mailbox",
  mail: "mail",
  proxy_addresses: "proxy addresses",
  from_name: "from name, sender name, name, display name, full name",
  first_name: "first name, given name",
  last_name: "last name, surname, family name",
  /** Before the account's own, which an export names and leaves out. */
  app_password: "app password",
  password: "password",
  smtp_host: "smtp host, smtp server",
  smtp_port: "smtp port",
  smtp_security: "smtp security, smtp secure, smtp port type, smtp encryption",
  smtp_username: "smtp username, user name, smtp login, smtp user",
  smtp_password: "smtp password",
  imap_host: "imap host, imap server",
  imap_port: "imap port",
  imap_security: "imap security, imap secure, imap port type, imap encryption",
  imap_username: "imap username, imap user name, imap login, imap user",
  imap_password: "imap password",
  reply_to: "reply to, different reply to address, reply to address",
  daily_limit: "daily limit, max email per day, message per day, sending limit",
  min_gap_seconds: "min gap seconds",
  min_gap_minutes: "min time to wait in mins",
  gap_jitter_seconds: "gap jitter seconds",
  ramp_enabled: "ramp enabled",
  ramp_increment: "ramp increment",
  signature_html: "signature html, signature",
  signature_text: "signature text",
  tags: "tags, tag, labels",
  group: "group",
  timezone: "timezone",
  tracking_domain: "tracking domain, custom tracking url, custom tracking domain",
  save_to_sent: "save to sent",
  warmup_enabled: "warmup enabled",
  warmup_daily_volume:
    "warmup daily volume, warmup limit, total warmup per day, warmup daily limit",
  organisation_id: "organisation id, organization id",
  account_status: "status",
  blocked: "block credential",
  account_enabled: "account enabled",
  licenses: "licenses",
} as const;

/** What a column can mean, for people who want to know what was recognised. */
export const IMPORT_COLUMNS = Object.keys(NAMES) as [ImportColumn, ...ImportColumn[]];

/** Whose export a file is. */
export const IMPORT_FORMATS = [
  "outrider",
  "instantly",
  "smartlead",
  "emailbison",
  "google_admin",
  "microsoft_365",
] as const;
export type ImportFormat = (typeof IMPORT_FORMATS)[number];

/** Columns that tell whose a file is, the surest first; every one of a line has to be there. */
const SIGNS: readonly (readonly [ImportFormat, ...string[]])[] = [
  ["microsoft_365", "userprincipalname"],
  ["google_admin", "emailaddress", "orgunitpath"],
  ["smartlead", "fromemail", "maxemailperday"],
  ["smartlead", "fromemail", "username"],
  ["emailbison", "imapserver"],
  ["instantly", "imapusername", "firstname"],
  ["instantly", "warmupincrement"],
];

/** Longer headers name nothing that is known. */
const MAX_HEADER = 100;

/** So many columns are shown to people; exports have far fewer. */
const SHOWN_COLUMNS = 200;

/** A header without case, blanks, marks and what is in brackets: `Email Address [Required]` is `emailaddress`. */
export const squeezeColumn = (header: OutsideText): string =>
  header
    .slice(0, MAX_HEADER)
    .replace(/\[[^\]]*\]?/g, "")
    .replace(/[\s_\-\0\ufeff"']/g, "")
    .toLowerCase();

const COLUMN_OF = new Map(
  Object.entries(NAMES).flatMap(([column, names]) =>
    names.split(",").map((name) => [squeezeColumn(name), column as ImportColumn] as const),
  ),
);

/** The columns of a file, each with its place; the first that means something gets it. */
export type ImportPlan = {
  readonly format: ImportFormat;
  readonly places: ReadonlyMap<ImportColumn, number>;
  /** The columns as the file names them, each with what it means; null: nothing that is known. */
  readonly columns: readonly { readonly name: string; readonly field: ImportColumn | null }[];
};

/** What the columns under this header mean; null where none holds an address. */
export function planImport(headers: readonly OutsideText[]): ImportPlan | null {
  const names = headers.map(squeezeColumn);
  const places = new Map<ImportColumn, number>();
  names.forEach((name, place) => {
    const column = COLUMN_OF.get(name);
    if (column !== undefined && !places.has(column)) places.set(column, place);
  });
  if (!places.has("email") && !places.has("mail")) return null;
  const [format = "outrider"] =
    SIGNS.find(([, ...signs]) => signs.every((sign) => names.includes(sign))) ?? [];
  const fieldAt = new Map([...places].map(([field, place]) => [place, field]));
  const columns = headers.slice(0, SHOWN_COLUMNS).map((header, place) => ({
    name: header.slice(0, MAX_HEADER).trim(),
    field: fieldAt.get(place) ?? null,
  }));
  return { format, places, columns };
}
