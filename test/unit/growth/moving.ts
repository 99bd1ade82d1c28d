import { translateCopy } from "#modules/moving/rules/translate.ts";
import {
  localNames,
  translateHandlebars,
  translateTag,
} from "#modules/moving/rules/words/block-tags.ts";
import { cleanBraces } from "#modules/moving/rules/words/clean-braces.ts";
import { warningsIn } from "#modules/moving/rules/words/copy-warnings.ts";
import { customKeys, keyOf } from "#modules/moving/rules/words/custom-keys.ts";
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

/** Copy of a rival, and the names in its files: both written by strangers. */
export const MOVING: readonly Family[] = [
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
  ...families(`${ROOT}/custom-keys.ts#keyOf`, keyOf, COPY, HOSTILE),
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
];
