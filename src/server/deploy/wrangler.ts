import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "#server/own-build.ts";
import { StartError } from "#server/start-error.ts";

const WRANGLER = join(ROOT, "node_modules/wrangler/bin/wrangler.js");
/** Beside wrangler.toml, since its paths are relative; removed again. */
export const CONFIG = join(ROOT, "wrangler.deploy.toml");

/** Runs the platform's tool over the completed configuration. Throws `StartError` with its words. */
export async function wrangler(...args: string[]): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [WRANGLER, ...args, "--config", CONFIG], {
      cwd: ROOT,
      env: { ...process.env, CI: "true", FORCE_COLOR: "0", WRANGLER_HIDE_BANNER: "true" },
      maxBuffer: 64 * 1024 * 1024,
    });
  } catch (cause) {
    // What execFile throws holds both.
    const { stderr = "", stdout = "" } = cause as { stderr?: string; stdout?: string };
    const lines = `${stdout}\n${stderr}`.split("\n").filter((line) => /error/i.test(line));
    const words = lines.slice(0, 3).join(" ").trim();
    throw new StartError(
      `wrangler ${args.slice(0, 3).join(" ")} failed: ${words || String(cause)}`,
    );
  }
}
