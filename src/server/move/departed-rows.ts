import type { Client } from "@libsql/client";
import { z } from "zod";
import { QueuedHit } from "#platform/ctx/job.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";

const PREFIX = "departed_mail:";
/** What is read at a time. */
const AT_ONCE = 50;

const Stored = z.object({
  workspace: z.number(),
  at: z.number(),
  hits: z.array(QueuedHit).optional(),
  optOut: z.object({ send: z.number(), body: z.string() }).optional(),
});
/** What happened at old links, until the other installation has it. */
export type Kept = z.output<typeof Stored>;

export async function countWaiting(client: Client): Promise<number> {
  const { rows } = await client.execute(
    `SELECT count(*) AS n FROM install_settings WHERE key GLOB '${PREFIX}*'`,
  );
  return Number(rows[0]?.["n"]);
}

export async function insertKept(client: Client, kept: Kept): Promise<void> {
  // In the order in which they came.
  const name = `${String(kept.at).padStart(15, "0")}-${crypto.randomUUID()}`;
  await client.execute({
    sql: "INSERT INTO install_settings (key, value, updated_at) VALUES (?, ?, ?)",
    args: [PREFIX + name, JSON.stringify(kept), kept.at],
  });
}

/** All of them by name, the oldest first; those that come meanwhile too. */
export async function* keptRows(
  client: Client,
): AsyncGenerator<{ readonly key: string; readonly kept: Kept }> {
  for (let after = PREFIX; ;) {
    const { rows } = await client.execute({
      sql: `SELECT key, value FROM install_settings WHERE key > ? AND key GLOB '${PREFIX}*' ORDER BY key LIMIT ?`,
      args: [after, AT_ONCE],
    });
    for (const row of rows) {
      after = columnText(row["key"]);
      const kept = Stored.parse(JSON.parse(columnText(row["value"])));
      yield { key: after.slice(PREFIX.length), kept };
    }
    if (rows.length < AT_ONCE) return;
  }
}

export async function deleteKept(client: Client, key: string): Promise<void> {
  await client.execute({
    sql: "DELETE FROM install_settings WHERE key = ?",
    args: [PREFIX + key],
  });
}
