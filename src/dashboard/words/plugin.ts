import { readFileSync } from "node:fs";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { generateMessageId } from "@lingui/message-utils/generateMessageId";
import type { Plugin } from "vite";
import { saidIn } from "./messages.ts";

/** What needs a compiled form; all other texts are their own key. */
const isCompiled = (text: string): boolean => text.includes("{");
const keyOf = (text: string): string => (isCompiled(text) ? generateMessageId(text) : text);

/** Compiles the messages of sources and catalogs, so that no page carries the compiler. */
export function wordsPlugin(): Plugin {
  return {
    name: "outrider-words",
    enforce: "pre",
    load(id) {
      if (!/\/words\/(?:de|es)\/[^/]+\.json$/.test(id)) return null;
      const texts: Record<string, string> = JSON.parse(readFileSync(id, "utf8"));
      return {
        code: JSON.stringify(
          Object.fromEntries(
            Object.entries(texts).map(([text, translated]) => [
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
      const compiled = saidIn(id, code).messages.filter(({ text }) => isCompiled(text));
      if (compiled.length === 0) return null;
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
      return { code: changed, map: null };
    },
  };
}
