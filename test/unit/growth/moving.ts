import {
  instantlyLead,
  lemlistLead,
  lemlistPlace,
  smartleadLead,
} from "#modules/moving/files/lead-rows.ts";
import { readRivalFile } from "#modules/moving/files/read-rival-file.ts";
import { googleSender, mailboxSender, microsoftSender } from "#modules/moving/files/sender-rows.ts";
import { rowReader } from "#modules/moving/files/table-row.ts";
import { headerKey, plainValue, whichFile } from "#modules/moving/files/which-file.ts";
import { instantlyMailOf } from "#modules/moving/instantly/found-in.ts";
import { InstantlyBlock, InstantlyEmail } from "#modules/moving/instantly/shapes.ts";
import { busyMsOf } from "#modules/moving/rivals/ask.ts";
import { Cursor, readCursor } from "#modules/moving/rivals/cursor.ts";
import {
  bareId,
  customOf,
  firstAddress,
  isPlainAddress,
  readEach,
  suppressed,
} from "#modules/moving/rivals/rows.ts";
import { smartleadCampaignOf } from "#modules/moving/smartlead/found-in.ts";
import { SmartleadCampaign } from "#modules/moving/smartlead/shapes.ts";
import { translateCopy } from "#modules/moving/rules/translate.ts";
import {
  localNames,
  translateHandlebars,
  translateTag,
} from "#modules/moving/rules/words/block-tags.ts";
import { subjectFits } from "#modules/moving/rules/subject-fits.ts";
import { cleanBraces } from "#modules/moving/rules/words/clean-braces.ts";
import { warningsIn } from "#modules/moving/rules/words/copy-warnings.ts";
import { customKeys, customKeyOf, ownField } from "#modules/moving/rules/words/custom-keys.ts";
import { translateExpression } from "#modules/moving/rules/words/expression.ts";
import { scanCopy } from "#modules/moving/rules/words/scan-copy.ts";
import {
  isSingleBraced,
  percentVariable,
  variableFinder,
} from "#modules/moving/rules/words/variable-names.ts";
import { inHtml, translateVariable, variable } from "#modules/moving/rules/words/variable.ts";
import { families, repeat, type Family } from "./family.ts";

const COPY = 64 * 1024;
const ROOT = "modules/moving/rules/words";

const keys = customKeys(["City", "Company name"]);
const lang = {
  find: variableFinder("lemlist", keys),
  names: keys,
  locals: new Set([""]),
  isHtml: true,
};
const blocks = () => ({ open: [] });

const HOSTILE = {
  "open braces": repeat("{"),
  "double braces": repeat("{{"),
  "braces and bars": repeat("{|"),
  "braces within braces": (length: number) => "{a|".repeat(length / 4) + "}".repeat(length / 4),
  "random in random": (length: number) =>
    "{{random|a|".repeat(length / 13) + "}}".repeat(length / 13),
  "random of blanks": repeat("{{random| |"),
  "blanks before random": repeat("{{&nbsp;"),
  "tags before random": repeat("{{<b"),
  "spins in spins": (length: number) =>
    "{% spin %}{% variation %}a".repeat(length / 38) + "{% endspin %}".repeat(length / 38),
  "spins never ended": repeat("{% spin %}"),
  "variations of blanks": repeat("{% variation %} ", {
    before: "{% spin %}",
    after: "{% endspin %}",
  }),
  "braces in a spin": repeat("{|", { before: "{% spin %}{% variation %}", after: "{% endspin %}" }),
  "tags never closed": repeat("{% a "),
  "raw never ended": repeat("{% raw %}"),
  "styles never ended": repeat("<style>"),
  "tags below braces": (length: number) => "{".repeat(length / 3) + "{%a%}".repeat(length / 8),
  "variations below braces": (length: number) =>
    "{% spin %}" + "{".repeat(length / 3) + "{% variation %}".repeat(length / 24),
  "ends below braces": (length: number) =>
    "{% spin %}{{random|".repeat(length / 40) + "}x".repeat(length / 4),
  "percent signs": repeat("%a"),
  "percent words": repeat("%sender-name%"),
  outputs: repeat("{{firstName|x}}"),
  "unknown outputs": repeat("{{no}}"),
  "unknown outputs in lines": repeat("{{no}}\n"),
  "tags in one output": repeat("<b>", { before: "{{", after: "}}" }),
  "tags closed in one output": repeat("</b>", { before: "{{", after: "}}" }),
  "an element begun": repeat("<b ", { before: "{{", after: "}}" }),
  "entities in one output": repeat("&#", { before: "{{", after: "}}" }),
  "blanks in one output": repeat(" ", { before: "{{a", after: "b}}" }),
  "words in one output": repeat("a ", { before: "{{", after: "}}" }),
  "words in one tag": repeat("a ", { before: "{% if ", after: "%}" }),
  "bars in one output": repeat("|a", { before: "{{a", after: "}}" }),
  "quotes in one tag": repeat(`"'`, { before: "{% if ", after: "%}" }),
  "negations in one tag": repeat("a not_contains b and ", { before: "{% if ", after: "%}" }),
  assigned: repeat("{% assign a = b %}"),
  conditions: repeat("{{#if a}}"),
  "conditions never opened": repeat("{{/if}}"),
  "conditions closed": repeat("{{#if a}}{{else}}{{/if}}"),
  "signatures pasted": repeat("> -- "),
  links: repeat('href="'),
  "line ends": repeat("\\n"),
  "capitals in braces": repeat("{A_B|c}"),
  words: repeat("aB"),
  dots: repeat("a."),
  blanks: repeat(" "),
};

/** Longest cell of a file, and what a rival answers in one field. */
const CELL = 256 * 1024;

const FIELD = {
  blanks: repeat(" "),
  words: repeat("a "),
  dots: repeat("a."),
  hyphens: repeat("a-"),
  "at signs": repeat("a@"),
  commas: repeat("a,"),
  brackets: repeat("[a"),
  "angle brackets": repeat("<a"),
  "one domain": repeat("a.b-", { after: "." }),
  "an address of many parts": repeat("a.", { before: "x@", after: "@" }),
  digits: repeat("1"),
  "words with lines": repeat("un_contacted"),
  "entries of proxies": repeat("smtp:a@b.de+"),
  json: repeat('{"a":', { after: "1" }),
  "json in order": repeat('"a":1,', { before: "{", after: '"b":2}' }),
};

/** A row whose every column has the same hostile value. */
const rowOf = (text: string) =>
  rowReader(ROW)(
    1,
    ROW.map((name) => (name === "email" ? "a@x.example" : text)),
  );
const ROW = (
  "email,id,status,category,custom_fields,lastState,Lead Status,Last Contacted,interest label," +
  "User principal name,Proxy addresses,imap host,Reply Count,First Name,signature,other"
).split(",");

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
const readFile = async (text: string): Promise<void> => {
  const file = await readRivalFile("a.csv", bytesOf(text));
  for await (const _ of file.found);
};

/** Copy of a rival, and the names in its files: both written by strangers. */
export const MOVING: readonly Family[] = [
  ...families(
    "modules/moving/rules/subject-fits.ts#subjectFits",
    (s: string) => subjectFits(s, s),
    COPY,
    HOSTILE,
  ),
  ...families(
    "modules/moving/rules/translate.ts#translateCopy",
    (source: string) => translateCopy("instantly", { subject: source, body: source }, ["City"]),
    COPY,
    HOSTILE,
  ),
  ...families(`${ROOT}/scan-copy.ts#scanCopy`, (s: string) => scanCopy(s, lang), COPY, HOSTILE),
  ...families(
    `${ROOT}/copy-warnings.ts#warningsIn`,
    (body: string) => warningsIn("lemlist", { subject: body, body }),
    COPY,
    HOSTILE,
  ),
  ...families(`${ROOT}/clean-braces.ts#cleanBraces`, cleanBraces, COPY, HOSTILE),
  ...families(
    `${ROOT}/variable.ts#translateVariable`,
    (s: string) => translateVariable(s, false, lang),
    COPY,
    HOSTILE,
  ),
  ...families(`${ROOT}/variable.ts#variable`, (s: string) => variable(s, "", lang), COPY, HOSTILE),
  ...families(`${ROOT}/variable.ts#inHtml`, (s: string) => inHtml(s, true), COPY, HOSTILE),
  ...families(
    `${ROOT}/expression.ts#translateExpression`,
    (s: string) => translateExpression(s, lang.find, keys, lang.locals, true),
    COPY,
    HOSTILE,
  ),
  ...families(
    `${ROOT}/block-tags.ts#translateTag`,
    (s: string) => translateTag(s, blocks(), lang),
    COPY,
    HOSTILE,
  ),
  ...families(
    `${ROOT}/block-tags.ts#translateHandlebars`,
    (s: string) => translateHandlebars(s, blocks(), lang),
    COPY,
    HOSTILE,
  ),
  ...families(`${ROOT}/block-tags.ts#localNames`, localNames, COPY, HOSTILE),
  ...families(
    `${ROOT}/variable-names.ts#variableFinder`,
    (s: string) => variableFinder("lemlist", new Map([[s, s]])),
    COPY,
    HOSTILE,
  ),
  ...families(`${ROOT}/variable-names.ts#isSingleBraced`, isSingleBraced, COPY, HOSTILE),
  ...families(`${ROOT}/variable-names.ts#percentVariable`, percentVariable, COPY, HOSTILE),
  ...families(`${ROOT}/custom-keys.ts#customKeyOf`, customKeyOf, COPY, HOSTILE),
  ...families(`${ROOT}/custom-keys.ts#ownField`, ownField, COPY, HOSTILE),
  ...families(
    `${ROOT}/custom-keys.ts#customKeys`,
    (s: string) => customKeys(s.match(/.{1,8}/gs) ?? []),
    COPY,
    {
      "one key": (length: number) =>
        Array.from({ length: length / 8 }, (_, n) => `a${" ".repeat(n % 7)}`.padEnd(8, "-")).join(
          "",
        ),
      ...HOSTILE,
    },
  ),
  ...families(
    "modules/moving/rivals/ask.ts#busyMsOf",
    (s: string) => busyMsOf(s, 0, 1),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/rivals/cursor.ts#readCursor",
    (s: string) => readCursor(Cursor, s),
    CELL,
    FIELD,
  ),
  ...families("modules/moving/rivals/rows.ts#isPlainAddress", isPlainAddress, CELL, FIELD),
  ...families("modules/moving/rivals/rows.ts#suppressed", suppressed, CELL, FIELD),
  ...families("modules/moving/rivals/rows.ts#firstAddress", firstAddress, CELL, FIELD),
  ...families("modules/moving/rivals/rows.ts#bareId", bareId, CELL, FIELD),
  ...families(
    "modules/moving/rivals/rows.ts#readEach",
    (rows: unknown[]) => readEach(rows, InstantlyBlock, "blocks", () => []),
    10_000,
    {
      "rows that are none": (length: number) => Array.from({ length }, (_, n) => n),
      "rows that lack something": (length: number) =>
        Array.from({ length }, (_, id) => ({ id, text: "x" })),
    },
  ),
  ...families(
    "modules/moving/rivals/rows.ts#customOf",
    (values: Record<string, unknown>) => customOf(values),
    CELL,
    {
      "many values": (length: number) =>
        Object.fromEntries(Array.from({ length: length / 16 }, (_, n) => [`value ${n}`, n])),
      "one long value": (length: number) => ({ a: "x ".repeat(length / 2) }),
      "one deep value": (length: number) => ({ a: Array.from({ length: length / 8 }, () => [[]]) }),
    },
  ),
  ...families(
    "modules/moving/instantly/found-in.ts#instantlyMailOf",
    (s: string) =>
      instantlyMailOf(
        InstantlyEmail.parse({
          id: "1",
          ue_type: 1,
          timestamp_email: 1,
          message_id: s,
          lead: s,
          eaccount: s,
          step: s,
          to_address_email_list: s,
        }),
        null,
        {},
        2,
      ),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/smartlead/found-in.ts#smartleadCampaignOf",
    (s: string) =>
      smartleadCampaignOf(
        SmartleadCampaign.parse({ id: 1, name: s, track_settings: [s] }),
        [],
        [],
        [],
      ),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/files/lead-rows.ts#smartleadLead",
    (s: string) => smartleadLead(rowOf(s), "c"),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/files/lead-rows.ts#lemlistLead",
    (s: string) => lemlistLead(rowOf(s), "c"),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/files/lead-rows.ts#lemlistPlace",
    (s: string) => lemlistPlace(s, s),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/files/lead-rows.ts#instantlyLead",
    (s: string) => instantlyLead(rowOf(s), "c"),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/files/sender-rows.ts#mailboxSender",
    (s: string) => mailboxSender(rowOf(s)),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/files/sender-rows.ts#googleSender",
    (s: string) => googleSender(rowOf(s)),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/files/sender-rows.ts#microsoftSender",
    (s: string) => microsoftSender(rowOf(s)),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/files/table-row.ts#rowReader",
    (s: string) => rowOf(s).rest(new Set()),
    CELL,
    {
      ...FIELD,
    },
  ),
  ...families("modules/moving/files/which-file.ts#headerKey", headerKey, CELL, FIELD),
  ...families(
    "modules/moving/files/which-file.ts#plainValue",
    (s: string) => plainValue([s, s, s]),
    CELL,
    FIELD,
  ),
  ...families(
    "modules/moving/files/which-file.ts#whichFile",
    (s: string) => whichFile(s, [s, s], [[s], [s]]),
    CELL,
    FIELD,
  ),
  ...families("modules/moving/files/read-rival-file.ts#readRivalFile", readFile, CELL, {
    ...FIELD,
    "broken rows": repeat("1,nobody\n", { before: "campaign_lead_map_id,email\n" }),
    "rows that are read": repeat("1,a@x.example\n", { before: "campaign_lead_map_id,email\n" }),
    "a campaign for each row": (length: number) =>
      `InstantlyEmail,Lead Status,SmartleadCampaign Name\n${Array.from({ length: length / 24 }, (_, n) => `a@x.example,Active,c${n}\n`).join("")}`,
    "domains in a list": repeat("x.example\n"),
    columns: repeat("a,"),
    "lines of notes": repeat("note\n"),
  }),
];
