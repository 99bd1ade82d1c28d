import { DurableObject } from "cloudflare:workers";
import { filesOfBundle } from "#platform/db/bundled-migrations.ts";
import { type Asked, d1Over } from "#platform/db/over-object.ts";
import { migrateStorage, runStatements } from "#worker/workspaces/storage.ts";

type Env = { readonly DATABASES: DurableObjectNamespace<Database>; readonly MIGRATIONS: string };

/** A database of a test. */
export class Database extends DurableObject<Env> {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    migrateStorage(ctx.storage, filesOfBundle(env.MIGRATIONS));
  }

  batch(asked: readonly Asked[]) {
    return runStatements(this.ctx.storage, asked);
  }
}

type Call = {
  readonly database: string;
  readonly mode: "all" | "run" | "raw" | "batch";
  readonly statements: readonly (readonly [sql: string, params: readonly unknown[]])[];
};

/** Does one call on the named database, as the gate of D1 does (test/support/d1.ts). */
export default {
  async fetch(request, env) {
    const { database, mode, statements } = await request.json<Call>();
    const db = d1Over((asked) => env.DATABASES.getByName(database).batch(asked));
    try {
      const bound = statements.map(([sql, params]) => db.prepare(sql).bind(...params));
      const [first] = bound;
      const result = mode === "batch" || !first ? await db.batch(bound) : await first[mode]();
      return Response.json({ result });
    } catch (error) {
      return Response.json({ error: error instanceof Error ? error.message : String(error) });
    }
  },
} satisfies ExportedHandler<Env>;
