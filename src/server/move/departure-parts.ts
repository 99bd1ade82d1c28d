import type { Client } from "@libsql/client";
import type { Settings } from "#platform/ctx/settings.ts";
import { hashSecret } from "#platform/ctx/settings.ts";
import type { Vault } from "#platform/ctx/vault.ts";
import { suppressionKeyBytes } from "#modules/leads/rules/suppression-hash.ts";
import type { ArrivalCallOf, WireValue } from "#platform/wire/arrivals.ts";
import { boundTo, SEALED_PLACES, type SealedPlace } from "#server/reseal/sealed-places.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";
import { CALLER_COLUMNS, PEOPLE_COLUMNS, walkPeople, WRITTEN, writtenIn } from "./people.ts";
import { toWire } from "./wire-rows.ts";

/** Tables of the installation whose rows go along with a workspace. */
export const BESIDE = ["integrations", "provider_keys", "workspace_brands"] as const;

/** How both sides name a place of sealed values. */
export const sealedPlaceName = ({ table, read }: SealedPlace): string => `${table} ${read}`;

const SECRETS_AT_ONCE = 200;

type From = { readonly client: Client; readonly workspaceId: number; readonly vault: Vault };

/** What is sealed in a workspace, open, some at a time; what cannot be opened is left out. */
export async function* secretsOf(
  { client, workspaceId, vault }: From,
  tables: readonly string[],
): AsyncGenerator<ArrivalCallOf<"secrets">["secrets"]> {
  const places = SEALED_PLACES.filter(
    ({ table, owner }) => owner === "workspace_id" && tables.includes(table),
  );
  for (const place of places) {
    for (let after = -1; ;) {
      const { rows } = await client.execute({
        sql: `SELECT rowid AS id, ${place.read} AS sealed FROM ${place.table}
          WHERE rowid > ? AND +workspace_id = ? AND substr(${place.read}, 1, 3) = 'v1.' ORDER BY rowid LIMIT ?`,
        args: [after, workspaceId, SECRETS_AT_ONCE],
      });
      const secrets = await Promise.all(
        rows.map(async (row) => {
          const was = columnText(row["sealed"]);
          const plain = await openOr(vault, was, boundTo(place, String(workspaceId)));
          return { place: sealedPlaceName(place), row: Number(row["id"]), was, plain };
        }),
      );
      const known = secrets.flatMap(({ plain, ...rest }) =>
        plain === null ? [] : [{ ...rest, plain }],
      );
      if (known.length > 0) yield known;
      if (rows.length < SECRETS_AT_ONCE) break;
      after = Number(rows.at(-1)?.["id"]);
    }
  }
}

async function openOr(vault: Vault, sealed: string, place: string): Promise<string | null> {
  try {
    return await vault.open(sealed, place);
  } catch {
    return null;
  }
}

/** What lies beside the workspace in the installation's database, with its secrets open. */
export async function besideOf({
  client,
  workspaceId,
  vault,
}: From): Promise<ArrivalCallOf<"open">["beside"]> {
  const all = [];
  for (const table of BESIDE) {
    const { rows } = await client.execute({
      sql: `SELECT * FROM ${table} WHERE workspace_id = ?`,
      args: [workspaceId],
    });
    const places = SEALED_PLACES.filter((place) => place.table === table);
    for (const found of rows) {
      const row: Record<string, WireValue> = {};
      for (const [name, value] of Object.entries(found)) {
        const place = places.find(({ read }) => read === name);
        if (name === "workspace_id") continue;
        row[name] =
          place && typeof value === "string"
            ? await openOr(vault, value, boundTo(place, String(workspaceId)))
            : toWire(value);
      }
      all.push({ table, row });
    }
  }
  return all;
}

/** The people whom rows of the workspace name, with their addresses. */
export async function peopleIn(
  { client, workspaceId }: Pick<From, "client" | "workspaceId">,
  first: Client,
): Promise<ArrivalCallOf<"open">["people"]> {
  const asked = [
    ...PEOPLE_COLUMNS.map(
      ([table, column]) =>
        `SELECT ${column} AS id FROM ${table} WHERE workspace_id = ${workspaceId} AND ${column} IS NOT NULL`,
    ),
    ...CALLER_COLUMNS.map(
      ([table, column]) =>
        `SELECT CAST(substr(${column}, 6) AS INTEGER) FROM ${table} WHERE workspace_id = ${workspaceId} AND ${column} GLOB 'user:*'`,
    ),
    `SELECT j.value FROM thread_notes n, json_each(n.mentions) j WHERE n.workspace_id = ${workspaceId}`,
  ];
  const ids = new Set<number>();
  for (const [table, column] of WRITTEN) {
    const { rows } = await client.execute(writtenIn(table, column, workspaceId));
    for (const row of rows)
      walkPeople(JSON.parse(columnText(row["text"])), (id) => (ids.add(id), id));
  }
  for (const sql of asked) {
    const { rows } = await client.execute(sql.replace("SELECT ", "SELECT DISTINCT "));
    for (const row of rows) ids.add(Number(row[0]));
  }
  const { rows } = await first.execute({
    sql: "SELECT id, email FROM users WHERE id IN (SELECT value FROM json_each(?))",
    args: [JSON.stringify([...ids])],
  });
  return rows.map((row) => [Number(row["id"]), columnText(row["email"])]);
}

/** The key of this installation's hashes of suppressions, base64url. */
export const hashKeyOf = (settings: Settings): string =>
  suppressionKeyBytes(hashSecret(settings)).toString("base64url");
