import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { headersFile } from "#platform/http/headers/asset-headers.ts";
import { recordOf } from "./process-record.ts";

const ROOT = join(import.meta.dirname, "../..");
const DIST = join(ROOT, "dist");
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
const STAMP = join(DIST, "dashboard.stamp");
const LOCK = join(DIST, "dashboard.lock");

/**
 * Builds the dashboard and the pages of `/docs` unless the present build is of these very sources. One process builds at a
 * time, others wait for it; the old build stays in place until the new one is whole.
 * Answers whether it had to. Throws with Vite's words when that fails.
 */
export async function buildDashboard(signal?: AbortSignal): Promise<boolean> {
  const stamp = await stampOfSources();
  if (await isBuilt(stamp)) return false;
  await mkdir(DIST, { recursive: true });
  const unlock = await lock(signal);
  try {
    if (await isBuilt(stamp)) return false;
    const fresh = `${DASHBOARD_DIR}.${process.pid}`;
    try {
      await runVite(fresh, signal);
      // Its packages are there where something is built, and nowhere else.
      const { writeDocs } = await import("./docs/write-docs.ts");
      await writeDocs(ROOT, fresh);
      await writeFile(join(fresh, "_headers"), headersFile());
      await rm(STAMP, { force: true });
      await rm(DASHBOARD_DIR, { recursive: true, force: true });
      await rename(fresh, DASHBOARD_DIR);
      await writeFile(STAMP, stamp);
    } finally {
      await rm(fresh, { recursive: true, force: true });
    }
    return true;
  } finally {
    await unlock();
  }
}

/** The build is there and was made of sources with this stamp. */
async function isBuilt(stamp: string): Promise<boolean> {
  const built = await readFile(STAMP, "utf8").catch(() => null);
  return built === stamp;
}

/** A hash over the names and contents of everything that goes into the build. */
async function stampOfSources(): Promise<string> {
  const hash = createHash("sha256");
  for (const source of SOURCES) {
    for (const file of await filesOf(join(ROOT, source))) {
      hash
        .update(file.slice(ROOT.length))
        .update("\0")
        .update(await readFile(file))
        .update("\0");
    }
  }
  return hash.digest("hex");
}

async function filesOf(path: string): Promise<string[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true, recursive: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
  } catch {
    return [path];
  }
}

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

/** Waits until no other process builds; answers a function that releases the lock. */
async function lock(signal?: AbortSignal): Promise<() => Promise<void>> {
  for (;;) {
    signal?.throwIfAborted();
    try {
      await writeFile(LOCK, String(process.pid), { flag: "wx" });
      return () => rm(LOCK, { force: true });
    } catch {
      const holder = Number(await readFile(LOCK, "utf8").catch(() => ""));
      if (holder > 0 && recordOf(holder) === null) await rm(LOCK, { force: true });
      await wait(200);
    }
  }
}
