import type { Client } from "@libsql/client";
import { z } from "zod";
import type { Arrival } from "#platform/ctx/ports.ts";
import { asId, type UnixMs, unixMs, type WorkspaceId } from "#platform/rules/ids.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";

const PREFIX = "workspace_arrival:";

/** The row of the secret, which is sealed for its name. */
export const secretKey = (id: string): string => `arrival_secret:${id}`;
export const arrivalKey = (id: string): string => PREFIX + id;

const Stored = z.object({
  workspace_id: z.int(),
  /** Its number in the other installation. */
  from_id: z.int(),
  name: z.string(),
  state: z.enum(["filling", "ready", "open"]),
  release_hash: z.string(),
  /** Ids of new rows begin there. */
  number: z.int(),
  created_at: z.int(),
  opened_at: z.int().nullable(),
});
export type StoredArrival = z.output<typeof Stored>;
export type ArrivalRecord = Arrival & {
  readonly fromId: number;
  readonly releaseHash: string;
  readonly number: number;
};

export async function readArrivals(client: Client): Promise<readonly ArrivalRecord[]> {
  const { rows } = await client.execute(
    `SELECT substr(key, ${PREFIX.length + 1}) AS id, value FROM install_settings WHERE key GLOB '${PREFIX}*'`,
  );
  return rows
    .map((row) => recordOf(columnText(row["id"]), columnText(row["value"])))
    .toSorted((a, b) => b.createdAt - a.createdAt);
}

export async function readArrival(client: Client, id: string): Promise<ArrivalRecord | null> {
  const { rows } = await client.execute({
    sql: "SELECT value FROM install_settings WHERE key = ?",
    args: [arrivalKey(id)],
  });
  const [row] = rows;
  return row ? recordOf(id, columnText(row["value"])) : null;
}

function recordOf(id: string, text: string): ArrivalRecord {
  const stored = Stored.parse(JSON.parse(text));
  return {
    id,
    workspaceId: asId<WorkspaceId>(stored.workspace_id),
    fromId: stored.from_id,
    name: stored.name,
    state: stored.state,
    releaseHash: stored.release_hash,
    number: stored.number,
    createdAt: unixMs(stored.created_at),
    openedAt: stored.opened_at === null ? null : unixMs(stored.opened_at),
  };
}

/** Takes one up, and its secret; one that is known stays. */
export async function insertArrival(
  client: Client,
  id: string,
  stored: StoredArrival,
  sealed: string,
  now: UnixMs,
): Promise<void> {
  const insert =
    "INSERT INTO install_settings (key, value, updated_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING";
  await client.batch(
    [
      { sql: insert, args: [arrivalKey(id), JSON.stringify(stored), now] },
      { sql: insert, args: [secretKey(id), JSON.stringify(sealed), now] },
    ],
    "write",
  );
}

/** One that has been filled is ready; an open one stays open. */
export async function markFilled(client: Client, id: string, now: UnixMs): Promise<void> {
  await client.execute({
    sql: `UPDATE install_settings SET value = json_set(value, '$.state', 'ready'), updated_at = ?
      WHERE key = ? AND value ->> '$.state' = 'filling'`,
    args: [now, arrivalKey(id)],
  });
}

export async function deleteArrival(client: Client, id: string): Promise<void> {
  await client.batch(
    [
      {
        sql: "DELETE FROM install_settings WHERE key = ? AND value ->> '$.state' <> 'open'",
        args: [arrivalKey(id)],
      },
      {
        sql: "DELETE FROM install_settings WHERE key = ? AND NOT EXISTS (SELECT 1 FROM install_settings WHERE key = ?)",
        args: [secretKey(id), arrivalKey(id)],
      },
    ],
    "write",
  );
}

/** A number that no workspace has, and none gets any more. */
export async function takeWorkspaceId(client: Client): Promise<WorkspaceId> {
  const [, taken] = await client.batch(
    [
      "INSERT INTO sqlite_sequence (name, seq) SELECT 'workspaces', 0 WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'workspaces')",
      "UPDATE sqlite_sequence SET seq = seq + 1 WHERE name = 'workspaces' RETURNING seq",
    ],
    "write",
  );
  return asId<WorkspaceId>(Number(taken?.rows[0]?.["seq"]));
}
