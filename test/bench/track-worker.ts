import { join } from "node:path";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { PIXEL } from "#modules/tracking/hits/answer-hit.ts";
import { freshSecrets } from "#server/secrets.ts";
import { migrateD1 } from "#test/support/d1.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { buildWorker, databaseId, workerOptions } from "#test/support/worker-host.ts";
import { workerModules } from "#test/support/worker-modules.ts";
import { descendants } from "./cpu-time.ts";
import { SECRET, TARGET, type Target } from "./track-target.ts";

/*
 * What bench:track asks in workerd. Each has a socket of its own, past miniflare's front, which
 * costs more than all that is measured here and is not there on the platform.
 */
const DATE = "2026-10-01";
const SOCKET = { unsafeDirectSockets: [{ host: "127.0.0.1", port: 0 }] };
type Options = Parameters<typeof convertV4MiniflareOptions>[0];

async function start(name: string, first: string, options: Options) {
  const before = new Set(descendants("workerd"));
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  await miniflare.ready;
  const pid = descendants("workerd").find((each) => !before.has(each)) ?? 0;
  const { port } = await miniflare.unsafeGetDirectURL(first);
  return { miniflare, target: { name, port: Number(port), pid, stop: () => miniflare.dispose() } };
}

const COMMON = { host: "127.0.0.1", port: 0, cf: false, logRequests: false } as const;

/** Counts the hits of the messages it is given, and writes nothing. */
const COUNTER = `
let hits = 0;
export default {
  fetch: () => Response.json({ hits }),
  queue(batch) {
    for (const { body } of batch.messages) hits += body.hits?.length ?? 0;
  },
};`;

/**
 * The bundle that would be deployed. With `writing` it consumes its queue itself, in the process
 * that answers; without, another Worker takes the messages and counts what is in them, as the
 * platform runs consumers elsewhere.
 */
export async function productInWorkerd(writing: boolean): Promise<Target> {
  const state = temporaryDirectory();
  const { assets: _, queueConsumers, ...worker } = workerOptions();
  await migrateD1(state.path, databaseId(worker));
  const bundle = join(state.path, "bundle");
  await buildWorker(bundle);
  const vars = { ...freshSecrets(), TRACKING_SECRET: SECRET, BASE_URL: "http://127.0.0.1" };
  const product = {
    ...worker,
    ...SOCKET,
    name: "outrider",
    rootPath: bundle,
    ...workerModules(bundle, "index.js"),
    bindings: { ...vars, LOG_LEVEL: "error" },
  };
  const counter = { name: "counter", modules: true, script: COUNTER, compatibilityDate: DATE };
  const name = writing ? "product, writing" : "product";
  const { miniflare, target } = await start(name, "outrider", {
    ...COMMON,
    resourcePersistencePath: state.path,
    // What wrangler reads from wrangler.toml is what miniflare takes.
    workers: (writing
      ? [{ ...product, queueConsumers }]
      : [product, { ...counter, ...SOCKET, queueConsumers }]) as never,
  });
  const database = await miniflare.getD1Database("DB", "outrider");
  const counted = writing ? null : await miniflare.unsafeGetDirectURL("counter");
  const taken = async (): Promise<number> => {
    if (counted) return ((await (await fetch(counted)).json()) as { hits: number }).hits;
    return (await database.prepare("SELECT count(*) AS n FROM hits").first<number>("n")) ?? 0;
  };
  const dropped = async (): Promise<number> => {
    const health = await fetch(`http://127.0.0.1:${target.port}/health`);
    // Our own answer.
    return ((await health.json()) as { hits_dropped: number }).hits_dropped;
  };
  let asked = 0;
  return {
    ...target,
    dropped,
    async stored(answered) {
      asked += answered;
      while ((await taken()) + (await dropped()) < asked) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    async stop() {
      await miniflare.dispose();
      state.remove();
    },
  };
}

/** A handler with the same bytes, and with `insert` a row of D1 for each hit. */
export async function bareInWorkerd(name: string, insert: boolean): Promise<Target> {
  const state = temporaryDirectory();
  const { miniflare, target } = await start(name, "bare", {
    ...COMMON,
    ...(insert && { resourcePersistencePath: state.path }),
    workers: [
      {
        name: "bare",
        modules: true,
        script: scriptOf(insert),
        compatibilityDate: DATE,
        ...SOCKET,
        ...(insert && { d1Databases: { DB: "hits" } }),
      },
    ],
  });
  if (insert) {
    const database = await miniflare.getD1Database("DB", "bare");
    await database.exec(
      "CREATE TABLE hits (id INTEGER PRIMARY KEY, token TEXT, kind TEXT, at INTEGER, agent TEXT)",
    );
  }
  return {
    ...target,
    async stop() {
      await miniflare.dispose();
      state.remove();
    },
  };
}

const PIXEL_TEXT = JSON.stringify([...PIXEL]);
const scriptOf = (insert: boolean): string => `
const pixel = new Uint8Array(${PIXEL_TEXT});
export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const isPixel = url.pathname.endsWith("/pixel.png");
    ${
      insert
        ? `await env.DB.prepare("INSERT INTO hits (token, kind, at, agent) VALUES (?, ?, ?, ?)")
      .bind(url.pathname.split("/")[2], isPixel ? "open" : "click", Date.now(), request.headers.get("user-agent")).run();`
        : ""
    }
    if (isPixel) return new Response(pixel, { headers: {
      "Content-Type": "image/png", "Cache-Control": "no-store, private, max-age=0",
      "Cross-Origin-Resource-Policy": "cross-origin", "X-Content-Type-Options": "nosniff" } });
    return new Response(null, { status: 302, headers: { Location: ${JSON.stringify(TARGET)},
      "Content-Length": "0", "Cache-Control": "no-store", "Referrer-Policy": "no-referrer", "X-Robots-Tag": "noindex" } });
  },
};`;
