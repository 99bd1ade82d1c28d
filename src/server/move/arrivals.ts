import { createHash } from "node:crypto";
import type { Client } from "@libsql/client";
import { sql } from "drizzle-orm";
import type { z } from "zod";
import { auditStatement, bySystem } from "#modules/accounts/audit/audit-statement.ts";
import { pauseRunning } from "#modules/operations/clients/stop-campaigns.ts";
import { type Deps, inWorkspace } from "#platform/ctx/ctx.ts";
import type { Arrivals, AskedArrival } from "#platform/ctx/ports.ts";
import { FIRST_MOVED, IDS_OF_ONE } from "#platform/db/ids-apart.ts";
import { runBatch } from "#platform/db/db.ts";
import { overLibsql } from "#platform/db/libsql.ts";
import { AppError } from "#platform/rules/errors.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { slugify } from "#platform/rules/slug.ts";
import type { ArrivalCall, ArrivalCallOf, WireValue } from "#platform/wire/arrivals.ts";
import { boundTo, SEALED_PLACES } from "#server/reseal/sealed-places.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";
import { placeKey } from "#server/workspaces/places.ts";
import type { WorkspaceFiles } from "#server/workspaces/workspace-files.ts";
import {
  type ArrivalRecord,
  arrivalKey,
  deleteArrival,
  insertArrival,
  markFilled,
  readArrival,
  readArrivals,
  secretKey,
  takeWorkspaceId,
} from "./arrival-record.ts";
import { ARRIVED_BESIDE, ArrivedCounts, ArrivedWorkspace } from "./arrived-shapes.ts";
import { BESIDE } from "./departure-parts.ts";
import type { Destination } from "./ends.ts";
import { fileDestination } from "./file-destination.ts";
import { cursorOf, dropCursor } from "./filling.ts";
import { passNumber, takeNumber } from "./record.ts";
import { type Arrived, sealAgain, settleArrival } from "./settle-arrival.ts";
import { type Key, ownTables, type Row, type Table } from "./tables.ts";
import { rowsDigest, fromWire, rowFromWire } from "./wire-rows.ts";

type Parts = {
  /** The install's first database. */
  readonly client: Client;
  readonly shards: WorkspaceFiles;
  readonly deps: () => Deps;
};

/**
 * Takes workspaces in from other installations, each into a file of its own, which nothing reads or
 * sends from until the other one has let the workspace go. Ids of rows stay; the number of the
 * workspace is a new one, and what names people or is sealed is changed before it opens.
 */
export function arrivalsAt(parts: Parts): Arrivals {
  const { client, deps } = parts;
  let read: Promise<readonly Table[]> | null = null;
  const tables = () => (read ??= ownTables(client));
  /** Calls of one arrival come one after the other, whatever the other side has given up waiting for. */
  const turns = new Map<string, Promise<unknown>>();
  const secrets = new Map<string, string>();

  async function known(id: string): Promise<ArrivalRecord> {
    const record = await readArrival(client, id);
    if (record) return record;
    throw new AppError("not_found", "There is no such arrival.");
  }

  return {
    list: () => readArrivals(client),
    async expect(asked) {
      const there = await readArrival(client, asked.id);
      if (there) return there;
      assertAlike(await tables(), asked.tables);
      const { vault, now } = deps();
      const stored = {
        workspace_id: await takeWorkspaceId(client),
        from_id: asked.workspace.id,
        name: asked.workspace.name,
        state: "filling" as const,
        release_hash: asked.releaseHash,
        number: await takeNumber(client, FIRST_MOVED),
        created_at: now(),
        opened_at: null,
      };
      const sealed = await vault.seal(asked.secret, `install_settings:${secretKey(asked.id)}`);
      await insertArrival(client, asked.id, stored, sealed, now());
      return known(asked.id);
    },
    async forget(id) {
      const record = await readArrival(client, id);
      if (!record) return false;
      await inTurn(turns, id, () => wipe(parts, record));
      secrets.delete(id);
      return true;
    },
    async secretOf(id) {
      const kept = secrets.get(id);
      if (kept !== undefined) return kept;
      const { rows } = await client.execute({
        sql: "SELECT value ->> '$' AS sealed FROM install_settings WHERE key = ?",
        args: [secretKey(id)],
      });
      const sealed = columnText(rows[0]?.["sealed"]);
      if (sealed === "") return null;
      const secret = await deps().vault.open(sealed, `install_settings:${secretKey(id)}`);
      secrets.set(id, secret);
      return secret;
    },
    async openedAs(id) {
      const record = await readArrival(client, id);
      return record?.state === "open" ? record.workspaceId : null;
    },
    take: (id, call) =>
      inTurn(turns, id, async () => takeCall(parts, await tables(), await known(id), call)),
  };
}

async function inTurn<T>(
  turns: Map<string, Promise<unknown>>,
  id: string,
  work: () => Promise<T>,
): Promise<T> {
  const before = turns.get(id) ?? Promise.resolve();
  const own = before.then(work, work);
  turns.set(id, own);
  try {
    return await own;
  } finally {
    if (turns.get(id) === own) turns.delete(id);
  }
}

/** Throws `conflict` where the other installation has other tables. */
function assertAlike(own: readonly Table[], there: AskedArrival["tables"]): void {
  const isAlike = (table: Table): boolean =>
    JSON.stringify(there[table.name]) === JSON.stringify(table.columns);
  if (own.length === Object.keys(there).length && own.every(isAlike)) return;
  throw new AppError(
    "conflict",
    "The two installations run different versions: update both to the same one, then move.",
  );
}

async function wipe({ client, shards }: Parts, record: ArrivalRecord): Promise<void> {
  if (record.state === "open") {
    throw new AppError("invalid_state", "The workspace has arrived: delete its client.");
  }
  shards.movable.take(record.workspaceId);
  await shards.movable.discard(record.workspaceId);
  await deleteArrival(client, record.id);
}

async function takeCall(
  parts: Parts,
  tables: readonly Table[],
  record: ArrivalRecord,
  call: ArrivalCall,
): Promise<unknown> {
  if (record.state === "open") {
    // The answer to its last call was lost.
    if (call.act === "open" || call.act === "secrets") return {};
    throw new AppError("invalid_state", "The workspace has arrived already.");
  }
  const tableOf = (name: string): Table => {
    const table = tables.find((each) => each.name === name);
    if (table) return table;
    throw new AppError("validation_failed", `There is no table ${name}.`);
  };
  const { movable } = parts.shards;
  const { workspaceId: id } = record;
  movable.take(id);
  const end = destinationOf(parts, record, tables);
  const inTable = (table: Table) => ({
    rows: (rows: readonly WireValue[][]): readonly Row[] =>
      rows.map((row) => renumbered(rowFromWire(row), table.columns, record.fromId, id)),
    keys: (keys: readonly WireValue[][]): readonly Key[] =>
      keys.map((key) => renumbered(rowFromWire(key), table.key, record.fromId, id)),
  });
  switch (call.act) {
    case "begin":
      return { cursor: await end.begin(record.id, async () => undefined) };
    case "put": {
      const table = tableOf(call.table);
      // A part of a slice, which keeps its place by its last one.
      const cursor = call.cursor ?? (await end.begin(record.id, async () => undefined));
      if (cursor === null) throw new AppError("invalid_state", "Begin before you bring rows.");
      await end.put(table, inTable(table).rows(call.rows), cursor);
      return {};
    }
    case "apply":
      await end.apply(
        call.changes.map(({ table: name, keys, rows }) => {
          const table = tableOf(name);
          return { table, keys: inTable(table).keys(keys), rows: inTable(table).rows(rows) };
        }),
      );
      return {};
    case "holds": {
      const table = tableOf(call.table);
      const rows = await end.rowsOf(table, inTable(table).keys(call.keys));
      const there = rows.map((row) => renumbered(row, table.columns, id, record.fromId));
      return { holds: rowsDigest(there) === call.digest };
    }
    case "count":
      return { rows: await end.count(tableOf(call.table)) };
    case "ready":
      await makeReady(parts, record, call);
      return {};
    case "secrets":
      await sealAgain(arrivedOf(parts, record), call.secrets);
      return {};
    case "open":
      await open(parts, record, call);
      return {};
    case "wipe":
      await wipe(parts, record);
      return {};
    default:
      return call satisfies never;
  }
}

function destinationOf(
  { shards }: Parts,
  { id: move, workspaceId, number }: ArrivalRecord,
  tables: readonly Table[],
): Pick<Destination, "begin" | "put" | "apply" | "count"> & {
  rowsOf(table: Table, keys: readonly Key[]): Promise<readonly Row[]>;
} {
  const { movable } = shards;
  const reach = (): Client => movable.file(workspaceId);
  return fileDestination({
    side: { client: reach(), workspaceId, isFirst: false, tables },
    move,
    number,
    reach,
    async fresh() {
      await movable.discard(workspaceId);
      return reach();
    },
  });
}

/** A row, or its key, with another number of its workspace. */
function renumbered(row: Row, columns: readonly string[], from: number, to: number): Row {
  const at = columns.indexOf("workspace_id");
  if (at < 0) return row;
  if (row[at] !== from) {
    throw new AppError("validation_failed", "A row belongs to another workspace.");
  }
  return row.with(at, to);
}

const arrivedOf = ({ shards, deps }: Parts, record: ArrivalRecord): Arrived => ({
  move: record.id,
  client: shards.movable.file(record.workspaceId),
  workspaceId: record.workspaceId,
  fromId: record.fromId,
  vault: deps().vault,
  settings: deps().settings,
});

/** Of the row of `workspaces`: what it is here as well. */
const TAKEN = ArrivedWorkspace.keyof().options;

async function makeReady(
  { client, shards, deps }: Parts,
  record: ArrivalRecord,
  call: ArrivalCallOf<"ready">,
): Promise<void> {
  const { receipts_read, leads } = call;
  const workspace = readable(ArrivedWorkspace, call.workspace);
  const counted = readable(ArrivedCounts, call.counted);
  const now = deps().now();
  const file = shards.movable.file(record.workspaceId);
  const highest = Math.max(0, ...counted.map(([, seq]) => seq));
  await passNumber(client, FIRST_MOVED, Math.floor(highest / IDS_OF_ONE));
  const marks = { ...(receipts_read !== null && { receipts_read }) };
  await file.batch(
    [
      // No id is handed out twice, wherever it was.
      ...counted.map(([name, seq]) => ({
        sql: "UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?",
        args: [seq, name],
      })),
      { sql: "DELETE FROM workspaces WHERE id = ?", args: [record.workspaceId] },
      {
        sql: `INSERT INTO workspaces (id, slug, lead_count, updated_at, ${TAKEN.join(", ")})
          VALUES (?, ?, ?, ?, ${TAKEN.map(() => "?").join(", ")})`,
        args: [
          record.workspaceId,
          `arrival-${record.workspaceId}`,
          leads,
          now,
          ...TAKEN.map((name) => workspace[name]),
        ],
      },
      {
        sql: `INSERT INTO workspace_settings (workspace_id, value, updated_at) VALUES (0, json_patch('{}', ?), 0)
          ON CONFLICT (workspace_id) DO UPDATE SET value = json_patch(value, excluded.value)`,
        args: [JSON.stringify(marks)],
      },
    ],
    "write",
  );
  await markFilled(client, record.id, now);
}

/** Throws `validation_failed` for what this installation could not show: before anything is decided. */
function readable<T>(shape: z.ZodType<T>, given: unknown): T {
  const { success, data } = shape.safeParse(given);
  if (success) return data;
  throw new AppError("validation_failed", "The workspace says of itself what cannot be.");
}

/** The other installation has let it go: from here on it lies in this one. */
async function open(
  parts: Parts,
  record: ArrivalRecord,
  { release, people, hash_key, beside }: ArrivalCallOf<"open">,
): Promise<void> {
  const { client, shards } = parts;
  const { workspaceId: id } = record;
  const hash = createHash("sha256").update(release).digest("hex");
  if (record.state !== "ready" || hash !== record.releaseHash) {
    throw new AppError("forbidden", "The other installation has not let the workspace go.");
  }
  const file = shards.movable.file(id);
  // A backup of this installation, put back since, has the record without its rows.
  if ((await cursorOf(file, record.id)) === null) {
    throw new AppError("invalid_state", "The rows of the workspace are not here any more.");
  }
  await settleArrival(arrivedOf(parts, record), await peopleHere(client, people), hash_key);
  const deps = parts.deps();
  // Its own database, which nobody else is led to yet.
  await pauseRunning({ ...inWorkspace(deps, id), db: overLibsql(file) }, null);
  const slug = await freeSlug(client, record.name);
  await file.execute({ sql: "UPDATE workspaces SET slug = ? WHERE id = ?", args: [slug, id] });
  const { rows } = await file.execute({
    sql: `SELECT ${TAKEN.join(", ")} FROM workspaces WHERE id = ?`,
    args: [id],
  });
  const row = { ...rows[0], id, slug, updated_at: deps.now() };
  const names = sql.raw(["id", "slug", "updated_at", ...TAKEN].join(", "));
  const values = ["id", "slug", "updated_at", ...TAKEN].map(
    (name) => sql`${(row as Record<string, unknown>)[name] ?? null}`,
  );
  const { install } = deps;
  const now = deps.now();
  await runBatch(install, [
    install.run(sql`INSERT INTO workspaces (${names}) VALUES (${sql.join(values, sql`, `)})`),
    install.run(sql`
      INSERT INTO install_settings (key, value, updated_at)
      VALUES (${placeKey(id)}, json_object('place', 'file', 'epoch', 0), ${now})`),
    ...(await besideStatements(parts, id, beside)),
    install.run(sql`
      UPDATE install_settings SET value = json_set(value, '$.state', 'open', '$.opened_at', ${now}), updated_at = ${now}
      WHERE key = ${arrivalKey(record.id)}`),
    auditStatement(bySystem(deps), {
      action: "workspace.arrived",
      workspaceId: id,
      target: { type: "workspace", id },
      details: { name: record.name, arrival: record.id },
    }),
  ]);
  shards.movable.open(id, "file");
  shards.movable.release(id);
  await file.execute(dropCursor);
  deps.log("workspace.arrived", { workspace: id, arrival: record.id });
}

async function peopleHere(
  client: Client,
  people: ArrivalCallOf<"open">["people"],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await client.execute({
    sql: `SELECT j.value ->> 0 AS there, u.id AS here FROM json_each(?) j JOIN users u ON u.email = j.value ->> 1`,
    args: [JSON.stringify(people)],
  });
  return new Map(rows.map((row) => [Number(row["there"]), Number(row["here"])]));
}

async function freeSlug(client: Client, name: string): Promise<string> {
  const slug = slugify(name);
  for (let n = 1; ; n++) {
    const tried = n === 1 ? slug : `${slug}-${n}`;
    const { rows } = await client.execute({
      sql: "SELECT 1 FROM workspaces WHERE slug = ?",
      args: [tried],
    });
    if (rows.length === 0) return tried;
  }
}

/** Rows of the installation: sealed for this installation, and left out where something of this one is in their way. */
async function besideStatements(
  { client, deps }: Parts,
  id: WorkspaceId,
  beside: ArrivalCallOf<"open">["beside"],
) {
  const { install, vault, log } = deps();
  const statements = [];
  for (const { table: named, row } of beside) {
    const table = BESIDE.find((name) => name === named);
    if (table === undefined) continue;
    // It has been let go there: what cannot be here is left out, and the rest comes.
    if (!ARRIVED_BESIDE[table].safeParse(row).success) {
      log("arrival.left_out", { workspace: id, table }, "warn");
      continue;
    }
    const asked = await client.execute(`SELECT name FROM pragma_table_info('${table}')`);
    const columns = asked.rows.map((each) => columnText(each["name"]));
    const names = columns.filter((name) => name !== "workspace_id" && name in row);
    const values = await Promise.all(
      names.map(async (name) => {
        const value = fromWire(row[name] ?? null);
        const place = SEALED_PLACES.find((each) => each.table === table && each.read === name);
        return place && typeof value === "string"
          ? vault.seal(value, boundTo(place, String(id)))
          : value;
      }),
    );
    const quoted = sql.raw(["workspace_id", ...names].map((name) => `"${name}"`).join(", "));
    statements.push(
      install.run(sql`
        INSERT INTO ${sql.raw(table)} (${quoted})
        VALUES (${sql.join(
          [id, ...values].map((value) => sql`${value}`),
          sql`, `,
        )}) ON CONFLICT DO NOTHING`),
    );
  }
  return statements;
}
