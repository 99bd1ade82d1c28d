import type { OutsideText } from "#platform/rules/outside-text.ts";
import type { ImportColumn, ImportPlan } from "./columns.ts";

/** What a row says, before anybody looked whether it can be. */
export type ReadRow = {
  readonly line: number;
  readonly email: string;
  /** Fields of `POST .../mailboxes`, as far as the row has them. */
  readonly body: Readonly<Record<string, unknown>>;
  /** The file has a column for the server that mail is read from: an empty cell means none. */
  readonly namesImap: boolean;
  readonly organisationId: string;
  readonly warmup: boolean;
  readonly warmupDailyVolume: unknown;
  /** Why this account is none to connect, and so is left out. */
  readonly leftOut: { readonly code: string; readonly message: string } | null;
};

/** As much of a wrong address as a report shows. */
const SHOWN_CHARS = 254;

/** Reads the cells of one row; null where all of them are empty. NUL characters are dropped. */
export function readImportRow(
  line: number,
  cells: readonly OutsideText[],
  { format, places }: ImportPlan,
): ReadRow | null {
  const raw = (column: ImportColumn): string => {
    const place = places.get(column);
    return place === undefined ? "" : (cells[place] ?? "").replaceAll("\0", "");
  };
  const text = (column: ImportColumn): string => raw(column).trim();
  if (cells.every((cell) => cell.trim() === "")) return null;
  const email = addressOf(text("proxy_addresses"), text("mail"), text("email"));
  const shared = secretOf(raw("app_password")) || secretOf(raw("password"));
  const smtpPassword = secretOf(raw("smtp_password"));
  const imapPassword = secretOf(raw("imap_password"));
  const username = text("smtp_username") || email;
  const readsBy = text("imap_host") !== "";
  const name = text("from_name") || [text("first_name"), text("last_name")].join(" ").trim();
  const body = filled({
    email,
    from_name: name,
    smtp_host: hostOf(text("smtp_host")),
    smtp_port: numberOf(text("smtp_port")),
    smtp_security: securityOf(text("smtp_security")),
    smtp_username: username,
    smtp_password: smtpPassword || shared || imapPassword,
    imap_host: hostOf(text("imap_host")),
    imap_port: numberOf(text("imap_port")),
    imap_security: securityOf(text("imap_security")),
    imap_username: text("imap_username") || (readsBy ? username : ""),
    imap_password: imapPassword || shared || smtpPassword,
    reply_to: text("reply_to"),
    daily_limit: numberOf(text("daily_limit")),
    min_gap_seconds: text("min_gap_seconds")
      ? numberOf(text("min_gap_seconds"))
      : minutes(text("min_gap_minutes")),
    gap_jitter_seconds: numberOf(text("gap_jitter_seconds")),
    ramp_enabled: flagOf(text("ramp_enabled")),
    ramp_increment: numberOf(text("ramp_increment")),
    signature_html: text("signature_html"),
    signature_text: text("signature_text"),
    tags: tagsOf(text("tags")),
    group: text("group"),
    timezone: text("timezone"),
    tracking_domain: hostOf(text("tracking_domain")).toLowerCase(),
    save_to_sent: flagOf(text("save_to_sent")),
  });
  return {
    line,
    email: shownAddress(email),
    body,
    namesImap: places.has("imap_host"),
    organisationId: text("organisation_id"),
    warmup: flagOf(text("warmup_enabled")) === true,
    warmupDailyVolume: numberOf(text("warmup_daily_volume")),
    leftOut: leftOut(format, text),
  };
}

/** An address as a report shows it. */
export const shownAddress = (email: OutsideText): string =>
  email
    .slice(0, SHOWN_CHARS)
    .replace(/\p{Cc}/gu, " ")
    .toLowerCase()
    .toWellFormed();

/** Of Microsoft's addresses the primary one has `SMTP:` in capitals. */
function addressOf(proxies: string, mail: string, email: string): string {
  const primary = /(?:^|[+,;\s])SMTP:([^+,;\s]{1,254})/.exec(proxies)?.[1];
  return primary ?? (mail || email);
}

/** Google writes asterisks where the password was. */
const secretOf = (cell: string): string => (/^[\s*]*$/.test(cell) ? "" : cell);

/** A name, or the host of an address with a scheme, as some write it. */
const hostOf = (cell: string): string => cell.replace(/^https?:\/\//i, "").split("/", 1)[0] ?? "";

/** What is no number stays as it is, and is refused by its field. */
const numberOf = (cell: string): number | string =>
  /^\d{1,9}(?:\.0+)?$/.test(cell) ? Number(cell) : cell;

function minutes(cell: string): number | string {
  const read = numberOf(cell);
  return typeof read === "number" ? read * 60 : read;
}

function flagOf(cell: string): boolean | string {
  if (/^(?:true|yes|y|1|on|enabled)$/i.test(cell)) return true;
  return /^(?:false|no|n|0|off|disabled)$/i.test(cell) ? false : cell;
}

/** Other tools' words; what says nothing leaves it to the port. */
function securityOf(cell: string): string {
  const word = cell.toLowerCase().replace(/[^a-z]/g, "");
  if (/^(?:ssl|tls|ssltls)$/.test(word)) return "tls";
  if (word === "starttls" || word === "none") return word;
  return "";
}

/** As many as a mailbox may have, and one more, so that too many are refused. */
const MAX_TAGS = 51;

const tagsOf = (cell: string): string[] =>
  cell
    .split(/[,;|]/, 4 * MAX_TAGS)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== "")
    .slice(0, MAX_TAGS);

/** Without what is empty: those fields take their defaults. */
const filled = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(body).filter(
      ([, value]) => value !== "" && !(Array.isArray(value) && value.length === 0),
    ),
  );

function leftOut(
  format: ImportPlan["format"],
  text: (column: ImportColumn) => string,
): ReadRow["leftOut"] {
  if (format === "google_admin" && /^(?:suspended|archived)/i.test(text("account_status"))) {
    return { code: "suspended", message: "The account is suspended at Google." };
  }
  if (format !== "microsoft_365") return null;
  if (/#ext#/i.test(text("email"))) {
    return { code: "guest", message: "The account is a guest of the organisation." };
  }
  if (flagOf(text("blocked")) === true || flagOf(text("account_enabled")) === false) {
    return { code: "blocked", message: "The account may not sign in." };
  }
  if (/^unlicensed$/i.test(text("licenses"))) {
    return { code: "unlicensed", message: "The account has no licence, and so no mailbox." };
  }
  return null;
}
