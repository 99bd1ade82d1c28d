import { join } from "node:path";
import { StartError } from "#server/start-error.ts";

/**
 * One file of CommonJS, made of a few lines and what they import from `runtime`. What is named stays outside:
 * the host has it, or it lies beside the file. Throws StartError where the bundler is not installed.
 */
export async function bundled(lines: string, outside: readonly string[]): Promise<string> {
  const { build } = await import("esbuild").catch(() => {
    throw new StartError("esbuild is missing. Run npm ci with development packages.");
  });
  const { outputFiles } = await build({
    stdin: { contents: lines, resolveDir: join(import.meta.dirname, "runtime"), loader: "ts" },
    bundle: true,
    write: false,
    format: "cjs",
    platform: "node",
    target: "node20",
    external: [...outside],
    logLevel: "silent",
  });
  return outputFiles[0]?.text ?? "";
}
