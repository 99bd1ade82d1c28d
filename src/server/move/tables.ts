import type { Client, InValue } from "@libsql/client";
import { tablesOfWorkspace } from "#modules/operations/clients/purge-clients.ts";
import { columnTexts } from "#server/workspaces/open-workspaces.ts";

/** Of all workspaces together, found by a hash: who moves takes a copy along. */
const SHARED = ["hit_batches", "idempotency_keys"];

/** What work begins with: it comes last, and goes first, so that hardly anybody sees half a workspace. */
const LAST =
  /^(?:campaigns|campaign_leads|mailboxes|sends|outbox|resends|jobs|webhooks|webhook_deliveries|tasks|warmups|warmup_mails|placement_\w+|rule_runs)$/;

/** A table as it is copied: without what it generates itself. */
export type Table = {
  readonly name: string;
  readonly columns: readonly string[];
  /** The columns of its primary key, and where they stand among all. */
  readonly key: readonly string[];
  readonly keyAt: readonly number[];
  readonly isShared: boolean;
  /** Ids are handed out once, and never again. */
  readonly isCounted: boolean;
};

export type Row = readonly InValue[];
/** The values of its primary key. */
export type Key = readonly InValue[];

export const keyOfRow = ({ keyAt }: Table, row: Row): Key => keyAt.map((at) => row[at] ?? null);
/** Two keys with the same text are the same. */
export const keyText = (key: readonly unknown[]): string => JSON.stringify(key);

/** Every table with rows of a workspace, in the order in which they are copied. */
export async function movedTables(client: Client): Promise<readonly Table[]> {
  const names = [...tablesOfWorkspace(), ...SHARED];
  const order = names.toSorted((a, b) => Number(LAST.test(a)) - Number(LAST.test(b)));
  return Promise.all(order.map((name) => shapeOf(client, name)));
}

/** What a workspace takes along to another installation: what all share is nobody's there. */
export const ownTables = async (client: Client): Promise<readonly Table[]> =>
  (await movedTables(client)).filter(({ isShared }) => !isShared);

async function shapeOf(client: Client, name: string): Promise<Table> {
  const asked = await client.execute(
    `SELECT name, pk FROM pragma_table_xinfo('${name}') WHERE hidden = 0 ORDER BY cid`,
  );
  const columns = columnTexts(asked, "name");
  const key = asked.rows
    .filter((row) => Number(row["pk"]) > 0)
    .toSorted((a, b) => Number(a["pk"]) - Number(b["pk"]))
    .map((row) => columnTexts({ rows: [row] }, "name")[0] ?? "");
  const made = await client.execute({
    sql: "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ? AND sql LIKE '%AUTOINCREMENT%'",
    args: [name],
  });
  return {
    name,
    columns,
    key,
    keyAt: key.map((column) => columns.indexOf(column)),
    isShared: SHARED.includes(name),
    isCounted: made.rows.length > 0,
  };
}

const quoted = (names: readonly string[], prefix = ""): string =>
  names.map((name) => `${prefix}"${name}"`).join(", ");

export const copiedColumns = ({ columns }: Table): string => quoted(columns);

/** The key of a row that a trigger sees, as JSON. */
export const keySql = ({ key }: Table, row: "NEW" | "OLD"): string =>
  `json_array(${quoted(key, `${row}.`)})`;

/** Whether a row has one of the keys of a JSON parameter. */
export const amongKeys = ({ key }: Table): string =>
  key.length === 1
    ? `${quoted(key)} IN (SELECT value ->> 0 FROM json_each(?))`
    : `(${quoted(key)}) IN (SELECT ${key.map((_, i) => `value ->> ${i}`).join(", ")} FROM json_each(?))`;

/** Whether a row that a trigger sees belongs to the workspace. */
export const isOf = ({ isShared }: Table, workspaceId: number, row: "NEW" | "OLD"): string =>
  isShared ? "1" : `${row}.workspace_id = ${workspaceId}`;

/** The same of a row that is read by its key or its place in the table: the index of workspaces is no help there. */
export const whereOf = ({ isShared }: Table, workspaceId: number): string =>
  isShared ? "1" : `+workspace_id = ${workspaceId}`;

/** Whether two lists hold the same rows, in whatever order. */
export function sameRows(a: readonly Row[], b: readonly Row[]): boolean {
  if (a.length !== b.length) return false;
  const texts = new Set(a.map(keyText));
  return b.every((row) => texts.has(keyText(row)));
}
