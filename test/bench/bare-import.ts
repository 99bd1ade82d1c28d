import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { migrateD1 } from "#test/support/d1.ts";
import { temporaryDirectory } from "#test/support/node-host.ts";
import { descendants } from "./cpu-time.ts";
import { BULK_SQL, ONE_SQL } from "./import-rows.ts";

/** Runs inside workerd: the statement that a path names, for the rows of the body. */
const SCRIPT = `export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    if (pathname === "/prepare") await env.DB.exec("DROP TRIGGER lead_search_insert");
    if (pathname === "/bulk") await env.DB.prepare(env.BULK_SQL).bind(body).run();
    if (pathname === "/row") {
      for (const row of JSON.parse(body)) await env.DB.prepare(env.ONE_SQL).bind(...row).run();
    }
    return new Response();
  },
};`;
const DATABASE_ID = "00000000-0000-0000-0000-000000000000";
const ROWS_PER_REQUEST = 1_000;

export type BareImport = {
  readonly pid: number;
  /** One statement for each chunk. */
  bulk(chunks: readonly string[]): Promise<void>;
  /** One statement for each row. */
  byRow(rows: readonly (readonly string[])[]): Promise<void>;
  stop(): Promise<void>;
};

/** The least that can store leads in workerd, over an empty D1 database with the product's tables. */
export async function startBareImport(): Promise<BareImport> {
  const state = temporaryDirectory();
  await migrateD1(state.path, DATABASE_ID);
  const others = new Set(descendants("workerd"));
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      modules: true,
      script: SCRIPT,
      compatibilityDate: "2026-10-01",
      cf: false,
      d1Databases: { DB: DATABASE_ID },
      bindings: { BULK_SQL, ONE_SQL },
      resourcePersistencePath: state.path,
    }),
  );
  const url = await miniflare.ready;
  const post = async (path: string, body: string): Promise<void> => {
    const answer = await fetch(new URL(path, url), { method: "POST", body });
    if (!answer.ok) throw new Error(await answer.text());
  };
  await post("/prepare", "");
  return {
    pid: descendants("workerd").find((pid) => !others.has(pid)) ?? 0,
    async bulk(chunks) {
      for (const chunk of chunks) await post("/bulk", chunk);
    },
    async byRow(rows) {
      for (let at = 0; at < rows.length; at += ROWS_PER_REQUEST) {
        await post("/row", JSON.stringify(rows.slice(at, at + ROWS_PER_REQUEST)));
      }
    },
    async stop() {
      await miniflare.dispose();
      state.remove();
    },
  };
}
