import type { Client } from "@libsql/client";
import { indexMoved } from "#modules/inbox/search/index-moved.ts";
import { describe } from "#platform/ctx/log.ts";
import { overLibsql } from "#platform/db/libsql.ts";
import { setDoor } from "#server/workspaces/door.ts";
import { FIRST_MOVED } from "#platform/db/ids-apart.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";
import { changePlace, notePlace, placesIn, type PlaceName } from "#server/workspaces/places.ts";
import { carriedToFirst } from "./carried.ts";
import { collectLeft } from "./collect-left.ts";
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
import type { Notes, Parts, Way } from "./way.ts";
import { wayToInstall } from "./way-to-install.ts";

/** How often progress is noted, and an abort found. */
const LOOK_EVERY_MS = 200;

const ABORTED = "It was aborted.";

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
    const from = record.to === "install" ? shards.movable.placeOf(id) : null;
    await noteMove(client, id, { state: "moving", number, from });
    return runMove(parts, { ...record, state: "moving", number, from });
  }
  shards.movable.take(id);
  try {
    const { course, ...behind } = await courseOf(parts, record);
    const isDecided = await behind.isDecided();
    if (!isDecided && record.state === "abandoning") {
      await giveUp(course);
      await behind.givenUp?.();
      await end("failed", record.why);
      return;
    }
    // The other side may be out of reach before anybody else looks.
    if (!isDecided && record.is_aborted === 1) throw new AbortedError(ABORTED);
    if (!isDecided) {
      await fillAndDecide(course).catch(async (cause: unknown) => {
        await behind.interrupted?.();
        throw cause;
      });
    }
    await noteMove(client, id, { state: "clearing" });
    await behind.decided?.();
    await clear(course);
    await behind.cleared?.();
    const { frozen_ms } = (await readMoveOf(client, id)) ?? record;
    deps.log("workspace.moved", { workspace: id, to: record.to, frozen_ms });
    await end("done");
  } catch (cause) {
    const isGivenUp = cause instanceof AbortedError || cause instanceof MoveError;
    if (!isGivenUp) {
      // Who waits for it learns what it waits for.
      if (record.to === "install" && !(cause instanceof StoppedError)) {
        const why = cause instanceof Error ? cause.message : describe(cause);
        await noteMove(client, id, { why });
      }
      throw cause;
    }
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

async function courseOf(parts: Parts, record: MoveRecord): Promise<Way> {
  const notes = notesOf(parts, record);
  if (record.to === "install") return wayToInstall(parts, record, notes);
  const { client, shards } = parts;
  const { id, move, number } = record;
  const { to } = record;
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
  const course: Course = {
    ...notes,
    move,
    tables,
    source,
    destination,
    settled: () => (from === "one" ? parts.settled() : Promise.resolve()),
    alone: parts.alone,
    async decide(carried) {
      await client.batch(await decision(parts, { id, to }, from, carried), "write");
      movable.open(id, to);
    },
  };
  return {
    course,
    isDecided: async () => ((await placesIn(client)).get(id) ?? movable.placeOf(id)) === to,
  };
}

function notesOf(parts: Parts, { id }: MoveRecord): Notes {
  const { client } = parts;
  let asked = performance.now();
  let noted = { step: "", at: -Infinity };
  return {
    async reached(step: Step, table = "") {
      const at = performance.now();
      if (step === noted.step && at - noted.at < LOOK_EVERY_MS) return;
      noted = { step, at };
      await noteMove(client, id, { step, table });
    },
    async pause() {
      await parts.pause();
      if (performance.now() - asked < LOOK_EVERY_MS) return;
      asked = performance.now();
      const now = await readMoveOf(client, id);
      if (now?.is_aborted === 1 && now.state === "moving") throw new AbortedError(ABORTED);
    },
    froze: (ms) => void noteMove(client, id, { frozen_ms: Math.round(ms * 10) / 10 }),
  };
}

/** The one statement that decides, and what is the first database's beside it. */
async function decision(
  { client, deps }: Parts,
  { id, to }: { readonly id: WorkspaceId; readonly to: PlaceName },
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
