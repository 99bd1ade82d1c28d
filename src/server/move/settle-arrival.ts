import type { Client, InStatement } from "@libsql/client";
import { keyedHash, plainHash, suppressionKey } from "#modules/leads/rules/suppression-hash.ts";
import { formerKeysPlace } from "#modules/leads/hashes/former-hashes.ts";
import { hashSecret, type Settings } from "#platform/ctx/settings.ts";
import type { Vault } from "#platform/ctx/vault.ts";
import type { ArrivalCallOf } from "#platform/wire/arrivals.ts";
import { boundTo, SEALED_PLACES } from "#server/reseal/sealed-places.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";
import { sealedPlaceName } from "./departure-parts.ts";
import { cursorOf, quietly, setCursor } from "./filling.ts";
import {
  CALLER_COLUMNS,
  OF_ONE_PERSON,
  PEOPLE_COLUMNS,
  walkPeople,
  WRITTEN,
  writtenIn,
} from "./people.ts";

/** A workspace that has come whole, and is not open yet. */
export type Arrived = {
  readonly move: string;
  readonly client: Client;
  /** Its number here, and there. */
  readonly workspaceId: number;
  readonly fromId: number;
  readonly vault: Vault;
  readonly settings: Settings;
};

/** Behind all tables: what names people and the other installation is changed already. */
const SETTLED = { table: "settled", after: 0 } as const;

/** Seals what the other installation had sealed, for this one; what was changed since stays. */
export async function sealAgain(
  { client, workspaceId, vault }: Arrived,
  secrets: ArrivalCallOf<"secrets">["secrets"],
): Promise<void> {
  const statements = await Promise.all(
    secrets.map(async ({ place: name, row, was, plain }): Promise<InStatement | null> => {
      const place = SEALED_PLACES.find((each) => sealedPlaceName(each) === name);
      if (place?.owner !== "workspace_id") return null;
      const sealed = await vault.seal(plain, boundTo(place, String(workspaceId)));
      return {
        sql: `UPDATE ${place.table} SET ${place.write} WHERE rowid = ? AND ${place.read} = ?`,
        args: [sealed, row, was],
      };
    }),
  );
  await client.batch(
    statements.filter((one) => one !== null),
    "write",
  );
}

/**
 * Changes what the rows say of the other installation: people, who are known here by their addresses,
 * hosts, and hashes of suppressions. In one transaction, once: a repeat finds it done.
 */
export async function settleArrival(
  arrived: Arrived,
  people: ReadonlyMap<number, number>,
  hashKey: string,
): Promise<void> {
  const { client, move, workspaceId } = arrived;
  if ((await cursorOf(client, move))?.table === SETTLED.table) return;
  const statements = [
    ...peopleStatements(workspaceId, people),
    ...(await writtenStatements(arrived, people)),
    ...(await hashStatements(arrived)),
    await arrivedMark(arrived, hashKey),
    // The hosts lead to the other installation, and tokens of this one are nothing there.
    {
      sql: "UPDATE mailboxes SET tracking_domain = NULL WHERE workspace_id = ?",
      args: [workspaceId],
    },
    // What an organisation let that installation do, it did not let this one.
    {
      sql: `UPDATE mail_grants SET state = 'reconnect_required', organisation_id = NULL
        WHERE workspace_id = ? AND kind = 'organisation'`,
      args: [workspaceId],
    },
    ...setCursor(move, SETTLED),
  ];
  const tables = ["mailboxes", "mail_grants", "suppressions", "workspace_settings"];
  const named = [...PEOPLE_COLUMNS, ...CALLER_COLUMNS, ...WRITTEN].map(([table]) => table);
  await client.batch(
    [...(await quietly(client, [...new Set([...tables, ...named])], statements))],
    "write",
  );
}

function peopleStatements(
  workspaceId: number,
  people: ReadonlyMap<number, number>,
): readonly InStatement[] {
  const known = JSON.stringify([...people]);
  const gone = OF_ONE_PERSON.map((table) => ({
    sql: `DELETE FROM ${table} WHERE workspace_id = ? AND user_id IS NOT NULL
      AND user_id NOT IN (SELECT value ->> 0 FROM json_each(?))`,
    args: [workspaceId, known],
  }));
  const ids = PEOPLE_COLUMNS.map(([table, column]) => ({
    sql: `UPDATE ${table} SET ${column} = (SELECT value ->> 1 FROM json_each(?) WHERE value ->> 0 = ${column})
      WHERE workspace_id = ? AND ${column} IS NOT NULL`,
    args: [known, workspaceId],
  }));
  // Keys stay there: nobody's name is better than that of another one here.
  const callers = CALLER_COLUMNS.map(([table, column]) => ({
    sql: `UPDATE ${table} SET ${column} = CASE WHEN ${column} GLOB 'user:*' THEN 'user:' || coalesce((
        SELECT value ->> 1 FROM json_each(?) WHERE value ->> 0 = CAST(substr(${column}, 6) AS INTEGER)), 0)
      ELSE substr(${column}, 1, instr(${column}, ':')) || '0' END
      WHERE workspace_id = ? AND (${column} GLOB 'user:*' OR ${column} GLOB 'key:*' OR ${column} GLOB 'install_key:*')`,
    args: [known, workspaceId],
  }));
  return [...gone, ...ids, ...callers];
}

async function writtenStatements(
  { client, workspaceId }: Arrived,
  people: ReadonlyMap<number, number>,
): Promise<readonly InStatement[]> {
  const all: InStatement[] = [];
  for (const [table, column] of WRITTEN) {
    const { rows } = await client.execute(writtenIn(table, column, workspaceId));
    for (const row of rows) {
      const was = columnText(row["text"]);
      const now = JSON.stringify(walkPeople(JSON.parse(was), (id) => people.get(id) ?? null));
      if (now === was) continue;
      all.push({
        sql: `UPDATE ${table} SET "${column}" = ? WHERE rowid = ?`,
        args: [now, Number(row["id"])],
      });
    }
  }
  return all;
}

/** Entries whose address is known are found by this installation's hash from now on, like its own. */
async function hashStatements({
  client,
  workspaceId,
  settings,
}: Arrived): Promise<readonly InStatement[]> {
  const key = suppressionKey(hashSecret(settings));
  const { rows } = await client.execute({
    sql: "SELECT id, value FROM suppressions WHERE workspace_id = ? AND value IS NOT NULL AND hash_key IS NOT NULL",
    args: [workspaceId],
  });
  const hashed = rows.map((row) => [
    Number(row["id"]),
    keyedHash(key, plainHash(columnText(row["value"]))),
  ]);
  return [
    {
      sql: `UPDATE suppressions SET hash = j.value ->> 1, hash_key = ? FROM json_each(?) j
        WHERE suppressions.id = j.value ->> 0 AND +suppressions.workspace_id = ?`,
      args: [key.id, JSON.stringify(hashed), workspaceId],
    },
  ];
}

/** Notes from where it came: its former number, and the keys of entries that are known by a hash alone. */
async function arrivedMark(
  { client, workspaceId, fromId, vault }: Arrived,
  hashKey: string,
): Promise<InStatement> {
  const { rows } = await client.execute({
    sql: `SELECT value ->> '$.arrived.hash_keys' AS sealed, value -> '$.arrived.workspace_ids' AS ids
      FROM workspace_settings WHERE workspace_id = ?`,
    args: [workspaceId],
  });
  const place = formerKeysPlace(workspaceId);
  const sealed = columnText(rows[0]?.["sealed"]);
  const keys = sealed === "" ? [] : (await vault.open(sealed, place)).split(",");
  // As this function wrote it.
  const ids = JSON.parse(columnText(rows[0]?.["ids"]) || "[]") as number[];
  const mark = {
    arrived: {
      hash_keys: await vault.seal([...new Set([...keys, hashKey])].join(","), place),
      workspace_ids: [...new Set([...ids, fromId])],
    },
  };
  return {
    sql: `INSERT INTO workspace_settings (workspace_id, value, updated_at) VALUES (?, json_patch('{}', ?), 0)
      ON CONFLICT (workspace_id) DO UPDATE SET value = json_patch(value, ?)`,
    args: [workspaceId, JSON.stringify(mark), JSON.stringify(mark)],
  };
}
