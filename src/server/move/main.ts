import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Client } from "@libsql/client";
import { systemNow } from "#platform/adapters/clock.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { runCommand } from "#server/command.ts";
import { claimDataDir, runningOn } from "#server/data-dir.ts";
import { openDatabase } from "#server/database.ts";
import { migrate } from "#server/migrate.ts";
import { ROOT } from "#server/own-build.ts";
import { settingsOfInstall } from "#server/settings-of-install.ts";
import { StartError } from "#server/start-error.ts";
import { openWorkspaces } from "#server/workspaces/open-workspaces.ts";
import { askMove, hasEnded, type MoveRecord, nextMove, noteMove, readMoveOf } from "./record.ts";
import { runMove } from "./run-move.ts";

const LOOK_EVERY_MS = 250;
/** A running product takes a move up with its next tick. */
const PATIENCE_MS = 60_000;
const USAGE =
  "Usage: npm run move -- WORKSPACE --to file|one, or npm run move -- WORKSPACE --abort";

/*
 * `npm run move -- WORKSPACE --to file|one` moves one workspace, by its number, between the first
 * database and a file of its own. A running product does so while it is in use; else this command
 * does it itself. It may be killed, and asked again. `--abort` gives up a move that is not decided.
 */
await runCommand(import.meta.filename, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { to: { type: "string" }, abort: { type: "boolean", default: false } },
  });
  const [workspace = ""] = positionals;
  const { to } = values;
  const isAsked = to === "file" || to === "one";
  if (!/^\d{1,6}$/.test(workspace) || isAsked === values.abort) throw new StartError(USAGE);
  const id = asId<WorkspaceId>(Number(workspace));
  const settings = settingsOfInstall();
  if (settings.DATABASE_URL !== undefined) {
    throw new StartError("The database is the server of DATABASE_URL: only files are moved.");
  }
  const { client, db } = await openDatabase(settings);
  try {
    await (values.abort ? abort(client, id) : ask(client, id, to === "file" ? "file" : "one"));
    if (runningOn(settings.DATA_DIR) === null) await moveAlone();
    else await follow(client, id);
  } finally {
    client.close();
  }

  /** The product is stopped: nobody else works in the databases. */
  async function moveAlone(): Promise<void> {
    const claim = await claimDataDir(settings.DATA_DIR, "http://127.0.0.1:0", null);
    try {
      await migrate(client, join(ROOT, "drizzle"));
      const shards = await openWorkspaces(settings, { client, db }, () => undefined);
      if (!shards) return;
      const parts = {
        client,
        shards,
        deps: { install: db, now: systemNow, log: () => undefined },
        settled: async () => undefined,
        pause: async () => undefined,
        alone: (work: () => Promise<void>) => work(),
      };
      try {
        // One that was begun before comes first.
        for (let next = await nextMove(client); next; next = await nextMove(client)) {
          await runMove(parts, next);
        }
      } finally {
        await shards.close();
      }
      conclude(await readMoveOf(client, id));
    } finally {
      claim.release();
    }
  }
});

async function ask(client: Client, id: WorkspaceId, to: "file" | "one"): Promise<void> {
  if (await askMove(client, id, to)) return;
  const now = await readMoveOf(client, id);
  if (now?.to !== to)
    throw new StartError(`Workspace ${id} is moving the other way: wait, or --abort.`);
}

async function abort(client: Client, id: WorkspaceId): Promise<void> {
  const now = await readMoveOf(client, id);
  if (!now || hasEnded(now)) throw new StartError(`Workspace ${id} is not moving.`);
  await noteMove(client, id, { is_aborted: 1 });
}

/** Prints how far the running product has come, until it is there. */
async function follow(client: Client, id: WorkspaceId): Promise<void> {
  let shown = "";
  let since = performance.now();
  for (;;) {
    const now = await readMoveOf(client, id);
    if (!now || hasEnded(now)) return conclude(now);
    const line = [now.state, now.step, now.table].filter((word) => word !== "").join(" ");
    if (line !== shown) {
      console.log(line);
      [shown, since] = [line, performance.now()];
    }
    if (now.state === "asked" && performance.now() - since > PATIENCE_MS) {
      throw new StartError("The running Outrider does not take it up: its log says more.");
    }
    await wait(LOOK_EVERY_MS);
  }
}

function conclude(record: MoveRecord | null): void {
  if (record?.state !== "done") {
    throw new StartError(`Workspace ${record?.id} was not moved: ${record?.why ?? "it is gone."}`);
  }
  const where = record.to === "file" ? "a file of its own" : "the first database";
  const held = record.frozen_ms === null ? "" : ` Writes waited ${record.frozen_ms} ms.`;
  console.log(`Workspace ${record.id} lies in ${where}.${held}`);
}
