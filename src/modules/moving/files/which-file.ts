import type { OutsideText } from "#platform/rules/outside-text.ts";
import { suppressed } from "#modules/moving/rivals/rows.ts";

/** What a file from another product can be. */
export type FileKind =
  | "smartlead_leads"
  | "lemlist_leads"
  | "instantly_leads"
  | "lemlist_unsubscribes"
  | "block_list"
  | "instantly_mailboxes"
  | "smartlead_mailboxes"
  | "emailbison_mailboxes"
  | "google_users"
  | "microsoft_users"
  | "entra_users"
  | "apollo_leads"
  | "email_list"
  | "unknown";

export const FILE_NAMES: Readonly<Record<FileKind, string>> = {
  smartlead_leads: "leads of Smartlead",
  lemlist_leads: "leads of lemlist",
  instantly_leads: "leads of Instantly",
  lemlist_unsubscribes: "unsubscribes of lemlist",
  block_list: "a block list",
  instantly_mailboxes: "mailboxes of Instantly",
  smartlead_mailboxes: "mailboxes of Smartlead",
  emailbison_mailboxes: "mailboxes of EmailBison",
  google_users: "users of Google Admin",
  microsoft_users: "users of Microsoft 365",
  entra_users: "users of Microsoft Entra",
  apollo_leads: "leads of Apollo",
  email_list: "a list of addresses",
  unknown: "a file of unknown kind",
};

/** A header as it is compared: without case, blanks, `_`, `-` and brackets. */
export const headerKey = (header: OutsideText): string =>
  header
    .slice(0, 200)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\[[^\][]*\]/g, "")
    .replace(/[\s_\-()[\]{}\ufeff"']+/g, "");

/** Signatures, the surest first: each needs all of its columns. */
const SIGNATURES: readonly (readonly [kind: FileKind, columns: readonly string[]])[] = [
  ["smartlead_leads", ["campaignleadmapid"]],
  ["smartlead_leads", ["lastemailsequencesent", "email"]],
  ["lemlist_leads", ["laststate", "id", "email"]],
  ["lemlist_unsubscribes", ["value", "source", "createdat"]],
  ["smartlead_mailboxes", ["username", "maxemailperday"]],
  ["smartlead_mailboxes", ["fromemail", "username", "password"]],
  ["emailbison_mailboxes", ["imapsecure", "email"]],
  ["instantly_mailboxes", ["email", "warmupincrement"]],
  ["instantly_mailboxes", ["email", "imapusername", "firstname"]],
  ["google_users", ["emailaddress", "orgunitpath"]],
  ["google_users", ["emailaddress", "lastsignin"]],
  ["microsoft_users", ["userprincipalname", "licenses"]],
  ["microsoft_users", ["userprincipalname", "blockcredential"]],
  ["entra_users", ["userprincipalname", "accountenabled"]],
  ["entra_users", ["userprincipalname", "givenname"]],
  ["microsoft_users", ["userprincipalname", "displayname"]],
  ["apollo_leads", ["companynameforemails"]],
  ["apollo_leads", ["emailconfidence", "seniority"]],
  ["smartlead_leads", ["customfields", "isunsubscribed", "email"]],
  ["instantly_leads", ["email", "leadstatus", "lastcontacted"]],
  ["instantly_leads", ["email", "leadstatus", "campaignname"]],
  ["instantly_leads", ["email", "leadstatus", "personalization"]],
  ["instantly_leads", ["email", "campaignname", "interestlabel"]],
];

const BLOCKED_HEADERS =
  /^(?:domain|blvalue|emailordomain|blocklist|blocked|blockedemails?|suppress|donotcontact|unsubscribed?|bounced)/;
const BLOCKED_NAME = /block|suppress|unsub|opt-?out|bounce|dnc|do[-_ ]?not/i;

/** Which file it is, by its header, its first rows and, for plain lists, its name. */
export function whichFile(
  name: OutsideText,
  header: readonly OutsideText[],
  sample: readonly (readonly OutsideText[])[],
): FileKind {
  const keys = new Set(header.slice(0, 500).map((one) => headerKey(one)));
  const known = SIGNATURES.find(([, columns]) => columns.every((one) => keys.has(one)));
  if (known) return known[0];
  const values = [header, ...sample].map((cells) => plainValue(cells));
  const filled = values.slice(1).filter((value) => value !== null);
  const isPlain = header.length <= 3 && filled.length > 0 && filled.length * 2 > sample.length;
  if (!isPlain) return values[0] !== null && sample.length === 0 ? "email_list" : "unknown";
  const isBlocked =
    BLOCKED_NAME.test(name.slice(0, 200)) ||
    [...keys].some((key) => BLOCKED_HEADERS.test(key)) ||
    values.some((value) => value !== null && !value.includes("@"));
  return isBlocked ? "block_list" : "email_list";
}

/** The first cell that is an address or a domain. */
export function plainValue(cells: readonly OutsideText[]): string | null {
  for (const cell of cells.slice(0, 3)) {
    const value = suppressed(cell);
    if (value !== null) return value;
  }
  return null;
}
