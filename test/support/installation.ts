import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { once } from "node:events";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { buildDashboard } from "#server/build-dashboard.ts";
import { FEED_FILE, packRelease } from "#server/release/pack-release.ts";
import { freePort } from "./free-port.ts";
import { temporaryDirectory } from "./node-host.ts";

/** What `npm start` needs of the repository, beside packages. */
const SOURCES = ["src", "drizzle", "package.json", "package-lock.json", "tsconfig.json", "dist"];

/** A running install: `npm start` in a directory of its own. */
export type Running = {
  readonly url: string;
  /** The process that npm started. */
  readonly child: ChildProcess;
  readonly lines: readonly string[];
  /** Once that process has ended, in whatever way. */
  readonly ended: Promise<unknown>;
  stop(): Promise<void>;
};

/** An install in its own directory, and a publisher of releases for it. */
export type Installation = {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  start(): Promise<Running>;
  /** `node src/toolchain.mjs PROGRAM ARGS`, to its end. */
  run(
    program: string,
    ...args: string[]
  ): Promise<{ code: number | null; out: string; err: string }>;
  /** Where it lies. */
  readonly root: string;
  /** Publishes these sources as `version`, `withPackages` or without; `spoil` may change them before they are packed. */
  publish(
    version: string,
    spoil?: (root: string) => void,
    options?: { readonly withPackages: boolean },
  ): Promise<void>;
  remove(): Promise<void>;
};

/** What an installation of the tests says it is, so that whatever they publish is newer. */
const INSTALLED_VERSION = "0.1.0";

/** The sources of this repository, with its packages. */
export async function newInstallation(
  settings: Readonly<Record<string, string>> = {},
): Promise<Installation> {
  // Built once here instead of by every release.
  await buildDashboard();
  const yard = temporaryDirectory();
  const root = join(yard.path, "root");
  const published = join(yard.path, "published");
  mkdirSync(published);
  copySources(root);
  setVersion(root, INSTALLED_VERSION);
  // Links, not a link: what npm might do there must not reach the packages of this repository.
  execFileSync("cp", ["-al", resolve("node_modules"), root]);
  for (const name of [".outrider-lock", ".cache"]) {
    rmSync(join(root, "node_modules", name), { recursive: true, force: true });
  }
  const key = generateKeyPairSync("ed25519").privateKey.export({ format: "jwk" });
  const feed = createServer((request, response) => {
    try {
      response.end(readFileSync(join(published, request.url ?? "")));
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, "127.0.0.1");
  await once(feed, "listening");
  // A server on TCP has a port.
  const baseUrl = `http://127.0.0.1:${(feed.address() as AddressInfo).port}`;
  const dataDir = join(yard.path, "data");
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: yard.path,
    PORT: String(await freePort()),
    DATA_DIR: dataDir,
    RELEASES_URL: `${baseUrl}/${FEED_FILE}`,
    RELEASES_PUBLIC_KEY: String(key.x),
    API_LIMIT_PER_MINUTE: "100000",
    ...settings,
  };
  return {
    dataDir,
    env,
    root,
    start: () => start(root, env),
    async run(program, ...args) {
      const child = spawn(process.execPath, ["src/toolchain.mjs", program, ...args], {
        cwd: root,
        env,
        stdio: ["ignore", "pipe", "pipe"],
      });
      const said = { out: "", err: "" };
      child.stdout.on("data", (chunk: Buffer) => (said.out += chunk.toString()));
      child.stderr.on("data", (chunk: Buffer) => (said.err += chunk.toString()));
      const [code] = await once(child, "close");
      return { code: code as number | null, ...said };
    },
    async publish(version, spoil, options = { withPackages: false }) {
      const sources = join(yard.path, `sources-${version}`);
      copySources(sources);
      setVersion(sources, version);
      spoil?.(sources);
      await packRelease({
        root: sources,
        files: SOURCES,
        commit: null,
        notes: `Notes of ${version}`,
        ...options,
        out: published,
        baseUrl,
        key: key as Record<string, string>,
      });
      rmSync(sources, { recursive: true });
    },
    async remove() {
      feed.close();
      yard.remove();
    },
  };
}

function copySources(to: string): void {
  for (const name of SOURCES) cpSync(name, join(to, name), { recursive: true });
}

function setVersion(root: string, version: string): void {
  const file = join(root, "package.json");
  const value: unknown = JSON.parse(readFileSync(file, "utf8"));
  writeFileSync(file, JSON.stringify(Object.assign({}, value, { version })));
}

async function start(root: string, env: Readonly<Record<string, string>>): Promise<Running> {
  const child = spawn(process.execPath, ["src/toolchain.mjs", "src/server/main.ts"], {
    cwd: root,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "exit");
  const lines: string[] = [];
  const ready = new Promise<string>((done, fail) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        // The line that start.ts prints.
        if (line.includes('"server.ready"')) done((JSON.parse(line) as { url: string }).url);
      });
    }
    void ended.then(() => fail(new Error(lines.join("\n"))));
  });
  return {
    url: await ready,
    child,
    lines,
    ended,
    async stop() {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
