import { setupI18n } from "@lingui/core";
import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import { chosenLanguage, type Language } from "./languages.ts";

export type Catalog = Readonly<Record<string, CompiledMessage>>;
export type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Another language than English costs one file for all pages, and one for each room. */
const CATALOGS: Readonly<Record<Exclude<Language, "en">, () => Promise<{ default: Catalog }>>> = {
  de: () => import("./de.ts"),
  es: () => import("./es.ts"),
};

/** In what everything is shown until the page is loaded again. */
export const language: Language = typeof document === "undefined" ? "en" : chosenLanguage();
/** For dates and numbers. */
export const locale = language === "en" ? "en-GB" : language;

// Every text goes through this module, so none is read before the catalog is here.
const catalog: Record<string, CompiledMessage> = {};
export const i18n = setupI18n({ locale: language, messages: { [language]: {} } });
if (language !== "en") addTexts((await CATALOGS[language]()).default);
if (typeof document !== "undefined") document.documentElement.lang = language;

/** Adds a room's texts: the build puts this before the room's own code. */
export function addTexts(texts: Catalog): void {
  Object.assign(catalog, texts);
  i18n.load(language, texts);
}

/**
 * A text of the dashboard in the reader's language. The English text is its key; `{name}` is replaced from `values`, and
 * plurals are written as in ICU's messages: `t("{n, plural, one {# lead} other {# leads}}", { n })`. The build replaces a
 * message that has braces with a short key and its compiled form.
 */
export function t(message: string, values?: Values, compiled?: CompiledMessage): string {
  if (values === undefined && compiled === undefined && !message.includes("{")) {
    const text = catalog[message];
    return typeof text === "string" ? text : message;
  }
  // Lingui takes the compiled form as well; its types name a text alone.
  const own = compiled as unknown as string | undefined;
  return i18n._(message, values, own === undefined ? {} : { message: own });
}

/**
 * The reader's words for what the API names ("wire:open", "error:forbidden") or says; undefined in English, and where there
 * are none. `server.ts` lists them.
 */
export const known = (key: string): string | undefined => {
  const text = catalog[key];
  return typeof text === "string" ? text : undefined;
};

/** A sentence of the server in the reader's language, where it is known; "#" stands for each of its numbers. */
export function fromServer(sentence: string): string {
  const numbers = sentence.match(/\d+/g) ?? [];
  let at = 0;
  return (
    known(sentence.replaceAll(/\d+/g, "#"))?.replaceAll("#", () => numbers[at++] ?? "") ?? sentence
  );
}

/** "a, b and c" in the reader's language. */
export const joinWords = (
  items: readonly string[],
  type: "conjunction" | "disjunction" = "conjunction",
): string => new Intl.ListFormat(locale, { type }).format(items);
