import { MAIL_PROVIDERS } from "#data/mail-providers.ts";
import { planColumns } from "#modules/leads/rules/files/columns.ts";
import { announcedDelimiter, detectDelimiter } from "#modules/leads/rules/files/delimiter.ts";
import { holdsSeveralAddresses, normalizeEmail } from "#modules/leads/rules/email.ts";
import { customKey } from "#modules/leads/rules/fields.ts";
import {
  fieldOfHeader,
  fieldOfLongHeader,
  isTagsHeader,
  isWholeName,
  squeezeHeader,
} from "#modules/leads/rules/files/header-names.ts";
import { readJsonLead } from "#modules/leads/rules/json-lead.ts";
import { readLeadRow } from "#modules/leads/rules/lead-row.ts";
import { readFieldCondition } from "#modules/leads/rules/field-condition.ts";
import { readTagName, tagsInCell } from "#modules/leads/rules/tag-name.ts";
import { searchWords } from "#modules/leads/rules/search-words.ts";
import { readDomain, readHash, readSuppression } from "#modules/leads/rules/suppression-entry.ts";
import { checkLocal } from "#modules/leads/rules/validation/check-local.ts";
import { parentsOf } from "#platform/rules/dns/name.ts";
import { roleOf } from "#modules/leads/rules/validation/role.ts";
import { meantProvider } from "#modules/leads/rules/validation/suggest.ts";
import { isAddressLiteral } from "#modules/leads/rules/validation/syntax/address-literal.ts";
import { checkSyntax } from "#modules/leads/rules/validation/syntax/check-syntax.ts";
import { classifyAddress } from "#modules/leads/rules/validation/syntax/classify-address.ts";
import { shippedTables } from "#test/unit/validation/tables.ts";
import { families, repeat, type Family } from "./family.ts";

const tables = await shippedTables();

/** A record of a file, a cell of it that is used, and the first lines, which tell the delimiter. */
const RECORD = 256 * 1024;
const CELL = 1_000;
const HEAD = 320 * 1024;
const JSON_BODY = 4 * 1024 * 1024;
/** Longer texts are refused before they are read. */
const ADDRESS = 1_000;

const ADDRESSES = {
  "at signs": repeat("a@"),
  "open brackets": repeat("<"),
  "brackets by pairs": repeat("<>"),
  "white space": repeat(" ", { before: "a", after: "@x" }),
  "mailto upon mailto": repeat("mailto:"),
  "quotes upon mailto": repeat('"mailto:'),
  "invisible signs": repeat("\u200B"),
  separators: repeat(",;"),
  dots: repeat(".", { before: "a@", after: "x" }),
  "open comments": repeat("("),
  "nested comments": (length: number) => `a@b${"(".repeat(length / 2)}${")".repeat(length / 2)}`,
  labels: repeat("a.", { before: "a@", after: "com" }),
  folds: repeat("\r\n ", { before: "a", after: "@b" }),
  "notes beside it": repeat(" [x]", { before: "a@b.c" }),
  "blanks around the sign": repeat(" @ ", { before: "a" }),
  "names of hosts": repeat("a.", { before: "mail: a@b", after: " - x" }),
  escapes: repeat("\\a", { before: '"', after: '"@b' }),
};
const HEADERS = {
  punctuation: repeat("-_. "),
  underscores: repeat("_"),
  accents: repeat("e\u0301"),
  ligatures: repeat("ﷺ"),
};
const LINES = {
  commas: repeat(","),
  quotes: repeat('"'),
  "quoted commas": repeat('",'),
  addresses: repeat("a@b.example,"),
  lines: repeat("a,b;c|d\te\n"),
  "a separator announced for ever": repeat(" ", { before: "sep=;" }),
};

const cell = repeat("a\0");
const names = (length: number, of: (i: number) => unknown): Record<string, unknown> =>
  Object.fromEntries(Array.from({ length: length / 16 }, (_, i) => [`name ${i}`, of(i)]));
/** Leads of a JSON body, as large as one may be. */
const LEADS_AS_JSON = {
  "a long address": (length: number) => ({ email: cell(length) }),
  "white space": (length: number) => ({ email: repeat(" ", { before: "a@b" })(length) }),
  "halves of characters": (length: number) => ({
    email: "a@b.example",
    company: "\ud800".repeat(length),
  }),
  "a long name": (length: number) => ({ email: "a@b.example", custom: { [cell(length)]: "x" } }),
  "many unknown names": (length: number) => ({ email: "a@b.example", ...names(length, () => 1) }),
  "many custom fields": (length: number) => ({
    email: "a@b.example",
    custom: names(length, () => 1),
  }),
  "names that mean one field": (length: number) => ({
    email: "a@b.example",
    custom: Object.fromEntries(
      Array.from({ length: 64 }, (_, i) => ["_".repeat(i) + cell(length / 64), 1]),
    ),
  }),
  "lists in fields": (length: number) => ({
    email: "a@b.example",
    company: Array.from({ length }, () => 1),
  }),
};

export const LEADS: readonly Family[] = [
  ...families("modules/leads/rules/email.ts#normalizeEmail", normalizeEmail, RECORD, ADDRESSES),
  ...families(
    "modules/leads/rules/email.ts#holdsSeveralAddresses",
    holdsSeveralAddresses,
    RECORD,
    ADDRESSES,
  ),
  ...families(
    "modules/leads/rules/files/columns.ts#planColumns",
    (name) => planColumns([name], {}),
    RECORD,
    HEADERS,
  ),
  ...families("modules/leads/rules/fields.ts#customKey", customKey, RECORD, HEADERS),
  ...families(
    "modules/leads/rules/files/header-names.ts#squeezeHeader",
    squeezeHeader,
    RECORD,
    HEADERS,
  ),
  ...families(
    "modules/leads/rules/files/header-names.ts#fieldOfHeader",
    fieldOfHeader,
    RECORD,
    HEADERS,
  ),
  ...families(
    "modules/leads/rules/files/header-names.ts#fieldOfLongHeader",
    fieldOfLongHeader,
    RECORD,
    { ...HEADERS, owners: repeat("person - "), "which of them": repeat(" work 1") },
  ),
  ...families(
    "modules/leads/rules/files/header-names.ts#isWholeName",
    isWholeName,
    RECORD,
    HEADERS,
  ),
  ...families(
    "modules/leads/rules/files/header-names.ts#isTagsHeader",
    isTagsHeader,
    RECORD,
    HEADERS,
  ),
  ...families(
    "modules/leads/rules/files/delimiter.ts#detectDelimiter",
    detectDelimiter,
    HEAD,
    LINES,
  ),
  ...families(
    "modules/leads/rules/files/delimiter.ts#announcedDelimiter",
    announcedDelimiter,
    HEAD,
    LINES,
  ),
  ...families(
    "modules/leads/rules/lead-row.ts#readLeadRow",
    (cell) => readLeadRow(2, [cell, cell], [{ kind: "field", field: "email" }]),
    RECORD,
    { ...ADDRESSES, "NUL characters": repeat("\0") },
  ),
  ...families(
    "modules/leads/rules/json-lead.ts#readJsonLead",
    readJsonLead,
    JSON_BODY,
    LEADS_AS_JSON,
    // To list 131,072 names of one object takes V8 13 to 28 ms, and of twice as many 52 to 66.
  ).map((family) => (family.name.startsWith("many ") ? { ...family, engineMs: 28 } : family)),
  ...families("modules/leads/rules/tag-name.ts#readTagName", readTagName, CELL, HEADERS),
  ...families("modules/leads/rules/tag-name.ts#tagsInCell", tagsInCell, CELL, {
    ...HEADERS,
    "tags of a letter": repeat("a;"),
    "tags of blanks": repeat(" ,"),
  }),
  ...families(
    "modules/leads/rules/field-condition.ts#readFieldCondition",
    readFieldCondition,
    CELL,
    { ...HEADERS, "equal signs": repeat("="), "a name of marks": repeat("-", { after: "=x" }) },
  ),
  ...families("modules/leads/rules/search-words.ts#searchWords", searchWords, CELL, HEADERS),
  ...families("modules/leads/rules/suppression-entry.ts#readDomain", readDomain, RECORD, ADDRESSES),
  ...families("modules/leads/rules/suppression-entry.ts#readHash", readHash, RECORD, ADDRESSES),
  ...families("modules/leads/rules/suppression-entry.ts#readSuppression", readSuppression, RECORD, {
    ...ADDRESSES,
    "labels without an at sign": repeat("a."),
    hyphens: repeat("-", { before: "a", after: ".com" }),
  }),
  ...families(
    "modules/leads/rules/validation/check-local.ts#checkLocal",
    (text) => checkLocal(text, tables),
    RECORD,
    ADDRESSES,
  ),
  ...families(
    "modules/leads/rules/validation/syntax/check-syntax.ts#checkSyntax",
    checkSyntax,
    RECORD,
    ADDRESSES,
  ),
  ...families(
    "modules/leads/rules/validation/syntax/classify-address.ts#classifyAddress",
    classifyAddress,
    RECORD,
    ADDRESSES,
  ),
  ...families(
    "modules/leads/rules/validation/syntax/address-literal.ts#isAddressLiteral",
    isAddressLiteral,
    ADDRESS,
    {
      colons: repeat(":", { before: "IPv6:" }),
      groups: repeat("1:", { before: "IPv6:" }),
      numbers: repeat("1."),
    },
  ),
  ...families(
    "modules/leads/rules/validation/suggest.ts#meantProvider",
    (host) => meantProvider(host, MAIL_PROVIDERS),
    ADDRESS,
    {
      labels: repeat("a."),
      "a long name": repeat("gmail"),
      "repeated suffixes": repeat(".com", { before: "gmail" }),
    },
  ),
  ...families(
    "modules/leads/rules/validation/role.ts#roleOf",
    (local) => roleOf(local, new Map()),
    ADDRESS,
    {
      digits: repeat("1"),
      hyphens: repeat("-1"),
      tags: repeat("+"),
    },
  ),
  ...families("platform/rules/dns/name.ts#parentsOf", parentsOf, ADDRESS, {
    labels: repeat("a."),
  }),
];
