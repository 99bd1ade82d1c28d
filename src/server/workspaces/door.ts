import type { Client, InStatement } from "@libsql/client";
import { MOVING } from "./gate.ts";

/** The one workspace that moves, and whether its rows in the first database may be written. */
const DOOR = "relocation_door";
/** `FROZEN` for a moment: writes fail. `AWAY`: the rows lie elsewhere, and nobody's statement reaches these. */
const STATES = { OPEN: 0, FROZEN: 1, AWAY: 2 } as const;
export type DoorState = keyof typeof STATES;

const EVENTS = [
  { name: "insert", row: "NEW" },
  { name: "update", row: "OLD" },
  { name: "delete", row: "OLD" },
] as const;

const triggerOf = (table: string, event: string): string => `relocation_door_${event}_${table}`;

/**
 * Statements over the first database go across workspaces. Rows of one that lies in a file, or not
 * yet here, are left out of them by triggers: they are read, and never changed.
 */
export const makeDoor = (
  workspaceId: number,
  state: DoorState,
): {
  readonly table: readonly InStatement[];
  readonly of: (table: string) => readonly string[];
} => ({
  table: [
    `CREATE TABLE IF NOT EXISTS ${DOOR} (workspace_id INTEGER PRIMARY KEY, state INTEGER NOT NULL)`,
    `DELETE FROM ${DOOR} WHERE workspace_id <> ${workspaceId}`,
    `INSERT INTO ${DOOR} (workspace_id, state) VALUES (${workspaceId}, ${STATES[state]}) ON CONFLICT DO UPDATE SET state = excluded.state`,
  ],
  of: (table) =>
    EVENTS.map(
      ({
        name,
        row,
      }) => `CREATE TRIGGER IF NOT EXISTS ${triggerOf(table, name)} BEFORE ${name} ON ${table}
WHEN ${row}.workspace_id = ${workspaceId} AND (SELECT state FROM ${DOOR}) > 0 BEGIN
  SELECT CASE (SELECT state FROM ${DOOR}) WHEN ${STATES.FROZEN} THEN RAISE(ABORT, '${MOVING}') ELSE RAISE(IGNORE) END;
END`,
    ),
});

export const setDoor = (state: DoorState): string => `UPDATE ${DOOR} SET state = ${STATES[state]}`;

export const dropDoor = (tables: readonly string[]): readonly string[] =>
  tables.flatMap((table) =>
    EVENTS.map(({ name }) => `DROP TRIGGER IF EXISTS ${triggerOf(table, name)}`),
  );

export const dropDoorTable = `DROP TABLE IF EXISTS ${DOOR}`;

/** Opens the door that a process left frozen when it was killed: nothing was decided. */
export async function thawDoor(client: Client): Promise<void> {
  const { rows } = await client.execute(
    `SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '${DOOR}'`,
  );
  if (rows.length === 0) return;
  await client.execute(`UPDATE ${DOOR} SET state = ${STATES.OPEN} WHERE state = ${STATES.FROZEN}`);
}
