import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { SettingsSchema } from "#core/settings.ts";
import pkg from "#package.json" with { type: "json" };

const readme = await readFile("README.md", "utf8");

it("names every setting, and none that does not exist", () => {
  const table = readme.slice(readme.indexOf("## Settings"), readme.indexOf("## Map"));
  const named = [...table.matchAll(/^\| (.+?) \| /gm)].flatMap((row) =>
    [...(row[1] ?? "").matchAll(/`([A-Z_]+)`/g)].map((match) => match[1]),
  );
  expect(new Set(named)).toEqual(new Set(Object.keys(SettingsSchema.shape)));
});

it("names only commands that exist", () => {
  const commands = [...readme.matchAll(/`?npm run ([\w:-]+)/g)].map((match) => match[1] ?? "");
  expect(commands.filter((name) => !(name in pkg.scripts))).toEqual([]);
});

it("links only to files that exist, and maps every folder of src", async () => {
  const links = [...readme.matchAll(/\]\(((?!https?:|#)[^)]+)\)/g)].map((match) => match[1] ?? "");
  expect(links.filter((path) => !existsSync(path))).toEqual([]);
  const folders = (await readdir("src", { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  );
  const map = readme.slice(readme.indexOf("## Map"), readme.indexOf("## Words"));
  expect(
    folders.map((f) => f.name).filter((name) => !map.includes(`\`${name}\``) && name !== "docs"),
  ).toEqual([]);
});
