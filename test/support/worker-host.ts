import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { unstable_getMiniflareWorkerOptions } from "wrangler";
import { startCompanionProcess } from "#server/companion-process.ts";
import { loadSecrets } from "#server/secrets.ts";
import { migrateD1 } from "./d1.ts";
import { freePort } from "./free-port.ts";
import { type HostOptions, temporaryDirectory } from "./node-host.ts";
import type { Product } from "./product.ts";
import { gzippedCode, workerModules } from "./worker-modules.ts";

/** The Worker in workerd, with the companion beside it. */
export type WorkerHost = Product & {
  readonly companionUrl: string;
  /** Where workerd's inspector listens, if it was asked for. */
  readonly inspector: string | null;
  /** Of the code, gzipped. */
  readonly codeBytes: number;
  /** Lines that the Worker and the companion logged so far. */
  readonly lines: readonly string[];
  /** Fires the cron trigger; it also comes each minute by itself. */
  scheduled(): Promise<void>;
};

const CRON = "* * * * *";

/**
 * The production bundle in workerd with what wrangler.toml binds: D1 (migrated, kept in the state
 * directory), queues (in memory, as always on loopback) and cron.
 */
export async function startWorkerHost(
  options: HostOptions & { readonly inspect?: boolean } = {},
): Promise<WorkerHost> {
  const own = options.dataDir === undefined ? temporaryDirectory() : null;
  const state = options.dataDir ?? own?.path ?? "";
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const inspectorPort = options.inspect ? await freePort() : null;
  const lines: string[] = [];
  const vars: Record<string, string> = {
    ...loadSecrets(join(state, "secrets.env"), {}, false),
    BASE_URL: url,
    LOG_LEVEL: "info",
    TICK_SECONDS: "1",
    // As startNodeHost has it.
    REGISTRATION: "open",
    REPORTS_DEFAULT: "on",
    ...options.env,
  };
  const ends: (() => unknown)[] = [() => own?.remove()];
  const stop = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end();
  };
  try {
    const worker = workerOptions();
    await migrateD1(state, databaseId(worker));
    const companion = await startCompanionProcess({
      env: {
        COMPANION_SECRET: vars["COMPANION_SECRET"] ?? "",
        APP_URL: url,
        DATA_DIR: state,
        HOST: "127.0.0.1",
        LOG_LEVEL: vars["LOG_LEVEL"] ?? "",
        TICK_SECONDS: vars["TICK_SECONDS"] ?? "",
        // Certificates of mail servers: the companion is the one that dials them.
        NODE_EXTRA_CA_CERTS: vars["NODE_EXTRA_CA_CERTS"] ?? "",
      },
      log: (event, fields) => void lines.push(JSON.stringify({ event, ...fields })),
      onLine: (line) => void lines.push(line),
      onProcess: () => undefined,
    });
    ends.push(() => companion.stop(5_000));
    const bundle = temporaryDirectory();
    ends.push(() => bundle.remove());
    await buildWorker(bundle.path);
    const modules = workerModules(bundle.path, "index.js");
    const codeBytes = gzippedCode(modules);
    const miniflare = new Miniflare(
      convertV4MiniflareOptions({
        host: "127.0.0.1",
        port,
        ...(inspectorPort !== null && { inspectorPort }),
        cf: false,
        logRequests: false,
        log: new Log(LogLevel.WARN),
        resourcePersistencePath: state,
        unsafeTriggerHandlers: true,
        handleStructuredLogs: ({ message }: { message: string }) => void lines.push(message),
        workers: [
          {
            ...worker,
            name: "outrider",
            rootPath: bundle.path,
            ...modules,
            bindings: { LOG_LEVEL: "info", ...vars, COMPANION_URL: companion.url() },
          },
        ],
      }),
    );
    ends.push(() => miniflare.dispose());
    await miniflare.ready;
    // Over http: miniflare's handles for a Worker may stop this process until workerd answers, and
    // workerd may be waiting for a server of this very process.
    const scheduled = async (): Promise<void> => {
      const fired = await fetch(`${url}/cdn-cgi/local/scheduled?cron=${encodeURIComponent(CRON)}`);
      if (!fired.ok) throw new Error(`cron answered ${fired.status}: ${await fired.text()}`);
    };
    const clock = setInterval(() => void scheduled().catch(() => undefined), 60_000);
    ends.push(() => clearInterval(clock));
    await scheduled();
    return {
      url,
      companionUrl: companion.url(),
      inspector: inspectorPort === null ? null : `http://127.0.0.1:${inspectorPort}`,
      codeBytes,
      lines,
      scheduled,
      stop,
      // workerd believes what stands there; on the platform the client cannot set it.
      from: (address) => ({ "cf-connecting-ip": address }),
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Puts the bundle into a directory as it would be deployed; `root` holds the product. */
export async function buildWorker(outdir: string, root: string = process.cwd()): Promise<void> {
  const wrangler = "node_modules/wrangler/bin/wrangler.js";
  const args = ["deploy", "--dry-run", "--outdir", outdir];
  await promisify(execFile)(process.execPath, [wrangler, ...args], {
    cwd: root,
    env: {
      ...process.env,
      CLOUDFLARE_CF_FETCH_ENABLED: "false",
      WRANGLER_SEND_METRICS: "false",
      WRANGLER_HIDE_BANNER: "true",
    },
  });
}

type WorkerOptions = Readonly<Record<string, unknown>>;

/** What wrangler.toml binds, as miniflare takes it. */
export function workerOptions(): WorkerOptions {
  const { modulesRules: _, ...worker } =
    unstable_getMiniflareWorkerOptions("wrangler.toml").workerOptions;
  return worker;
}

export function databaseId({ d1Databases }: WorkerOptions): string {
  // The shape that wrangler makes of [[d1_databases]].
  return (d1Databases as { DB: { id: string } }).DB.id;
}
