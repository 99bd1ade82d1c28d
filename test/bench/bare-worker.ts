import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import type { Waves } from "./reads.ts";

/** Runs inside workerd: the reads of a path, and their rows as JSON. */
const SCRIPT = `export default {
  async fetch(request, env) {
    const url = new URL(request.url);
    const rows = [];
    for (const wave of env.READS[url.pathname + url.search] ?? []) {
      const results = await Promise.all(
        wave.map((read) => env.DB.prepare(read.sql).bind(...read.args).all()),
      );
      rows.push(results.map((result) => result.results));
    }
    return Response.json(rows);
  },
};`;

/** The least that can answer in workerd, over the D1 database that is kept in `state`. */
export async function startBareWorker(options: {
  state: string;
  port: number;
  databaseId: string;
  reads: Readonly<Record<string, Waves>>;
}): Promise<{ url: string; stop(): Promise<void> }> {
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      host: "127.0.0.1",
      port: options.port,
      cf: false,
      logRequests: false,
      resourcePersistencePath: options.state,
      workers: [
        {
          name: "bare",
          modules: true,
          script: SCRIPT,
          compatibilityDate: "2026-10-01",
          d1Databases: { DB: options.databaseId },
          bindings: { READS: options.reads as never },
        },
      ],
    }),
  );
  const url = await miniflare.ready;
  return { url: url.origin, stop: () => miniflare.dispose() };
}
