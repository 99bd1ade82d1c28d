import { cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import pkg from "#package.json" with { type: "json" };
import { endpoints, hotRoutes } from "#app/endpoints.ts";
import { apiDocument } from "#app/openapi/document.ts";
import { ROOT } from "#server/own-build.ts";
import { catalogueOf } from "./catalogue.ts";
import { makePackage } from "./make-package.ts";
import { n8nPackage } from "./n8n-package.ts";
import type { Catalogue } from "./types.ts";
import { zapierPackage } from "./zapier-package.ts";

/** The files of a package by their paths: text, or an object as JSON. */
export type PackageFiles = Readonly<Record<string, string | object>>;

/** The products that there is a definition for, and what it is made by. */
const TARGETS: Readonly<
  Record<string, (catalogue: Catalogue) => PackageFiles | Promise<PackageFiles>>
> = { n8n: n8nPackage, zapier: zapierPackage, make: makePackage };

export const TARGET_NAMES: readonly string[] = Object.keys(TARGETS);

/** What this version offers other products. */
export const ownCatalogue = (): Catalogue =>
  catalogueOf(apiDocument(endpoints, hotRoutes, pkg.version));

/** Writes the definition for a product into a folder, which it empties first. */
export async function writePackage(target: string, out: string): Promise<void> {
  const files = await TARGETS[target]?.(ownCatalogue());
  if (files === undefined) throw new TypeError(`There is no definition for ${target}.`);
  rmSync(out, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    const at = join(out, path);
    mkdirSync(dirname(at), { recursive: true });
    const text = typeof content === "string" ? content : JSON.stringify(content, null, 2);
    writeFileSync(at, text.endsWith("\n") ? text : `${text}\n`);
  }
  cpSync(join(ROOT, "LICENSE"), join(out, "LICENSE"));
}
