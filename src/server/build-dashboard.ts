import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { headersFile } from "#platform/http/headers/asset-headers.ts";
import { buildOnce, DIST } from "./build-once.ts";
import { ROOT } from "./own-build.ts";

/** What is built from: the dashboard's sources, what they import, the guides, and the packages. */
const SOURCES = [
  "src/dashboard",
  "src/modules",
  "src/platform",
  "src/docs",
  "src/server/docs",
  "src/app/openapi/reference-style.ts",
  "CHANGELOG.md",
  "package-lock.json",
];

/** Where the built dashboard lies. */
export const DASHBOARD_DIR = join(DIST, "dashboard");

/**
 * Builds the dashboard and the pages of `/docs` unless the present build is of these very sources.
 * Answers whether it had to. Throws with Vite's words when that fails.
 */
export const buildDashboard = (signal?: AbortSignal): Promise<boolean> =>
  buildOnce(
    {
      name: "dashboard",
      sources: SOURCES,
      async make(fresh) {
        await runVite(fresh, signal);
        // Its packages are there where something is built, and nowhere else.
        const { writeDocs } = await import("./docs/write-docs.ts");
        await writeDocs(ROOT, fresh);
        await writeFile(join(fresh, "_headers"), headersFile());
      },
    },
    signal,
  );

async function runVite(outDir: string, signal?: AbortSignal): Promise<void> {
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const config = join(ROOT, "src/dashboard/vite.config.ts");
  const child = spawn(
    process.execPath,
    [vite, "build", "--config", config, "--outDir", outDir, "--logLevel", "error"],
    {
      cwd: ROOT,
      env: { ...process.env, NODE_ENV: "production" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  const end = (): void => void child.kill("SIGKILL");
  signal?.addEventListener("abort", end, { once: true });
  try {
    const [code, said] = await Promise.all([ended(child), wordsOf(child)]);
    signal?.throwIfAborted();
    if (code !== 0) throw new Error(`vite ended with ${code}: ${said.trim().slice(0, 2_000)}`);
  } finally {
    signal?.removeEventListener("abort", end);
  }
}

const ended = async (child: ChildProcess): Promise<number> =>
  Number((await once(child, "exit"))[0]);

async function wordsOf(child: ChildProcess): Promise<string> {
  let words = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on("data", (chunk: Buffer) => (words += chunk.toString()));
  }
  await once(child, "close");
  return words;
}
