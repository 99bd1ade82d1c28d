import type { Client } from "@libsql/client";
import { collectOwnAudit } from "#modules/accounts/audit/collect-audit.ts";
import { indexMoved } from "#modules/inbox/search/index-moved.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { overLibsql } from "#platform/db/libsql.ts";
import { setDoor } from "#server/workspaces/door.ts";
import { FIRST_MOVED } from "#platform/db/ids-apart.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";
import { changePlace, notePlace, placesIn, type PlaceName } from "#server/workspaces/places.ts";
import type { WorkspaceFiles } from "#server/workspaces/workspace-files.ts";
import { carriedToFirst } from "./carried.ts";
import type { Carried } from "./ends.ts";
import { fileDestination } from "./file-destination.ts";
import { firstDestination } from "./first-destination.ts";
import {
  clear,
  type Course,
  fillAndDecide,
  giveUp,
  MoveError,
  type Step,
} from "./move-workspace.ts";
import { hasEnded, type MoveRecord, noteMove, readMoveOf, takeNumber } from "./record.ts";
import type { Side } from "./side.ts";
import { libsqlSource } from "./source.ts";
import { movedTables } from "./tables.ts";

/** Who runs moves: the product, or the command while that is stopped. */
export type Parts = Pick<Course, "pause" | "settled" | "alone"> & {
  /** The install's first database. */
  readonly client: Client;
  readonly shards: WorkspaceFiles;
  readonly deps: Pick<Deps, "install" | "now" | "log">;
};

/** How often progress is noted, and an abort found. */
const LOOK_EVERY_MS = 200;

/** The process ends: the next one goes on. */
export class StoppedError extends Error {
  override readonly name = "StoppedError";
}

class AbortedError extends Error {
  override readonly name = "AbortedError";
}

/**
 * Brings a move from wherever it is to its end; what a former process began is gone on with. A move
 * that cannot be is given up, and noted with why.
 */
export async function runMove(parts: Parts, record: MoveRecord): Promise<void> {
  const { client, shards, deps } = parts;
  const { id } = record;
  if (hasEnded(record)) return;
  const end = (state: "done" | "failed", why = "") => noteMove(client, id, { state, why });
  if (record.state === "asked") {
    const obstacle = await obstacleTo(parts, record);
    if (obstacle !== null) return end("failed", obstacle);
    await client.execute(notePlace(id, shards.movable.placeOf(id), deps.now()));
    const number = record.to === "file" ? await takeNumber(client, FIRST_MOVED) : null;
    await noteMove(client, id, { state: "moving", number });
    return runMove(parts, { ...record, state: "moving", number });
  }
  shards.movable.take(id);
  const place = (await placesIn(client)).get(id) ?? shards.movable.placeOf(id);
  const isDecided = place === record.to;
  try {
    const course = await courseOf(parts, record);
    if (!isDecided && record.state === "abandoning") {
      await giveUp(course);
      await end("failed", record.why);
      return;
    }
    if (!isDecided) await fillAndDecide(course);
    await noteMove(client, id, { state: "clearing" });
    await clear(course);
    const { frozen_ms } = (await readMoveOf(client, id)) ?? record;
    deps.log("workspace.moved", { workspace: id, to: record.to, frozen_ms });
    await end("done");
  } catch (cause) {
    const isGivenUp = cause instanceof AbortedError || cause instanceof MoveError;
    if (!isGivenUp) throw cause;
    await noteMove(client, id, { state: "abandoning", why: cause.message });
    await runMove(parts, { ...record, state: "abandoning", why: cause.message });
  } finally {
    shards.movable.release(id);
  }
}

/** Why a move does not begin. */
async function obstacleTo({ client, shards }: Parts, record: MoveRecord): Promise<string | null> {
  const { rows } = await client.execute({
    sql: "SELECT deleted_at FROM workspaces WHERE id = ?",
    args: [record.id],
  });
  const [row] = rows;
  if (!row) return "There is no such workspace.";
  if (row["deleted_at"] !== null) return "It is deleted: restore the client first.";
  return shards.movable.placeOf(record.id) === record.to ? "It lies there already." : null;
}

async function courseOf(parts: Parts, record: MoveRecord): Promise<Course> {
  const { client, shards } = parts;
  const { id, move, to, number } = record;
  const { movable } = shards;
  const from: PlaceName = to === "file" ? "one" : "file";
  const tables = await movedTables(client);
  const inFirst: Side = { client, workspaceId: id, isFirst: true, tables };
  const inFile: Side = { client: movable.file(id), workspaceId: id, isFirst: false, tables };
  const source = libsqlSource(from === "one" ? inFirst : inFile, {
    hold: () => movable.close(id),
    letGo: async () => movable.open(id, from),
    first: client,
    async discard() {
      await collectLeft(parts, inFile.client);
      await movable.discard(id);
    },
  });
  const fresh = async (): Promise<Client> => {
    await movable.discard(id);
    return movable.file(id);
  };
  const destination =
    to === "file"
      ? fileDestination({
          side: inFile,
          move,
          number: number ?? id,
          fresh,
          reach: () => movable.file(id),
        })
      : firstDestination({
          side: inFirst,
          move,
          index: (pause) => indexMoved(overLibsql(client), id, pause),
        });
  let asked = performance.now();
  let noted = { step: "", at: -Infinity };
  const reached = async (step: Step, table = ""): Promise<void> => {
    const at = performance.now();
    if (step === noted.step && at - noted.at < LOOK_EVERY_MS) return;
    noted = { step, at };
    await noteMove(client, id, { step, table });
  };
  return {
    move,
    tables,
    source,
    destination,
    reached,
    async pause() {
      await parts.pause();
      if (performance.now() - asked < LOOK_EVERY_MS) return;
      asked = performance.now();
      const now = await readMoveOf(client, id);
      if (now?.is_aborted === 1 && now.state === "moving")
        throw new AbortedError("It was aborted.");
    },
    settled: () => (from === "one" ? parts.settled() : Promise.resolve()),
    alone: parts.alone,
    async decide(carried) {
      await client.batch(await decision(parts, record, from, carried), "write");
      movable.open(id, to);
    },
    froze: (ms) => void noteMove(client, id, { frozen_ms: Math.round(ms * 10) / 10 }),
  };
}

/** The one statement that decides, and what is the first database's beside it. */
async function decision(
  { client, deps }: Parts,
  { id, to }: MoveRecord,
  from: PlaceName,
  carried: Carried,
) {
  const decided = changePlace(id, from, to, deps.now());
  if (to === "file") {
    const counted = { sql: "UPDATE workspaces SET lead_count = 0 WHERE id = ?", args: [id] };
    // The copy of its row may have been read before somebody changed it.
    const uncopied = {
      sql: `INSERT INTO install_settings (key, value, updated_at) SELECT 'workspace_uncopied:' || id, updated_at, ?
        FROM workspaces WHERE id = ? ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      args: [deps.now(), id],
    };
    return [decided, setDoor("AWAY"), counted, uncopied];
  }
  const { rows } = await client.execute(
    "SELECT value FROM workspace_settings WHERE workspace_id = 0",
  );
  const own = JSON.parse(columnText(rows[0]?.["value"]) || "{}") as Record<string, unknown>;
  return [decided, setDoor("OPEN"), ...carriedToFirst(carried, own, id)];
}

/** Brings the lines of the audit log that the install does not have yet, before their file goes. */
async function collectLeft({ deps, shards }: Parts, client: Client): Promise<void> {
  const db = overLibsql(client);
  const left = async (): Promise<number> =>
    Number(
      (
        await client.execute(
          `SELECT count(*) AS n FROM audit_log WHERE id > coalesce((
             SELECT value ->> '$.audit_collected' FROM workspace_settings WHERE workspace_id = 0), 0)`,
        )
      ).rows[0]?.["n"],
    );
  for (let before = Infinity; ;) {
    const now = await left();
    if (now === 0) return;
    if (now >= before) throw new Error("lines of the audit log cannot be collected");
    before = now;
    await collectOwnAudit({ install: deps.install, db, shards, now: deps.now });
  }
}
