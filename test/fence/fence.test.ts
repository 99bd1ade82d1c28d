import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { violations } from "#house/fences.ts";
import { readImports } from "#house/imports.ts";
import { ALLOWED, FENCED, GROUND, PLANTED } from "./planted.ts";

type Report = { diagnostics: { code: string; filename: string }[] };

const SLOW_PATTERNS = `export const a = /[ \\t]+$/gm;
export const b = /(a+)+$/;
export const c = (word: string) => RegExp(word);
export const d = /^[ \\t]+/gm;
`;

let found: ReadonlyMap<string, string[]>;
let imports: ReturnType<typeof readImports>;
const yard = temporaryDirectory();
afterAll(() => yard.remove());

/** The repository's own configuration over a tree that holds the planted files and the real schema. */
beforeAll(async () => {
  for (const name of [
    ".oxlintrc.json",
    "tsconfig.json",
    "package.json",
    "src/platform",
    "src/modules",
  ]) {
    cpSync(name, join(yard.path, name), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(yard.path, "node_modules"));
  const fenced = [...FENCED, ...ALLOWED].map(({ path, text }) => ({ path: `src/${path}`, text }));
  for (const { path, text } of [...GROUND, ...PLANTED, ...fenced]) {
    mkdirSync(join(yard.path, dirname(path)), { recursive: true });
    writeFileSync(join(yard.path, path), `${text}\n`);
  }
  writeFileSync(join(yard.path, "src/platform/rules/slow-pattern.ts"), SLOW_PATTERNS);
  imports = readImports(yard.path);
  const report = await lint();
  found = new Map(
    [...Map.groupBy(report.diagnostics, ({ filename }) => filename)].map(([name, all]) => [
      name,
      all.map(({ code }) => code),
    ]),
  );
});

/** Ends with 1 when it finds something, which it must. */
function lint(): Promise<Report> {
  return new Promise((done, fail) => {
    const linter = resolve("node_modules/oxlint/bin/oxlint");
    execFile(
      process.execPath,
      [linter, "--format=json", ...PLANTED.map(({ path }) => path)],
      { cwd: yard.path, maxBuffer: 2 ** 26 },
      (_error, out) => {
        try {
          // Oxlint's JSON reporter.
          done(JSON.parse(out) as Report);
        } catch (cause) {
          fail(cause instanceof Error ? cause : new Error(String(cause)));
        }
      },
    );
  });
}

describe("the fences", () => {
  it("report a regular expression that backtracks, and one that is built at run time", async () => {
    const said = await new Promise<string>((done) => {
      const script = resolve("src/check-patterns.ts");
      execFile(process.execPath, [script], { cwd: yard.path }, (_error, out) => done(out));
    });
    expect(said).toContain("src/platform/rules/slow-pattern.ts:1 /[ \\t]+$/ is tried again");
    expect(said).toContain("src/platform/rules/slow-pattern.ts:2 /(a+)+$/ divides");
    expect(said).toContain(
      "src/platform/rules/slow-pattern.ts:3 /RegExp(word)/ is built at run time",
    );
    expect(said).not.toContain("src/platform/rules/slow-pattern.ts:4");
  });

  it.each(PLANTED)("report $path", ({ path, breaks }) => {
    expect(found.get(path)).toContain(breaks);
  });

  it.each(FENCED)("report src/$path", ({ path, breaks }) => {
    expect(fencesOf(path)).toContain(breaks);
  });

  it.each(ALLOWED)("let src/$path through", ({ path }) => {
    expect(fencesOf(path)).toEqual([]);
  });

  it("report modules in a circle, a folder that is too full, and an exception that is gone", () => {
    const told = (imports: Parameters<typeof violations>[0], files: string[], known: string[]) =>
      violations(imports, files, known).map(({ fence }) => fence);
    const one = (from: string, to: string) =>
      ({ from, to, line: 1, typeOnly: false, kind: "source", written: `#${to}` }) as const;
    const circle = [
      one("modules/leads/lists/a.ts", "modules/inbox/threads/b.ts"),
      one("modules/inbox/threads/b.ts", "modules/leads/lists/a.ts"),
    ];
    expect(told(circle, [], [])).toEqual(["order", "cycle"]);
    expect(told(circle, [], ["modules/leads/lists/a.ts -> modules/inbox/threads/b.ts"])).toEqual(
      [],
    );
    const many = Array.from({ length: 16 }, (_, at) => `modules/leads/lists/verb-${at}.ts`);
    expect(told([], many, [])).toEqual(["folder"]);
    expect(told([], [], ["modules/leads/lists/a.ts -> modules/inbox/threads/b.ts"])).toEqual([
      "list",
    ]);
  });
});

function fencesOf(path: string): string[] {
  return violations(imports, [path], [])
    .filter(({ text }) => text.startsWith(`src/${path}:`))
    .map(({ fence }) => fence);
}
