import { convertV4MiniflareOptions, Log, LogLevel, Miniflare } from "miniflare";
import { workerModules } from "#test/support/worker-modules.ts";

/* The Worker in workerd, as a process of its own that a fault plan can kill. */
const { bundle, ...options } = JSON.parse(process.env["WORKER_OPTIONS"] ?? "{}") as {
  bundle: string;
  worker: Record<string, unknown>;
} & Record<string, unknown>;
const { worker, ...rest } = options;
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    ...rest,
    host: "127.0.0.1",
    cf: false,
    logRequests: false,
    log: new Log(LogLevel.ERROR),
    handleStructuredLogs: () => undefined,
    workers: [
      { ...worker, name: "outrider", rootPath: bundle, ...workerModules(bundle, "index.js") },
    ],
  }),
);
await miniflare.ready;
