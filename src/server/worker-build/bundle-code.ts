import { builtinModules } from "node:module";
import { glob, readFile } from "node:fs/promises";
import { join } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { ROOT } from "#server/own-build.ts";
import pkg from "#package.json" with { type: "json" };
import { leanModule } from "./lean.ts";
import { UNREACHED } from "./left-out.ts";

const OURS = join(ROOT, "src/");
const BUILT_IN = new Set(builtinModules);
const REQUIRED = "required-of-node";
const PACKAGES = "/node_modules/";

/**
 * Bundles the Worker into `directory`: `index.js`, parts that are loaded when they are first needed,
 * and the map of each. What a Worker never runs is left out, and what remains is minified. Answers
 * esbuild's account of what went into which file. Throws with esbuild's words, and
 * where `left-out.ts` does not fit the packages any more.
 */
export async function bundleCode(directory: string): Promise<Metafile> {
  const met = new Set<string>();
  const keepsSchemas = await hasDeprecatedFields();
  const { metafile } = await build({
    entryPoints: { index: join(ROOT, "src/worker/index.ts") },
    outdir: directory,
    absWorkingDir: ROOT,
    bundle: true,
    splitting: true,
    minify: true,
    metafile: true,
    format: "esm",
    // As wrangler bundles for workerd.
    target: "es2024",
    conditions: ["workerd", "worker", "browser"],
    mainFields: ["browser", "module", "main"],
    external: ["cloudflare:*"],
    define: {
      "process.env.NODE_ENV": '"production"',
      "navigator.userAgent": '"Cloudflare-Workers"',
    },
    // The platform shows traces of the sources with them; their text is in the repository.
    sourcemap: "linked",
    sourcesContent: false,
    loader: { ".sql": "copy" },
    logLevel: "silent",
    plugins: [nodeModules, lean(met, keepsSchemas)],
  });
  const gone = [...IN_PLACE.keys()].filter((file) => !met.has(file));
  if (gone.length > 0)
    throw new Error(`left-out.ts names what is not imported: ${gone.join(", ")}`);
  return metafile;
}

/** Modules of Node are the runtime's. What packages require of them is imported for them. */
const nodeModules: Plugin = {
  name: "node-modules",
  setup(bundler) {
    bundler.onResolve({ filter: /^(?:node:)?[a-z_/]+$/ }, ({ path, kind }) => {
      const bare = path.replace(/^node:/, "");
      if (!BUILT_IN.has(bare)) return null;
      if (kind === "require-call") return { path: bare, namespace: REQUIRED };
      return { path: `node:${bare}`, external: true };
    });
    bundler.onLoad({ filter: /.*/, namespace: REQUIRED }, ({ path }) => ({
      contents: `import all from "node:${path}"; module.exports = all;`,
      loader: "js",
    }));
  },
};

/** Takes out what nothing of the Worker reads or runs; `met` gets the files of packages that were. */
const lean = (met: Set<string>, keepsSchemas: boolean): Plugin => ({
  name: "lean",
  setup(bundler) {
    bundler.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(OURS)) return null;
      return {
        contents: leanModule(path, await readFile(path, "utf8"), keepsSchemas),
        loader: "ts",
      };
    });
    bundler.onLoad({ filter: /\/node_modules\/.+\.m?js$/ }, ({ path }) => {
      const file = path.slice(path.lastIndexOf(PACKAGES) + PACKAGES.length);
      const contents = IN_PLACE.get(file);
      if (contents === undefined) return null;
      met.add(file);
      return { contents, loader: "js" };
    });
    bundler.onLoad({ filter: /\/package\.json$/ }, ({ path }) =>
      // Its version is all that is asked.
      path === join(ROOT, "package.json")
        ? { contents: JSON.stringify({ name: pkg.name, version: pkg.version }), loader: "json" }
        : null,
    );
  },
});

/** Whether a contract marks a field: what a route says of its responses is then read by each request. */
async function hasDeprecatedFields(): Promise<boolean> {
  for await (const path of glob("{platform,modules/*}/contract/**/*.ts", { cwd: OURS })) {
    if ((await readFile(join(OURS, path), "utf8")).includes("deprecatedField(")) return true;
  }
  return false;
}

/** A module whose exports throw when they are called. */
const refusing = (names: readonly string[]): string =>
  names
    .map((name) => {
      const thrown = `() => { throw new Error(${JSON.stringify(`${name} is left out of the Worker`)}); }`;
      return name === "default" ? `export default ${thrown};` : `export const ${name} = ${thrown};`;
    })
    .join("\n");

/** What stands in place of files of packages, by their path. */
const IN_PLACE: ReadonlyMap<string, string> = new Map(
  UNREACHED.map(({ file, names }) => [file, refusing(names)] as const),
);
