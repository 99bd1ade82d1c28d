import type { Found, FoundOf } from "#modules/moving/rules/found.ts";
import { isPlainAddress, refOf } from "#modules/moving/rivals/rows.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import type { TableRow } from "./table-row.ts";
import { rowAddress, type RowRead } from "./lead-rows.ts";

type Sender = FoundOf<"sender">;

/** A mailbox, of which only what is named here is read: its passwords stay in the file. */
const senderOf = (email: string, fields: Partial<Sender>): Found => ({
  kind: "sender",
  ref: refOf("mailbox", email),
  client: null,
  email,
  provider: "other",
  from_name: null,
  daily_limit: null,
  gap_minutes: null,
  signature_html: null,
  reply_to: null,
  warmup_daily: null,
  ...fields,
});

const count = (value: number | null): number | null =>
  value === null ? null : Math.max(0, Math.trunc(value));

const fullName = (row: TableRow): string | null =>
  [row.text("firstname"), row.text("lastname")].filter((part) => part !== null).join(" ") || null;

function providerOf(row: TableRow): Sender["provider"] {
  const host = row.text("imaphost", "imapserver", "smtphost", "smtpserver")?.toLowerCase() ?? "";
  if (/(?:^|\.)(?:gmail|google|googlemail)\.com$/.test(host)) return "google";
  return /(?:^|\.)(?:office365|outlook)\.com$/.test(host) ? "microsoft" : "other";
}

/** Of Instantly, Smartlead and EmailBison. */
export function mailboxSender(row: Outside<TableRow>): RowRead {
  const email = rowAddress(row, "email", "fromemail");
  if (typeof email !== "string") return email;
  return [
    senderOf(email, {
      provider: providerOf(row),
      from_name: row.text("fromname", "name") ?? fullName(row),
      daily_limit: count(row.number("dailylimit", "maxemailperday")),
      signature_html: row.text("signature"),
      reply_to: row.text("differentreplytoaddress"),
      warmup_daily: count(row.number("warmuplimit", "totalwarmupperday")),
    }),
  ];
}

/** Of Google Admin; those who are suspended are left out. */
export function googleSender(row: Outside<TableRow>): RowRead {
  const status = row.text("status");
  if (status !== null && status.toLowerCase() !== "active") return [];
  const email = rowAddress(row, "emailaddress");
  if (typeof email !== "string") return email;
  return [senderOf(email, { provider: "google", from_name: fullName(row) })];
}

/** Of Microsoft 365 and Entra; guests, those who are blocked and those without a licence are left out. */
export function microsoftSender(row: Outside<TableRow>): RowRead {
  const name = row.text("userprincipalname") ?? "";
  if (name.includes("#EXT#") || row.yes("blockcredential")) return [];
  if (row.text("accountenabled")?.toLowerCase() === "false") return [];
  if (row.text("licenses")?.toLowerCase() === "unlicensed") return [];
  // The entry in capitals is the address that mail is written from.
  const primary = row
    .text("proxyaddresses")
    ?.split(/[+;,]/)
    .find((entry) => entry.trim().startsWith("SMTP:"))
    ?.trim()
    .slice("SMTP:".length)
    .toLowerCase();
  if (primary !== undefined && isPlainAddress(primary)) {
    return [senderOf(primary, microsoft(row))];
  }
  const email = rowAddress(row, "mail", "userprincipalname");
  return typeof email === "string" ? [senderOf(email, microsoft(row))] : email;
}

const microsoft = (row: TableRow): Partial<Sender> => ({
  provider: "microsoft",
  from_name: row.text("displayname") ?? fullName(row),
});
