import type { Client, InStatement } from "@libsql/client";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";

/** Where the rows of a workspace lie: in the install's first database, or in a file of its own. */
export type PlaceName = "one" | "file";

const PREFIX = "workspace_place:";

/** The row of the install's settings that says where a workspace lies. */
export const placeKey = (id: WorkspaceId): string => `${PREFIX}${id}`;

/** The places that were ever decided on; DATABASES tells of the others. */
export async function placesIn(client: Client): Promise<ReadonlyMap<WorkspaceId, PlaceName>> {
  const { rows } = await client.execute(
    `SELECT CAST(substr(key, ${PREFIX.length + 1}) AS INTEGER) AS id, value ->> '$.place' AS place
     FROM install_settings WHERE key GLOB '${PREFIX}*'`,
  );
  return new Map(
    rows.map((row) => [
      asId<WorkspaceId>(Number(row["id"])),
      row["place"] === "file" ? "file" : "one",
    ]),
  );
}

/** Notes where a workspace lies that is about to move; what was noted before stands. */
export const notePlace = (id: WorkspaceId, place: PlaceName, now: number): InStatement => ({
  sql: `INSERT INTO install_settings (key, value, updated_at) VALUES (?, json_object('place', ?, 'epoch', 0), ?)
    ON CONFLICT (key) DO NOTHING`,
  args: [placeKey(id), place, now],
});

/** The one statement by which a workspace moves: it changes a row, or somebody else has decided. */
export const changePlace = (
  id: WorkspaceId,
  from: PlaceName,
  to: PlaceName,
  now: number,
): InStatement => ({
  sql: `UPDATE install_settings SET updated_at = ?,
      value = json_set(value, '$.place', ?, '$.epoch', (value ->> '$.epoch') + 1)
    WHERE key = ? AND value ->> '$.place' = ?`,
  args: [now, to, placeKey(id), from],
});

/** For a workspace that is gone. */
export const forgetPlace = (id: WorkspaceId): InStatement => ({
  sql: "DELETE FROM install_settings WHERE key = ?",
  args: [placeKey(id)],
});
