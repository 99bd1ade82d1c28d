import { globSync, readFileSync } from "node:fs";
import { setupI18n } from "@lingui/core";
import { compileMessage } from "@lingui/message-utils/compileMessage";
import { describe, expect, it } from "vitest";
import { languageWished } from "#dashboard/words/languages.ts";
import { saidIn } from "#dashboard/words/build/messages.ts";
import { wordsPlugin } from "#dashboard/words/build/plugin.ts";

const textsOf = (source: string): string[] =>
  saidIn("room.tsx", source).messages.map(({ text }) => text);
const missedIn = (source: string): readonly string[] => saidIn("room.tsx", source).untranslated;

/** What the build makes of a source. */
function built(source: string): string | null {
  const { transform } = wordsPlugin();
  if (typeof transform !== "function") throw new Error("the plugin changed its shape");
  const answer: unknown = transform.call(undefined as never, source, "/src/dashboard/room.tsx");
  return typeof answer === "object" && answer !== null && "code" in answer
    ? String(answer.code)
    : null;
}

describe("the language of the dashboard", () => {
  it("is the first of the wishes that there is, else English", () => {
    expect(languageWished(["fr-CH", "de-AT", "es"])).toBe("de");
    expect(languageWished(["ES-mx"])).toBe("es");
    expect(languageWished(["", "en-GB", "de"])).toBe("en");
    expect(languageWished(["fr", "pt"])).toBe("en");
    expect(languageWished([])).toBe("en");
  });
});

describe("the texts of a source", () => {
  it("are those of t and Say, whatever the form of the literal's place", () => {
    expect(textsOf(`const a = t("Save"); const b = t("{n} left", { n });`)).toEqual([
      "Save",
      "{n} left",
    ]);
    expect(
      textsOf(`<Say id="Read <0>this</0>." parts={{ 0: <a /> }} />`).concat(
        textsOf(`<Say id={"Hello {name}"} values={{ name }} parts={{}} />`),
      ),
    ).toEqual(["Read <0>this</0>.", "Hello {name}"]);
  });

  it("names what goes past them: expressions, text of an element, attributes that people read", () => {
    expect(missedIn(`t(name)`)).toHaveLength(1);
    expect(missedIn(`<Say id={name} parts={{}} />`)).toHaveLength(1);
    expect(missedIn(`\n<p>Nothing yet</p>`)).toEqual([
      "room.tsx:2: “Nothing yet” is not translated",
    ]);
    expect(missedIn(`<input placeholder="Search leads" />`)).toHaveLength(1);
    expect(missedIn(`<p className="grid gap-4">{t("Fine")} · 12, Google</p>`)).toHaveLength(1);
    expect(missedIn(`<p className="grid gap-4">{t("Fine")} · 12</p>`)).toEqual([]);
    expect(missedIn(`<b>Google</b>`)).toEqual([]);
  });
});

describe("the build", () => {
  it("leaves texts without plurals as they are", () => {
    expect(built(`t("Save")`)).toBe(`t("Save")`);
    expect(built(`t("Start {name}", { name })`)).toBe(`t("Start {name}", { name })`);
  });

  it("puts the compiled form behind the values, also where there are none", () => {
    const left = "{n, plural, one {# is} other {# are}} left";
    const form = String.raw`\[\["n","plural",\{"one":\["#"," is"\],"other":\["#"," are"\]\}\]," left"\]`;
    expect(built(`t("${left}", { n })`)).toMatch(
      new RegExp(String.raw`^t\("[\w+/=-]{6}", \{ n \}, ${form}\)$`),
    );
    expect(built(`t("a '{'b'}'")`)).toMatch(/^t\("[\w+/=-]{6}", undefined, .+\)$/);
    expect(built(`t(\n  "${left}",\n  { n },\n)`)).toMatch(
      new RegExp(String.raw`^t\(\n {2}"[\w+/=-]{6}",\n {2}\{ n \}, ${form},\n\)$`),
    );
  });

  it("gives Say its compiled form as an attribute", () => {
    expect(built(`<Say id="{n} <0>left</0>" values={{ n }} parts={{}} />`)).toMatch(
      /^<Say id=\{"[\w+/=-]{6}"\} compiled=\{\[\["n"\]," <0>left<\/0>"\]\} values=\{\{ n \}\} parts=\{\{\}\} \/>$/,
    );
  });
});

describe.each(["de", "es"])("the catalogs in %s", (language) => {
  const texts = globSync(`src/dashboard/words/${language}/*.json`).flatMap((path) =>
    Object.entries(JSON.parse(readFileSync(path, "utf8")) as Record<string, string>),
  );

  it("have messages that compile and are whole sentences with any values", () => {
    const i18n = setupI18n({ locale: language, messages: { [language]: {} } });
    for (const [english, text] of texts) {
      if (!english.includes("{")) continue;
      const names = [...english.matchAll(/\{(\w+)\s*[,}]/g)].map(([, name = ""]) => name);
      for (const n of [1, 5]) {
        const values = Object.fromEntries(names.map((name) => [name, n]));
        const message = compileMessage(text) as unknown as string;
        const said = i18n._(english, values, { message });
        expect(said, english).not.toBe("");
        expect(said, english).not.toMatch(/undefined|\bplural\b|\bselect\b/);
      }
    }
  });
});
