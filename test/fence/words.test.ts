import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { avoidedWords } from "#house/words.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";

const yard = temporaryDirectory();
afterAll(() => yard.remove());

/** What the check says of one file. */
const said = (path: string, text: string) => avoidedWords([[path, text]], {});

describe("words to avoid", () => {
  it.each([
    [
      "a comment",
      "src/platform/rules/a.ts",
      "\n/** Reads the list anew. */\nexport {};",
      2,
      "anew",
    ],
    ["a line's comment", "src/platform/rules/a.ts", "// Who was told?", 1, "told"],
    [
      "two lines",
      "src/platform/rules/a.ts",
      "/**\n * It puts\n * off what waits.\n */",
      2,
      "puts off",
    ],
    ["a name", "src/platform/rules/a.ts", "export const isTold = true;", 1, "Told"],
    ["a constant", "src/platform/rules/a.ts", "export const PUT_OFF_MS = 5;", 1, "PUT OFF"],
    ["a type", "src/platform/rules/a.ts", "\ntype Lanes = string[];", 2, "Lanes"],
    [
      "a property",
      "src/platform/rules/a.ts",
      "export const a = { lastWords: 1 };",
      1,
      "last Words",
    ],
    ["the path", "src/platform/rules/put-off.ts", "export {};", 1, "put off"],
    [
      "a text",
      "src/dashboard/parts/a.tsx",
      "\nexport const a = <p>\nNobody is told</p>;",
      3,
      "told",
    ],
    ["a string", "src/dashboard/parts/a.ts", `export const a = "Mend it";`, 1, "Mend"],
    [
      "a template",
      "src/dashboard/parts/a.ts",
      "export const a = (b: string) => `${b} put off`;",
      1,
      "put off",
    ],
  ])("are found in %s", (_what, path, text, line, word) => {
    const found = said(path, text);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(new RegExp(`^${path}:${line} .* has "${word}": use \\w`));
  });

  it.each([
    [
      "inside other words",
      "src/platform/rules/a.ts",
      "/** Recommends planes. */\nexport const extend = 1;",
    ],
    ["in texts that are not the dashboard's", "src/server/a.ts", `export const a = "told";`],
    ["as words of their own apart", "src/platform/rules/a.ts", "// It is put, then off."],
  ])("are not found %s", (_what, path, text) => {
    expect(said(path, text)).toEqual([]);
  });

  it("are let through in a listed folder, up to its number and while it has any", () => {
    const path = "src/modules/leads/lists/a.ts";
    const two = [[path, "// Read anew.\n// Told again."]] as const;
    expect(avoidedWords(two, { "src/modules/leads/": 2 })).toEqual([]);
    expect(avoidedWords(two, { "src/modules/leads/": 1 })).toHaveLength(2);
    expect(avoidedWords(two, { "src/modules/inbox/": 2 })).toHaveLength(3);
    expect(avoidedWords([[path, ""]], { "src/modules/leads/": 2 })).toEqual([
      "words.ts names src/modules/leads/: gone",
    ]);
  });

  it("fail the check of the fences", async () => {
    const planted = join(yard.path, "src/platform/rules/planted.ts");
    mkdirSync(dirname(planted), { recursive: true });
    writeFileSync(planted, "/** Whoever asks. */\nexport const a = 1;\n");
    const script = resolve("src/house/check-fences.ts");
    const { code, out } = await new Promise<{ code: unknown; out: string }>((done) => {
      execFile(process.execPath, [script], { cwd: yard.path }, (error, out) =>
        done({ code: error?.code, out }),
      );
    });
    expect(code).toBe(1);
    expect(out).toContain('src/platform/rules/planted.ts:1 a comment has "Whoever": use');
  });
});
