import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ERROR_CODES } from "#domain/errors.ts";
import { PROBLEMS } from "#http/problem.ts";
import pkg from "#package.json" with { type: "json" };

const read = (path: string): string => readFileSync(path, "utf8");
const DOCS = "src/docs";
const pages = readdirSync(DOCS, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".md"))
  .map((name) => join(DOCS, name));

/** Rows of a page's tables whose first cell is code: the code, and the other cells. */
const rowsOf = (path: string) =>
  [...read(path).matchAll(/^\| `([^`]+)` \| (.*) \|$/gm)].map(([, name = "", rest = ""]) => ({
    name,
    cells: rest.split(" | "),
  }));

describe("the documents", () => {
  it("link only to files that exist, and name only commands that exist", () => {
    const wrong = pages.flatMap((page) => {
      const text = read(page);
      const links = [...text.matchAll(/\]\(((?!https?:|#)[^)#]+)/g)].map(([, to = ""]) => to);
      const commands = [...text.matchAll(/npm run ([\w:-]+)/g)].map(([, name = ""]) => name);
      return [
        ...links.filter((to) => !existsSync(join(dirname(page), to))),
        ...commands.filter((name) => !(name in pkg.scripts)),
      ].map((what) => `${page}: ${what}`);
    });
    expect(wrong).toEqual([]);
  });

  it("explain every error code with its status, and none that does not exist", () => {
    const told = rowsOf(join(DOCS, "errors.md")).map(({ name, cells }) => [name, Number(cells[0])]);
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(ERROR_CODES.map((code) => [code, PROBLEMS[code][0]])),
    );
  });

  it("explain every figure of /metrics that they name", () => {
    const source = read("src/features/metrics/read-metrics.ts");
    const named = [...read(join(DOCS, "operation.md")).matchAll(/\b(outrider_\w+)/g)];
    const unknown = named.map(([name]) => name).filter((name) => !source.includes(`"${name}"`));
    expect(unknown).toEqual([]);
  });
});

describe("dependencies", () => {
  const declared = { ...pkg.dependencies, ...pkg.devDependencies, ...pkg.optionalDependencies };
  const told = rowsOf(join(DOCS, "dependencies.md"));
  // The shape of npm's lock files.
  const { packages } = JSON.parse(read("package-lock.json")) as {
    packages: Record<string, { license?: string; dev?: boolean; devOptional?: boolean }>;
  };

  it("have each their reason and their licence in the document", () => {
    expect(told.map(({ name }) => name).toSorted()).toEqual(Object.keys(declared).toSorted());
    const wrong = told.filter(({ name, cells }) => {
      const [licence = "", reason = ""] = cells;
      return reason === "" || (packages[`node_modules/${name}`]?.license ?? "MIT") !== licence;
    });
    expect(wrong).toEqual([]);
  });

  it("are pinned exactly", () => {
    const loose = Object.entries(declared).filter(([, version]) => !/^\d/.test(version));
    expect(loose.map(([name]) => name)).toEqual(["@types/node"]);
  });

  it("bring no copyleft into what runs, however deep", () => {
    const free =
      /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|CC0-1\.0|Python-2\.0)$/;
    const isFree = (licence: string): boolean =>
      licence
        .replace(/^\(|\)$/g, "")
        .split(" OR ")
        .some((one) => free.test(one));
    const running = Object.entries(packages).filter(
      ([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional,
    );
    expect(running.length).toBeGreaterThan(50);
    const unfree = running.filter(([, { license = "none" }]) => !isFree(license));
    expect(unfree.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
  });
});
