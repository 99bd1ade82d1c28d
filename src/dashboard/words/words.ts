import { setupI18n } from "@lingui/core";
import type { CompiledMessage } from "@lingui/message-utils/compileMessage";
import { chosenLanguage, type Language } from "./languages.ts";

/** Translations by their English. */
export type Texts = Readonly<Record<string, CompiledMessage>>;
/** What one language has. */
export type Translations = {
  /** What every page says. */
  readonly texts: Texts;
  /** What each room says, by its file. */
  readonly rooms: Readonly<Record<string, () => Promise<Texts>>>;
  /** What puts sentences of the server into words of these texts; English needs none, so it loads none. */
  readonly teller: (texts: Texts) => (sentence: string) => string | undefined;
};
export type Values = Readonly<Record<string, string | number | null | undefined>>;

/** Another language than English costs one file for all pages, and one for each room. */
const FILES = { de: () => import("./de.ts"), es: () => import("./es.ts") } as const;

/** In what everything is shown until the page is loaded again. */
export const language: Language = typeof document === "undefined" ? "en" : chosenLanguage();
/** For dates and numbers. */
export const locale = language === "en" ? "en-GB" : language;

const known: Record<string, CompiledMessage> = {};
let tellerOf: Translations["teller"] | undefined;
/** Of the texts that are loaded; made when a sentence asks for it. */
let tell: ReturnType<Translations["teller"]> | undefined;
const i18n = setupI18n({ locale: language, messages: { [language]: {} } });
// What reaches it is compiled, or has nothing to compile.
if (import.meta.env.PROD) i18n.setMessagesCompiler((message) => [message]);
if (typeof document !== "undefined") document.documentElement.lang = language;

declare global {
  /** Called by the code of rooms before it runs: the build puts the call there. */
  var roomTexts: ((rooms: readonly string[]) => Promise<unknown>) | undefined;
}

function addTexts(texts: Texts): void {
  Object.assign(known, texts);
  tell = undefined;
  i18n.load(language, texts);
}

/** Loads what every page says, where the language is not English. Nothing that has texts may run before. */
export async function loadTexts(): Promise<void> {
  if (language === "en") return;
  const { texts, rooms: files, teller } = (await FILES[language]()).default;
  tellerOf = teller;
  addTexts(texts);
  globalThis.roomTexts = (rooms) =>
    Promise.all(
      rooms.map(async (room) => {
        const load = files[`./${language}/${room}.json`];
        if (load) addTexts(await load());
      }),
    );
}

/**
 * A text of the dashboard in the reader's language. The English text is its key; `{name}` is replaced from `values`, and
 * plurals are written as in ICU's messages: `t("{n, plural, one {# lead} other {# leads}}", { n })`. The build replaces a
 * message that has plurals with a short key and its compiled form.
 */
export function t(message: string, values?: Values, compiled?: CompiledMessage): string {
  if (compiled === undefined && !/\{\w+,|'[{}']/.test(message)) {
    const text = translationOf(message) ?? message;
    return values ? text.replaceAll(/\{(\w+)\}/g, (_, name) => String(values[name] ?? "")) : text;
  }
  // Lingui takes the compiled form as well; its types name a text alone.
  const own = compiled as unknown as string | undefined;
  return i18n._(message, values, own === undefined ? {} : { message: own });
}

/**
 * The reader's words for what the API names ("wire:open", "error:forbidden") or says; undefined in English, and where there
 * are none. `server.ts` lists them.
 */
export const translationOf = (key: string): string | undefined => {
  const text = known[key];
  return typeof text === "string" ? text : undefined;
};

/** A sentence of the server in the reader's language, where it is known: see `teller`. */
export function fromServer(sentence: string): string {
  tell ??= tellerOf?.(known);
  return tell?.(sentence) ?? sentence;
}

/** "a, b and c" in the reader's language. */
export const joinWords = (
  items: readonly string[],
  type: "conjunction" | "disjunction" = "conjunction",
): string => new Intl.ListFormat(locale, { type }).format(items);
