import type { Client } from "@libsql/client";
import { collectOwnAudit } from "#modules/accounts/audit/collect-audit.ts";
import type { Deps, Shards } from "#platform/ctx/ctx.ts";
import { overLibsql } from "#platform/db/libsql.ts";

/** Brings the lines of the audit log that the install does not have yet, before their file goes. */
export async function collectLeft(
  { deps, shards }: { readonly deps: Pick<Deps, "install" | "now">; readonly shards: Shards },
  client: Client,
): Promise<void> {
  const db = overLibsql(client);
  const left = async (): Promise<number> =>
    Number(
      (
        await client.execute(
          `SELECT count(*) AS n FROM audit_log WHERE id > coalesce((
             SELECT value ->> '$.audit_collected' FROM workspace_settings WHERE workspace_id = 0), 0)`,
        )
      ).rows[0]?.["n"],
    );
  for (let before = Infinity; ;) {
    const now = await left();
    if (now === 0) return;
    if (now >= before) throw new Error("lines of the audit log cannot be collected");
    before = now;
    await collectOwnAudit({ install: deps.install, db, shards, now: deps.now });
  }
}
