import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { compile } from "tailwindcss";
import type { Plugin } from "vite";

const STYLES = join(import.meta.dirname, "styles");
const ENTRY = join(STYLES, "main.css");
const TAILWIND = join(import.meta.dirname, "../../node_modules/tailwindcss");

/**
 * Tailwind by its own compiler alone: every word of the components' sources is offered to it, and
 * it makes a rule of those that are utilities. Its packaged plugins bring native programs instead,
 * which are not there for every machine.
 */
export const tailwind = (): Plugin => ({
  name: "outrider-tailwind",
  enforce: "pre",
  async transform(source, id) {
    if (id.split("?", 1)[0] !== ENTRY) return null;
    const compiled = await compile(source, {
      base: STYLES,
      loadStylesheet: async (name, base) => {
        const path = locate(name, base);
        this.addWatchFile(path);
        return { path, base: dirname(path), content: readFileSync(path, "utf8") };
      },
    });
    const sources = componentFiles();
    for (const file of sources) this.addWatchFile(file);
    return { code: compiled.build(wordsOf(sources)), map: null };
  },
});

const locate = (name: string, base: string): string =>
  name.startsWith("tailwindcss/")
    ? join(TAILWIND, `${name.slice("tailwindcss/".length)}.css`)
    : resolve(base, name);

function componentFiles(): string[] {
  return readdirSync(import.meta.dirname, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".tsx"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Class names are in quotes, with spaces between. */
function wordsOf(files: readonly string[]): string[] {
  const words = files.flatMap((file) => readFileSync(file, "utf8").split(/[\s"'`{}]+/));
  return [...new Set(words)];
}
