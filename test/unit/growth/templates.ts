import { refuseRewrite } from "#modules/assist/rules/ai/check-rewrite.ts";
import { jsonIn } from "#modules/assist/rules/ai/read-answer.ts";
import { templateAtoms } from "#modules/assist/rules/ai/template-atoms.ts";
import { beginningOf } from "#modules/campaigns/rules/template-content.ts";
import { htmlToText } from "#modules/campaigns/rules/template/html-to-text.ts";
import {
  atomEnds,
  liquidSpans,
  replaceLiquid,
} from "#modules/campaigns/rules/template/liquid-spans.ts";
import { listTooDeep } from "#modules/campaigns/rules/template/list-depth.ts";
import { parseLiquid, TEMPLATE_MAX_LENGTH } from "#modules/campaigns/rules/template/liquid.ts";
import { liquidWords } from "#modules/campaigns/rules/template/liquid-words.ts";
import { mentionedIn } from "#modules/campaigns/rules/template/mentioned.ts";
import { parseSpintax } from "#modules/campaigns/rules/template/spintax.ts";
import { checkTemplate, renderPart } from "#modules/campaigns/rules/template/template.ts";
import { readHtml } from "#platform/rules/html-parser.ts";
import { checkSpam } from "#modules/campaigns/rules/spam/check-spam.ts";
import { plainText, visibleText } from "#modules/campaigns/rules/spam/visible-text.ts";
import { families, repeat, type Family } from "./family.ts";

const BRACES = {
  "open braces": repeat("{"),
  "tags opened": repeat("{% "),
  "tags closed within a string": repeat("{%", { after: '" %}' }),
  "outputs closed within a string": repeat("{{ ", { after: '" }}' }),
  "strings in outputs": repeat(`{{"`, { after: "}}" }),
  "strings never closed": repeat(`{% "`, { after: " %}" }),
  "both quotes in turn": repeat(`{{"'`),
  "raw never ended": repeat("{% raw %}", { after: "endraw" }),
  "comments begun, one ended": repeat("{% comment %}", { after: "{% endcomment %}" }),
  "styles never ended": repeat("<style ", { after: "</style" }),
  "scripts never ended": repeat("<script>", { after: "</script" }),
  "blanks before a random": repeat(" ", { before: "{{", after: "random|" }),
  "groups in groups": repeat("{a|"),
  "groups in groups, closed": (length: number) => "{a|".repeat(length / 4) + "}".repeat(length / 4),
  "small groups": repeat("{a|b}"),
  "groups and tags": repeat("{a|{{first_name}}}"),
  "quotes as entities": repeat("{{&quot;"),
  "curly quotes": repeat("{{ “ }}"),
  "tags in order": repeat("{{ first_name }}"),
  conditions: repeat("{% if a %}b{% endif %}"),
  "conditions in conditions": (length: number) =>
    "{% if a %}".repeat(length / 21) + "{% endif %}".repeat(length / 21),
  filters: repeat(" | upcase", { before: "{{ a", after: " }}" }),
  operators: repeat(" and a", { before: "{% if a", after: " %}{% endif %}" }),
  "line ends": repeat("\n", { after: "{{" }),
};

const TAGS = {
  "lists in lists": repeat("<ul><li>x"),
  "items in one list": repeat("<li>x", { before: "<ul>" }),
  "blanks in front of text": repeat(" ", { before: "<pre>x", after: "x</pre>" }),
  "tabs in verbatim lines": repeat("\t\t\t\t\t\t\t\t\n", { before: "<pre>", after: "x" }),
  "elements in elements": repeat("<b>"),
  "elements that others close": (length: number) =>
    "<div>".repeat(length / 10) + "</p>".repeat(length / 10),
  "elements never opened": (length: number) =>
    "<b>".repeat(length / 14) + "</i>".repeat((length * 3) / 14),
  "links in links": repeat("<a href=http://x.de>y"),
  "links in other elements": repeat("<a href=http://x.de>y<b>"),
  "links and blanks": repeat(" ", { before: "<a href='http://x.de'>", after: "</a>" }),
  "verbatim in verbatim": repeat("<pre>x "),
  "drawings in drawings": repeat("<svg>"),
  attributes: repeat("a=b ", { before: "<a ", after: ">" }),
  "signs that open": repeat("<"),
  comments: repeat("<!--"),
  entities: repeat("&amp"),
  breaks: repeat("<br>"),
  titles: repeat("<title>"),
  paragraphs: repeat("<p>x"),
  "ordinary text": repeat("<p>Hello <b>there</b>, see <a href='https://x.de'>this</a>.</p>\n"),
};

const WORDS = {
  "signs of other tools": repeat("U", { before: "%S", after: "_" }),
  "brackets of other tools": repeat("*|A"),
  capitals: repeat("A"),
  "letters between signs": repeat("a-b-"),
  "letters far apart": repeat("a "),
  "signs that look like letters": repeat("@1"),
  "long endings": repeat("e", { before: "word" }),
  "endings in words": repeat("ening"),
  dots: repeat("a.b"),
  addresses: repeat("a@b.", {}),
  exclamations: repeat("!?"),
  braces: repeat("{{ "),
  percents: repeat("{%a"),
  terms: repeat("free money "),
  "terms apart": repeat("act\n\nnow "),
  emoji: repeat("😀"),
  "invisible signs": repeat("\u200b"),
  links: repeat("https://x.de/ "),
  "words never known": repeat("https://"),
};

/** What a template may be at most, and a mail's body. */
const TEMPLATE = TEMPLATE_MAX_LENGTH;
const BODY = 256 * 1024;
const SPAM = 64 * 1024;

const nothing = () => ({ onopentag() {}, ontext() {}, onclosetag() {} });
const render = (source: string) =>
  renderPart(source, "html", "seed", { first_name: "Ada", a: "x" });
const rules = { sources: [], mayDrop: true };

/** Campaigns' copy: what a client may write into a step or ask a preview of, and what is read from HTML. */
export const TEMPLATES: readonly Family[] = [
  ...families("modules/campaigns/rules/template-content.ts#beginningOf", beginningOf, TEMPLATE, {
    blanks: repeat(" \n\t"),
    words: repeat("a "),
    "one word": repeat("a"),
  }),
  ...families(
    "modules/campaigns/rules/template/spintax.ts#parseSpintax",
    parseSpintax,
    TEMPLATE,
    BRACES,
  ),
  ...families(
    "modules/campaigns/rules/template/liquid-words.ts#liquidWords",
    liquidWords,
    TEMPLATE,
    {
      "an output never closed": repeat("a ", { before: 'output "{{', after: '" not closed' }),
      "a tag never closed": repeat("{%", { before: 'tag "{%', after: '" not closed' }),
      "lines never closed": repeat("\\n", { before: "output {{", after: " not closed" }),
      ...BRACES,
    },
  ),
  ...families(
    "modules/campaigns/rules/template/liquid.ts#parseLiquid",
    parseLiquid,
    TEMPLATE,
    BRACES,
  ),
  ...families(
    "modules/campaigns/rules/template/liquid-spans.ts#liquidSpans",
    liquidSpans,
    TEMPLATE,
    BRACES,
  ),
  ...families(
    "modules/campaigns/rules/template/liquid-spans.ts#atomEnds",
    atomEnds,
    TEMPLATE,
    BRACES,
  ),
  ...families(
    "modules/campaigns/rules/template/liquid-spans.ts#replaceLiquid",
    (source: string) => replaceLiquid(source, (atom) => atom),
    TEMPLATE,
    BRACES,
  ),
  ...families(
    "modules/campaigns/rules/template/template.ts#checkTemplate",
    (s: string) => checkTemplate(s, "html"),
    TEMPLATE,
    BRACES,
  ),
  ...families("modules/campaigns/rules/template/template.ts#renderPart", render, TEMPLATE, BRACES),
  ...families(
    "modules/campaigns/rules/template/mentioned.ts#mentionedIn",
    (s: string) => mentionedIn([s]),
    TEMPLATE,
    BRACES,
  ),
  ...families(
    "modules/assist/rules/ai/template-atoms.ts#templateAtoms",
    templateAtoms,
    TEMPLATE,
    BRACES,
  ),
  ...families(
    "modules/assist/rules/ai/check-rewrite.ts#refuseRewrite",
    (s: string) => refuseRewrite(s, s, rules),
    TEMPLATE,
    {
      ...BRACES,
      places: repeat("a.b", { after: "/" }),
      "names of mailboxes": repeat("a.b+c"),
      links: repeat("https://x.de/a "),
      "distinct links": (length) =>
        Array.from({ length: length / 16 }, (_, i) => `www.x.de/${i} `)
          .join("")
          .slice(0, length),
      "distinct tags": (length) =>
        Array.from({ length: length / 16 }, (_, i) => `{{ v${i} }} `)
          .join("")
          .slice(0, length),
      "closing signs": repeat(")", { before: "https://x.de/", after: "x" }),
      handlers: repeat(" on", { after: "=" }),
    },
  ),
  ...families("modules/assist/rules/ai/read-answer.ts#jsonIn", jsonIn, TEMPLATE, {
    "thoughts never ended": repeat("<think>"),
    braces: repeat("{", { after: "}" }),
    brackets: repeat("[", { before: '{"a":', after: "}" }),
  }),
  ...families(
    "modules/campaigns/rules/template/list-depth.ts#listTooDeep",
    listTooDeep,
    BODY,
    TAGS,
  ),
  ...families(
    "modules/campaigns/rules/template/html-to-text.ts#htmlToText",
    htmlToText,
    BODY,
    TAGS,
  ),
  ...families(
    "platform/rules/html-parser.ts#readHtml",
    (html: string) => readHtml(html, nothing),
    BODY,
    TAGS,
  ),
  ...families("modules/campaigns/rules/spam/visible-text.ts#visibleText", visibleText, SPAM, TAGS),
  ...families("modules/campaigns/rules/spam/visible-text.ts#plainText", plainText, SPAM, WORDS),
  ...families(
    "modules/campaigns/rules/spam/check-spam.ts#checkSpam",
    (body: string) => checkSpam({ subject: "x", body }),
    SPAM,
    {
      ...WORDS,
      ...TAGS,
    },
  ),
];
