import type { Client } from "@libsql/client";
import { z } from "zod";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";

const PREFIX = "workspace_departed:";

/** The row that says that a workspace went to another installation: it stays for good. */
export const departedKey = (id: WorkspaceId): string => PREFIX + id;
/** The row of what calls to that one are signed with, sealed. */
export const departedSecretKey = (id: WorkspaceId): string => `departed_secret:${id}`;

const Stored = z.object({
  move: z.string(),
  target: z.string(),
  at: z.number(),
});

/** Where a workspace went. */
export type Departed = z.output<typeof Stored>;

export async function readDeparted(client: Client): Promise<ReadonlyMap<WorkspaceId, Departed>> {
  const { rows } = await client.execute(
    `SELECT CAST(substr(key, ${PREFIX.length + 1}) AS INTEGER) AS id, value FROM install_settings
     WHERE key GLOB '${PREFIX}*'`,
  );
  return new Map(
    rows.map((row) => [
      asId<WorkspaceId>(Number(row["id"])),
      Stored.parse(JSON.parse(columnText(row["value"]))),
    ]),
  );
}

/** What calls to the other installation are signed with, sealed; null where the row is missing. */
export async function readDepartedSecret(client: Client, id: WorkspaceId): Promise<string | null> {
  const { rows } = await client.execute({
    sql: "SELECT value ->> '$' AS sealed FROM install_settings WHERE key = ?",
    args: [departedSecretKey(id)],
  });
  return columnText(rows[0]?.["sealed"]) || null;
}
