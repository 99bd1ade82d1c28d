import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import flags from "#server/process-flags.json" with { type: "json" };
import { freePort } from "./free-port.ts";
import type { Product, ProductOptions } from "./product.ts";

export type HostOptions = Omit<ProductOptions, "host"> & {
  /** Where the sources lie; these when left out. */
  readonly root?: string;
};

/** The one-machine host with its process in hand. */
export type NodeHost = Product & {
  readonly pid: number;
  readonly dataDir: string;
  readonly companionUrl: string;
  /** Lines that it printed so far, both streams. */
  readonly lines: readonly string[];
  /** kill -9 of the supervisor; what it leaves behind is for the next start. */
  kill(): Promise<void>;
  /** Answers its exit code once it has ended. */
  readonly ended: Promise<number | null>;
};

/** A new directory for state, and how it is removed. */
export function temporaryDirectory(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), "outrider-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** `src/server/main.ts` as its own process, on a free port, with its own DATA_DIR. Rejects with its words when it ends instead. */
export async function startNodeHost(options: HostOptions = {}): Promise<NodeHost> {
  const own = options.dataDir === undefined ? temporaryDirectory() : null;
  for (let attempt = 0; ; attempt++) {
    try {
      return await start(options, own);
    } catch (cause) {
      // Somebody else took the port between the look and the start.
      const taken = /is in use/.test(String(cause)) && options.env?.["PORT"] === undefined;
      if (taken && attempt < 5) continue;
      own?.remove();
      throw cause;
    }
  }
}

async function start(
  options: HostOptions,
  own: { path: string; remove(): void } | null,
): Promise<NodeHost> {
  const port = options.env?.["PORT"] ?? String(await freePort());
  const dataDir = options.dataDir ?? own?.path ?? "";
  const child = spawn(process.execPath, [...flags.app, "src/server/main.ts"], {
    ...(options.root !== undefined && { cwd: options.root }),
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env["PATH"],
      NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"],
      // Requests of tests name their client by X-Forwarded-For.
      TRUSTED_PROXIES: "127.0.0.1",
      // Mail servers and receivers of tests are on this machine, and its people sign up by themselves.
      ALLOW_PRIVATE_NETWORKS: "true",
      REGISTRATION: "open",
      REPORTS_DEFAULT: "on",
      ...options.env,
      PORT: port,
      DATA_DIR: dataDir,
    },
  });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const lines: string[] = [];
  const ready = await readiness(child, lines, ended);
  const stop = async (signal: "SIGTERM" | "SIGKILL"): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  return {
    ...ready,
    pid: child.pid ?? 0,
    dataDir,
    lines,
    ended,
    from: (address) => ({ "x-forwarded-for": address }),
    kill: () => stop("SIGKILL"),
    async stop() {
      await stop("SIGTERM");
      own?.remove();
    },
  };
}

/** Waits for the line that says where it serves. */
function readiness(
  child: ChildProcess,
  lines: string[],
  ended: Promise<number | null>,
): Promise<{ url: string; companionUrl: string }> {
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      if (!stream) continue;
      createInterface(stream).on("line", (line) => {
        lines.push(line);
        if (!line.includes('"server.ready"')) return;
        // The line that main.ts prints.
        const told = JSON.parse(line) as { url: string; companion: string };
        resolve({ url: told.url, companionUrl: told.companion });
      });
    }
    void ended.then((code) => {
      // Its last words may still be on their way.
      setImmediate(() => reject(new Error(`ended with ${code}: ${lines.join("\n")}`)));
    });
  });
}
