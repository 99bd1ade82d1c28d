import { execFile } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { ALLOWED, GROUND, PLANTED } from "./planted.ts";

type Report = { diagnostics: { code: string; filename: string }[] };

const SLOW_PATTERNS = `export const a = /[ \\t]+$/gm;
export const b = /(a+)+$/;
export const c = (word: string) => RegExp(word);
export const d = /^[ \\t]+/gm;
`;

let found: ReadonlyMap<string, string[]>;
const yard = temporaryDirectory();
afterAll(() => yard.remove());

/** The repository's own configuration over a tree that holds the planted files and the real schema. */
beforeAll(async () => {
  for (const name of [".oxlintrc.json", "tsconfig.json", "package.json", "src/db", "src/domain"]) {
    cpSync(name, join(yard.path, name), { recursive: true });
  }
  symlinkSync(resolve("node_modules"), join(yard.path, "node_modules"));
  for (const { path, text } of [...GROUND, ...PLANTED, ...ALLOWED]) {
    mkdirSync(join(yard.path, dirname(path)), { recursive: true });
    writeFileSync(join(yard.path, path), `${text}\n`);
  }
  writeFileSync(join(yard.path, "src/domain/slow-pattern.ts"), SLOW_PATTERNS);
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
      [linter, "--format=json", "src"],
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
    expect(said).toContain("src/domain/slow-pattern.ts:1 /[ \\t]+$/ is tried anew");
    expect(said).toContain("src/domain/slow-pattern.ts:2 /(a+)+$/ divides");
    expect(said).toContain("src/domain/slow-pattern.ts:3 /RegExp(word)/ is built at run time");
    expect(said).not.toContain("src/domain/slow-pattern.ts:4");
  });

  it.each(PLANTED)("report $path", ({ path, breaks }) => {
    expect(found.get(path)).toContain(breaks);
  });

  it.each(ALLOWED)("let $path through", ({ path }) => {
    expect(found.get(path)).toBeUndefined();
  });
});
