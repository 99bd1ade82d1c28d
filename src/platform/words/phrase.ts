import { setupI18n } from "@lingui/core";
import { type CompiledMessage, compileMessage } from "@lingui/message-utils/compileMessage";
import type { ReaderLanguage } from "#platform/rules/choices.ts";
import { germanMails } from "./german-mails.ts";
import { germanNotices } from "./german-notices.ts";
import { spanishMails } from "./spanish-mails.ts";
import { spanishNotices } from "./spanish-notices.ts";

/**
 * A text of the server that people read. The English text is its key. It is an ICU message: `{name}` is
 * replaced, and plurals are written `{n, plural, one {# lead} other {# leads}}`.
 */
export type Text = keyof typeof germanMails | keyof typeof germanNotices;

type NameOf<Inside extends string> = Inside extends `${infer Name},${string}`
  ? Name
  : Inside extends `${string} ${string}`
    ? never
    : Inside;
type Names<T extends string> = T extends `${string}{${infer Inside}}${infer Rest}`
  ? NameOf<Inside> | Names<Rest>
  : never;

/** A text without values. */
export type PlainText = { [T in Text]: [Names<T>] extends [never] ? T : never }[Text];

export type Value = string | number | Phrase;
type Values<T extends Text, V> = [Names<T>] extends [never]
  ? []
  : [values: { readonly [Name in Names<T>]: V }];

/** A text with its values, in no language yet. It can be stored as JSON. */
export type Phrase<More = never> = {
  readonly text: Text;
  readonly values?: Readonly<Record<string, Value | More>>;
};

/** `phrase("{n} of {all} left", { n: 3, all: 5 })`; `More` is what else stands for a value, such as SQL. */
export const phrase = <T extends Text, More = never>(
  text: T,
  ...[values]: Values<T, Value | More>
): Phrase<More> => (values === undefined ? { text } : { text, values });

type Catalog = Readonly<Record<string, string>>;
const CATALOGS: Readonly<Record<ReaderLanguage, Catalog>> = {
  en: {},
  de: { ...germanMails, ...germanNotices },
  es: { ...spanishMails, ...spanishNotices },
};

const speaker = (locale: ReaderLanguage) => setupI18n({ locale, messages: { [locale]: {} } });
const SPEAKERS = { en: speaker("en"), de: speaker("de"), es: speaker("es") } as const;

/** What messages name as the style of a number or a date. Days and times are in UTC, as in the API. */
const FORMATS = {
  percent: { style: "percent", maximumFractionDigits: 4 },
  tenths: { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 },
  day: { dateStyle: "long", timeZone: "UTC" },
  moment: { dateStyle: "long", timeStyle: "medium", timeZone: "UTC" },
} as const;

const compiled = new Map<string, CompiledMessage>();
function compiledOf(message: string): CompiledMessage {
  const known = compiled.get(message) ?? compileMessage(message);
  compiled.set(message, known);
  return known;
}

/** A sign of nobody's language: Lingui reads `\x41` in a finished text as a sign, and values are what people typed. */
const BACKSLASH = "\uE05C";

/**
 * The text in a language; in English where that has none, as an earlier version may have stored it, or
 * where a value is no day that it can write.
 */
export function tell(language: ReaderLanguage | null, one: Phrase): string {
  const catalog = CATALOGS[language ?? "en"];
  const message = Object.hasOwn(catalog, one.text) ? catalog[one.text] : undefined;
  if (language === null || message === undefined) return put("en", one.text, one);
  try {
    return put(language, message, one);
  } catch (cause) {
    if (cause instanceof RangeError) return put("en", one.text, one);
    throw cause;
  }
}

function put(language: ReaderLanguage, message: string, { text, values = {} }: Phrase): string {
  const given = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === "number"
      ? value
      : (typeof value === "string" ? value : tell(language, value)).replaceAll("\\", BACKSLASH),
  ]);
  return SPEAKERS[language]
    ._(text, Object.fromEntries(given), {
      // Lingui takes the compiled form as well; its types name a text alone.
      message: compiledOf(message) as unknown as string,
      formats: FORMATS,
    })
    .replaceAll(BACKSLASH, "\\");
}

/** The English text, as the API and the log have it. */
export const inEnglish = (one: Phrase): string => tell("en", one);

/** What writes in one language: `say("Hello {name},", { name })`. */
export const sayIn =
  (language: ReaderLanguage | null) =>
  <T extends Text>(text: T, ...values: Values<T, Value>): string =>
    tell(language, phrase(text, ...values));
export type Say = ReturnType<typeof sayIn>;

/** Paragraphs as the text of a mail. */
export const letter = (...paragraphs: readonly string[]): string => `${paragraphs.join("\n\n")}\n`;
