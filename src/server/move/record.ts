import type { Client, InValue } from "@libsql/client";
import { z } from "zod";
import { systemNow } from "#platform/adapters/clock.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";
import type { PlaceName } from "#server/workspaces/places.ts";

const PREFIX = "workspace_move:";
/** Names the last number from which ids of a file that is moved into begin. */
const NUMBERS = "workspace_numbers";

/**
 * `asked`: nobody has begun. `moving`: before the decision. `clearing`: behind it. `abandoning`: given
 * up before it. The others have ended.
 */
const STATES = ["asked", "moving", "clearing", "abandoning", "done", "failed"] as const;

const Stored = z.object({
  /** Names this move to its destination. */
  move: z.string(),
  to: z.enum(["one", "file", "install"]),
  /** The address of the other installation. */
  target: z.string().nullable().default(null),
  /** Where its rows lie here, of a move to another installation. */
  from: z.enum(["one", "file"]).nullable().default(null),
  state: z.enum(STATES),
  /** The ids of a new file begin there. */
  number: z.int().nullable(),
  step: z.string(),
  /** Of the table that is copied. */
  table: z.string(),
  is_aborted: z.union([z.literal(0), z.literal(1)]),
  why: z.string(),
  frozen_ms: z.number().nullable(),
});

/** A move as it is asked for and as it goes on, in a row of the install's settings. */
export type MoveRecord = z.output<typeof Stored> & { readonly id: WorkspaceId };

export const hasEnded = ({ state }: Pick<MoveRecord, "state">): boolean =>
  state === "done" || state === "failed";

/** The moves of an install, the earliest workspace first. */
async function readMoves(client: Client): Promise<readonly MoveRecord[]> {
  const { rows } = await client.execute(
    `SELECT CAST(substr(key, ${PREFIX.length + 1}) AS INTEGER) AS id, value FROM install_settings
     WHERE key GLOB '${PREFIX}*' ORDER BY 1`,
  );
  return rows.map((row) => ({
    id: asId<WorkspaceId>(Number(row["id"])),
    ...Stored.parse(JSON.parse(columnText(row["value"]))),
  }));
}

/** The move to go on with: one that has begun, before those that are asked for. There is one at a time. */
export async function nextMove(client: Client): Promise<MoveRecord | null> {
  const open = (await readMoves(client)).filter((one) => !hasEnded(one));
  return open.find(({ state }) => state !== "asked") ?? open[0] ?? null;
}

export const readMoveOf = async (client: Client, id: WorkspaceId): Promise<MoveRecord | null> =>
  (await readMoves(client)).find((one) => one.id === id) ?? null;

/** Asks for a move; one that is under way stays what it is. Answers whether it was taken. */
export async function askMove(
  client: Client,
  id: WorkspaceId,
  to: PlaceName | "install",
  target: string | null = null,
): Promise<boolean> {
  const asked = {
    move: crypto.randomUUID(),
    to,
    target,
    from: null,
    state: "asked",
    number: null,
    step: "",
    table: "",
    is_aborted: 0,
    why: "",
    frozen_ms: null,
  } satisfies z.output<typeof Stored>;
  const { rowsAffected } = await client.execute({
    sql: `INSERT INTO install_settings (key, value, updated_at) VALUES (?, ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at
      WHERE value ->> '$.state' IN ('done', 'failed')`,
    args: [`${PREFIX}${id}`, JSON.stringify(asked), systemNow()],
  });
  return rowsAffected > 0;
}

/** The last statement of a move, for the batch of what ends it. */
export const doneStatement = (id: WorkspaceId) => ({
  sql: "UPDATE install_settings SET value = json_set(value, '$.state', 'done', '$.why', ''), updated_at = ? WHERE key = ?",
  args: [systemNow(), `${PREFIX}${id}`],
});

/** Changes some of what is noted of a move. */
export async function noteMove(
  client: Client,
  id: WorkspaceId,
  changed: Partial<Record<keyof z.output<typeof Stored>, InValue>>,
): Promise<void> {
  const names = Object.entries(changed);
  await client.execute({
    sql: `UPDATE install_settings SET value = json_set(value, ${names.map(() => "?, ?").join(", ")}), updated_at = ? WHERE key = ?`,
    args: [
      ...names.flatMap(([name, value]) => [`$.${name}`, value]),
      systemNow(),
      `${PREFIX}${id}`,
    ],
  });
}

/** Goes on behind a number that ids of an arrival have; `first` where none was taken yet. */
export async function passNumber(client: Client, first: number, number: number): Promise<void> {
  await client.execute({
    sql: `INSERT INTO install_settings (key, value, updated_at) VALUES ('${NUMBERS}', ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = max(CAST(value AS INTEGER), ?)`,
    args: [String(Math.max(first, number)), systemNow(), number],
  });
}

/** A number that no workspace and no former file has begun with. */
export async function takeNumber(client: Client, first: number): Promise<number> {
  const { rows } = await client.execute({
    sql: `INSERT INTO install_settings (key, value, updated_at) VALUES ('${NUMBERS}', ?, ?)
      ON CONFLICT (key) DO UPDATE SET value = CAST(value AS INTEGER) + 1 RETURNING CAST(value AS INTEGER) AS number`,
    args: [String(first), systemNow()],
  });
  return Number(rows[0]?.["number"]);
}
