/** The keys of templates in the catalogs: `said:The lead has no value for {missing}.` */
const SAID = "said:";
const PART = "part:";
/** Values that are texts of the server themselves, or codes that have a word. All others are shown as they came: names, numbers. */
const SPOKEN =
  /^(?:message|reason|words|reply|detail|hint|error|failure|failedAt|templateError|status|state|from|to|kind|groupName|validationStatus|seen|value|source|REPLIES_UNREAD|NOUNS_OF_QUOTA)\d*$/;
/** Values out of a few: with another one, the sentence is not the template's. */
const CHOSEN = /^(?:what|USES|PROOFS|noun|factorWords|why|side)\d*$/;
/** Longer texts are no sentences: a server's whole answer. */
const MOST_CHARS = 2_000;
const MOST_SENTENCES = 12;

type Template = {
  readonly key: string;
  readonly names: readonly string[];
  /** What stands before, between and behind the values. */
  readonly fixed: readonly string[];
  readonly weight: number;
};
type Texts = Readonly<Record<string, unknown>>;

function templateOf(key: string): Template {
  const parts = key.slice(SAID.length).split(/\{(\w+)\}/);
  const fixed = parts.filter((_, index) => index % 2 === 0);
  return {
    key,
    names: parts.filter((_, index) => index % 2 === 1),
    fixed,
    weight: fixed.join("").length,
  };
}

/** The values with which a template is the sentence: each as short as can be; null where it never is. */
function valuesIn(
  sentence: string,
  { fixed, names }: Template,
  partAt: (at: number, before: string) => string | undefined,
): string[] | null {
  const [start = "", ...rest] = fixed;
  const end = rest.pop() ?? "";
  if (!sentence.startsWith(start) || !sentence.endsWith(end)) return null;
  const values: string[] = [];
  let at = start.length;
  for (const [index, text] of rest.entries()) {
    const part = CHOSEN.test(names[index] ?? "") ? partAt(at, text) : undefined;
    const next = part === undefined ? sentence.indexOf(text, at + 1) : at + part.length;
    if (next < 0) return null;
    values.push(sentence.slice(at, next));
    at = next + text.length;
  }
  const last = sentence.length - end.length;
  if (last <= at) return null;
  return [...values, sentence.slice(at, last)];
}

/**
 * What puts sentences of the server into the language of these texts, undefined where they have no words for one. A sentence is
 * known as it stands, or with "#" for its numbers, or by a template with values; of several templates, the one with the most text
 * of its own decides. Sentences side by side are found one by one, if all are known.
 */
export function teller(texts: Texts): (sentence: string) => string | undefined {
  const own = (key: string): string | undefined => {
    const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
    return typeof text === "string" && text !== "" ? text : undefined;
  };
  const templates = Object.keys(texts)
    .filter((key) => key.startsWith(SAID))
    .map(templateOf)
    .toSorted((a, b) => b.weight - a.weight);

  const parts = Object.keys(texts)
    .filter((key) => key.startsWith(PART))
    .map((key) => key.slice(PART.length));

  const wordsFor = (value: string): string | undefined =>
    own(`part:${value}`) ?? own(`wire:${value}`);
  /** "the links, the words and the pixel", where each is known. */
  const listed = (value: string): string | undefined => {
    const found = value.split(/, | and /).map((part) => own(`part:${part}`));
    if (found.length < 2 || found.includes(undefined)) return undefined;
    const last = found.pop() ?? "";
    return `${found.join(", ")} ${own("part:and") ?? "and"} ${last}`;
  };

  const byTemplate = (sentence: string): string | undefined => {
    const partAt = (at: number, before: string): string | undefined =>
      parts.find((part) => sentence.startsWith(`${part}${before}`, at));
    for (const template of templates) {
      const values = valuesIn(sentence, template, partAt);
      if (values === null) continue;
      const found = new Map<string, string>();
      for (const [index, value] of values.entries()) {
        const name = template.names[index] ?? "";
        const words = CHOSEN.test(name)
          ? (wordsFor(value) ?? listed(value))
          : SPOKEN.test(name)
            ? (wordsFor(value) ?? tell(value) ?? value)
            : value;
        if (words === undefined) break;
        found.set(name, words);
      }
      if (found.size === values.length)
        return own(template.key)?.replaceAll(/\{(\w+)\}/g, (_, name) => found.get(name) ?? "");
    }
    return undefined;
  };

  const known = (sentence: string): string | undefined => {
    const numbers = sentence.match(/\d+/g) ?? [];
    let at = 0;
    return (
      own(sentence) ??
      (numbers.length === 0
        ? undefined
        : own(sentence.replaceAll(/\d+/g, "#"))?.replaceAll("#", () => numbers[at++] ?? ""))
    );
  };

  /** One sentence, or several that have words together. */
  const single = (text: string): string | undefined => known(text) ?? byTemplate(text);

  /** The words of what begins at each of these places, from the last to the first. */
  function sideBySide(text: string): string | undefined {
    const starts = [0, ...[...text.matchAll(/[.!?] (?=\S)/g)].map(({ index }) => index + 2)];
    if (starts.length > MOST_SENTENCES) return undefined;
    const ends = [...starts.slice(1).map((start) => start - 1), text.length];
    const from: (string | undefined)[] = [];
    for (let first = starts.length - 1; first >= 0; first--) {
      for (let last = first; last < starts.length && from[first] === undefined; last++) {
        const isEnd = last === starts.length - 1;
        const rest = isEnd ? "" : from[last + 1];
        const words =
          rest === undefined ? undefined : single(text.slice(starts[first], ends[last]));
        if (words !== undefined) from[first] = isEnd ? words : `${words} ${rest}`;
      }
    }
    return from[0];
  }

  function tell(sentence: string): string | undefined {
    if (sentence.length > MOST_CHARS) return undefined;
    return single(sentence) ?? sideBySide(sentence);
  }
  return tell;
}
