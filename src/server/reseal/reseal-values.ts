import type { Client } from "@libsql/client";
import type { Vault } from "#platform/ctx/vault.ts";
import { boundTo, SEALED_PLACES, type SealedPlace } from "./sealed-places.ts";

const AT_ONCE = 200;

export type Resealed = {
  readonly changed: number;
  /** Those that cannot be opened, as `table row`. */
  readonly unreadable: readonly string[];
  /** Keys that some value still names. */
  readonly named: ReadonlySet<string>;
};

/**
 * Seals everything that another key than `newest` sealed with that one. Each value is written on its
 * own, where it still is what was read: it may be killed anywhere, and repeated.
 */
export async function resealValues(
  client: Client,
  vault: Vault,
  newest: string,
): Promise<Resealed> {
  let changed = 0;
  const unreadable: string[] = [];
  const named = new Set<string>();
  for (const place of SEALED_PLACES) {
    for (let after = 0; ;) {
      const rows = await selectOthers(client, place, newest, after);
      for (const row of rows) {
        after = row.id;
        const next = await resealed(vault, row.sealed, boundTo(place, row.owner));
        if (next === null) {
          unreadable.push(`${place.table} ${row.id}`);
          named.add(keyOf(row.sealed));
        } else changed += await update(client, place, row, next);
      }
      if (rows.length < AT_ONCE) break;
    }
  }
  return { changed, unreadable, named };
}

type Row = { readonly id: number; readonly owner: string; readonly sealed: string };

async function selectOthers(
  client: Client,
  { table, owner, read }: SealedPlace,
  newest: string,
  after: number,
): Promise<readonly Row[]> {
  const own = `v1.${newest}.`;
  const { rows } = await client.execute({
    sql: `SELECT rowid AS id, ${owner ?? "''"} AS owner, ${read} AS sealed FROM ${table}
      WHERE rowid > ? AND substr(${read}, 1, 3) = 'v1.' AND substr(${read}, 1, ?) <> ?
      ORDER BY rowid LIMIT ${AT_ONCE}`,
    args: [after, own.length, own],
  });
  return rows.map((row) => ({
    id: Number(row["id"]),
    owner: textOf(row["owner"]),
    sealed: textOf(row["sealed"]),
  }));
}

async function resealed(vault: Vault, sealed: string, place: string): Promise<string | null> {
  try {
    return await vault.seal(await vault.open(sealed, place), place);
  } catch {
    return null;
  }
}

async function update(
  client: Client,
  { table, read, write }: SealedPlace,
  { id, sealed }: Row,
  next: string,
): Promise<number> {
  const { rowsAffected } = await client.execute({
    sql: `UPDATE ${table} SET ${write} WHERE rowid = ? AND ${read} = ?`,
    args: [next, id, sealed],
  });
  return rowsAffected;
}

/** The id of the key that sealed a value. */
const keyOf = (sealed: string): string => sealed.split(".")[1] ?? "";

const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" ? `${value}` : "";
