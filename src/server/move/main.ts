import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { Client } from "@libsql/client";
import { systemNow } from "#platform/adapters/clock.ts";
import { allowsPrivateNetworks, parseSettings, type Settings } from "#platform/ctx/settings.ts";
import { createVault } from "#platform/ctx/vault.ts";
import { asId, type WorkspaceId } from "#platform/rules/ids.ts";
import { refuseUrl } from "#platform/rules/net/url-guard.ts";
import { runCommand } from "#server/command.ts";
import { claimDataDir, runningOn } from "#server/data-dir.ts";
import { openDatabase } from "#server/database.ts";
import { nodeEgress } from "#server/egress.ts";
import { readEnvironment } from "#server/environment.ts";
import { migrate } from "#server/migrate.ts";
import { ROOT } from "#server/own-build.ts";
import { loadSecrets } from "#server/secrets.ts";
import { settingsOfInstall } from "#server/settings-of-install.ts";
import { StartError } from "#server/start-error.ts";
import { openWorkspaces } from "#server/workspaces/open-workspaces.ts";
import { keepMoveKey } from "./departure.ts";
import { askMove, hasEnded, type MoveRecord, nextMove, noteMove, readMoveOf } from "./record.ts";
import { runMove } from "./run-move.ts";

const LOOK_EVERY_MS = 250;
const KEY = /^[\x21-\x7e]{16,200}$/;
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;
/** A running product takes a move up with its next tick. */
const PATIENCE_MS = 60_000;
const USAGE =
  "Usage: npm run move -- WORKSPACE --to file|one, --to https://other.example --key-file FILE, or --abort";

/*
 * `npm run move -- WORKSPACE --to file|one` moves one workspace, by its number, between the first
 * database and a file of its own. A running product does so while it is in use; else this command
 * does it itself. It may be killed, and asked again. `--abort` gives up a move that is not decided.
 * `--to https://other.example --key-file FILE` moves it to another installation, of which FILE (or
 * MOVE_KEY) holds a key.
 */
await runCommand(import.meta.filename, async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: {
      to: { type: "string" },
      "key-file": { type: "string" },
      abort: { type: "boolean", default: false },
    },
  });
  const [workspace = ""] = positionals;
  const { to = "" } = values;
  const target = /^https?:/.test(to) ? to : null;
  const isAsked = to === "file" || to === "one" || target !== null;
  if (!/^\d{1,6}$/.test(workspace) || isAsked === values.abort) throw new StartError(USAGE);
  const id = asId<WorkspaceId>(Number(workspace));
  const settings = settingsWithSecrets();
  if (settings.DATABASE_URL !== undefined) {
    throw new StartError("The database is the server of DATABASE_URL: only files are moved.");
  }
  const { client, db } = await openDatabase(settings);
  try {
    if (values.abort) await abort(client, id);
    else if (target === null) await ask(client, id, to === "file" ? "file" : "one");
    else await askToLeave(target);
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
        deps: {
          install: db,
          now: systemNow,
          log: () => undefined,
          vault: createVault(settings.VAULT_KEYS),
          egress: nodeEgress({ allowPrivate: allowsPrivateNetworks(settings) }),
          settings,
        },
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

  /** Keeps the key, sealed: the product, or this command, shows it to the other installation. */
  async function askToLeave(address: string): Promise<void> {
    const origin = originOf(address, allowsPrivateNetworks(settings));
    const key = moveKey(values["key-file"]);
    await ask(client, id, "install", origin);
    const vault = createVault(settings.VAULT_KEYS);
    await keepMoveKey(client, { vault, now: systemNow }, id, key);
  }
});

/** Those of `npm start`: secrets are opened here. */
function settingsWithSecrets(): Settings {
  const { DATA_DIR } = settingsOfInstall();
  const written = readEnvironment();
  const secrets = loadSecrets(join(DATA_DIR, "secrets.env"), written, true);
  return { ...parseSettings({ ...secrets, ...written }), DATA_DIR };
}

/** Scheme and host. Throws `StartError` for what may not be called. */
function originOf(address: string, allowPrivate: boolean): string {
  const refusal = refuseUrl(address, { allowPrivate });
  const url = URL.parse(address);
  if (refusal || !url) throw new StartError(refusal?.message ?? "Enter a full URL.");
  if (url.protocol !== "https:" && !LOOPBACK.test(url.hostname)) {
    throw new StartError("Passwords travel along: use an https URL.");
  }
  if (url.pathname !== "/" || url.search !== "") {
    throw new StartError(
      "Enter the address of the installation alone, such as https://other.example.",
    );
  }
  return url.origin;
}

function moveKey(file: string | undefined): string {
  const key = (file === undefined ? process.env["MOVE_KEY"] : readKey(file))?.trim() ?? "";
  if (KEY.test(key)) return key;
  throw new StartError(
    "An admin of the other installation makes a key with the scope arrivals.edit: put it into a file and name that with --key-file, or set MOVE_KEY.",
  );
}

function readKey(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    throw new StartError(`${file} cannot be read.`);
  }
}

async function ask(
  client: Client,
  id: WorkspaceId,
  to: "file" | "one" | "install",
  target: string | null = null,
): Promise<void> {
  if (await askMove(client, id, to, target)) return;
  const now = await readMoveOf(client, id);
  if (now?.to !== to || now.target !== target)
    throw new StartError(`Workspace ${id} is moving somewhere else: wait, or --abort.`);
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
    const line = [now.state, now.step, now.table, now.why].filter((word) => word !== "").join(" ");
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
  const { target } = record;
  const where = target ?? (record.to === "file" ? "a file of its own" : "the first database");
  const held = record.frozen_ms === null ? "" : ` Writes waited ${record.frozen_ms} ms.`;
  console.log(`Workspace ${record.id} lies in ${where}.${held}`);
}
