import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import type { Plugin } from "vite";
import { saidIn } from "./messages.ts";

/** What needs a compiled form; all other texts are their own key, and `t` puts values in place of their names. */
const isCompiled = (text: string): boolean =>
  /\{\w+,|'[{}']/.test(text) || (text.includes("{") && /<\d/.test(text));
const keyOf = (text: string): string => (isCompiled(text) ? generateMessageId(text) : text);

/** A room that has texts of its own. */
function roomOf(path: string): string | null {
  const room = /\/rooms\/([^/]+)\//.exec(path)?.[1];
  return room !== undefined && existsSync(join(FOLDER, "de", `${room}.json`)) ? room : null;
}
/** Waits for the texts of these rooms; `words.ts` makes the function where they are not in the code. */
const awaitTexts = (rooms: readonly string[]): string =>
  `await globalThis.roomTexts?.(${JSON.stringify(rooms)});\n`;

const LANGUAGES = ["de", "es"] as const;
const FOLDER = join(import.meta.dirname, "..");
const textsOf = (path: string): Record<string, string> => JSON.parse(readFileSync(path, "utf8"));
/** Which English texts a language has words for, in any of its files. */
const translatedIn = (language: string): Set<string> =>
  new Set(
    globSync(join(FOLDER, language, "*.json")).flatMap((path) =>
      Object.entries(textsOf(path)).flatMap(([english, text]) => (text === "" ? [] : [english])),
    ),
  );

/** Compiles the messages of sources and catalogs, so that no page carries the compiler, and gives each room its own. */
export function wordsPlugin(): Plugin {
  let isServing = false;
  let translated: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  return {
    name: "outrider-words",
    enforce: "pre",
    buildStart() {
      translated = new Map(LANGUAGES.map((language) => [language, translatedIn(language)]));
    },
    configResolved({ command }) {
      isServing = command === "serve";
    },
    load(id) {
      if (!/\/words\/(?:de|es)\/[^/]+\.json$/.test(id)) return null;
      return {
        code: JSON.stringify(
          Object.fromEntries(
            Object.entries(textsOf(id)).map(([text, translated]) => [
              keyOf(text),
              isCompiled(text) ? compileMessage(translated) : translated,
            ]),
          ),
        ),
        moduleType: "json",
      };
    },
    transform(code, id) {
      if (!/\/src\/dashboard\/.*\.tsx?$/.test(id) || id.includes("/words/")) return null;
      const { messages } = saidIn(id, code);
      if (messages.length === 0) return null;
      for (const [language, texts] of translated) {
        const missing = messages.find(({ text }) => !texts.has(text));
        if (missing) this.error(`${id}: “${missing.text}” has no words in ${language}`);
      }
      const compiled = messages.filter(({ text }) => isCompiled(text));
      let changed = code;
      for (const edit of compiled
        .flatMap(({ text, start, end, call }) => {
          const key = JSON.stringify(keyOf(text));
          const form = JSON.stringify(compileMessage(text));
          return call === null
            ? [{ start, end, put: `{${key}} compiled={${form}}` }]
            : [
                { start, end, put: key },
                {
                  start: call.end,
                  end: call.end,
                  put: `${call.hasValues ? "" : ", undefined"}, ${form}`,
                },
              ];
        })
        .toSorted((a, b) => b.start - a.start)) {
        changed = changed.slice(0, edit.start) + edit.put + changed.slice(edit.end);
      }
      const room = isServing ? roomOf(id) : null;
      return { code: room === null ? changed : awaitTexts([room]) + changed, map: null };
    },
    // The page's code waits for the texts, but is on its way at once.
    transformIndexHtml: {
      order: "post",
      handler: (html, { bundle = {} }) => {
        const chunks = Object.values(bundle).filter((file) => file.type === "chunk");
        const app = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith("/app.tsx")));
        const early = app ? [app.fileName, ...app.imports] : [];
        const missing = new Set(early.filter((file) => !html.includes(file)));
        return [...missing].map((file) => ({
          tag: "link",
          attrs: { rel: "modulepreload", crossorigin: true, href: `/${file}` },
          injectTo: "head" as const,
        }));
      },
    },
    renderChunk(code, chunk) {
      const rooms = new Set(chunk.moduleIds.map(roomOf).filter((room) => room !== null));
      return rooms.size === 0
        ? null
        : { code: awaitTexts([...rooms].toSorted()) + code, map: null };
    },
  };
}
