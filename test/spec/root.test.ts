import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { MODULES } from "#app/modules.ts";

it("the top level holds what it is meant to hold, and nothing else", () => {
  const files = execFileSync("git", ["ls-files", "--cached"], { encoding: "utf8" }).split("\n");
  const top = new Set(files.flatMap((file) => file.split("/")[0] || []));
  expect([...top].filter((name) => !name.startsWith(".")).sort()).toEqual([
    "CHANGELOG.md",
    "LICENSE",
    "README.md",
    "drizzle",
    "package-lock.json",
    "package.json",
    "src",
    "test",
    "tsconfig.json",
    "wrangler.toml",
  ]);
});

it("the README names the modules in their order", () => {
  const readme = readFileSync("README.md", "utf8");
  const [, list = ""] = /The modules, in order: ([a-z,\s]+)\./.exec(readme) ?? [];
  expect(list.split(/,\s+/)).toEqual(MODULES.map(({ name }) => name));
});

it("the page of guides leads to every guide and every decision", () => {
  const index = readFileSync("src/docs/README.md", "utf8");
  const pages = readdirSync("src/docs").filter((name) => name.endsWith(".md"));
  const records = readdirSync("src/docs/decisions").map((name) => `decisions/${name}`);
  const untold = [...pages, ...records].filter((name) => !index.includes(`](${name}`));
  expect(untold).toEqual(["README.md"]);
});

it("the unit of systemd starts what `npm start` starts", () => {
  const unit = readFileSync("src/docs/examples/outrider.service", "utf8");
  const [, ...words] = /^ExecStart=(.+)$/m.exec(unit)?.[1]?.split(" ") ?? [];
  const scripts = JSON.parse(readFileSync("package.json", "utf8")).scripts as { start: string };
  expect(scripts.start).toContain(words.join(" "));
  expect(words.filter((path) => !existsSync(path))).toEqual([]);
});
