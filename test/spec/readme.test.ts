import { readdir, readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { SettingsSchema } from "#platform/ctx/settings.ts";

it("lists every setting in the settings' guide, and none that does not exist", async () => {
  const guide = await readFile("src/docs/settings.md", "utf8");
  const named = [...guide.matchAll(/^\| (.+?) \| /gm)].flatMap((row) =>
    [...(row[1] ?? "").matchAll(/`([A-Z_]+)`/g)].map((match) => match[1]),
  );
  expect(new Set(named)).toEqual(new Set(Object.keys(SettingsSchema.shape)));
});

it("lists every setting of a companion that runs by itself", async () => {
  const guide = await readFile("src/docs/settings.md", "utf8");
  const source = await readFile("src/companion/env.ts", "utf8");
  const names = [...source.matchAll(/^ {4}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(6);
  // Fault tests alone set this one.
  const untold = names.filter((name) => name !== "CRASH_AT" && !guide.includes(`\`${name}\``));
  expect(untold).toEqual([]);
});

it("maps every folder of src in the README", async () => {
  const readme = await readFile("README.md", "utf8");
  const entries = await readdir("src", { withFileTypes: true });
  const map = readme.slice(readme.indexOf("## Map"), readme.indexOf("## Words"));
  const named = [...map.matchAll(/^\| (.+?) \| /gm)].flatMap((row) =>
    [...(row[1] ?? "").matchAll(/`([a-z]+)`/g)].map((match) => match[1]),
  );
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(new Set(named)).toEqual(new Set(folders));
});
