import { createHash, randomBytes } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Client, InStatement } from "@libsql/client";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { departureStatements } from "#modules/operations/clients/leave-install.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import { columnText } from "#server/workspaces/open-workspaces.ts";
import { changePlace, type PlaceName } from "#server/workspaces/places.ts";
import { setDoor } from "#server/workspaces/door.ts";
import { callArrival, expectArrival, type Reach } from "./call-arrival.ts";
import { besideOf, hashKeyOf, peopleIn, secretsOf } from "./departure-parts.ts";
import { type Departed, departedKey, departedSecretKey, readDeparted } from "./departed.ts";
import { MoveError } from "./move-workspace.ts";
import { doneStatement, type MoveRecord } from "./record.ts";
import type { Side } from "./side.ts";
import type { Table } from "./tables.ts";

/** What a move to another installation needs of this one. */
export type Leaving = Pick<Deps, "install" | "now" | "log" | "vault" | "settings" | "egress">;

const KEY = "workspace_move_key:";
const SECRETS = "workspace_move_secrets:";
/** Rows of the install's settings, each sealed for its name. */
const keyOf = (id: WorkspaceId): string => KEY + id;
const secretsKey = (id: WorkspaceId): string => SECRETS + id;
const placeOf = (key: string): string => `install_settings:${key}`;

/** Keeps the other installation's key, sealed, until the workspace has gone. */
export async function keepMoveKey(
  client: Client,
  { vault, now }: Pick<Leaving, "vault" | "now">,
  id: WorkspaceId,
  key: string,
): Promise<void> {
  const sealed = await vault.seal(key, placeOf(keyOf(id)));
  await client.execute(put(keyOf(id), sealed, now()));
}

const put = (key: string, sealed: string, now: number): InStatement => ({
  sql: `INSERT INTO install_settings (key, value, updated_at) VALUES (?, ?, ?)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at`,
  args: [key, JSON.stringify(sealed), now],
});

async function opened(client: Client, { vault }: Leaving, key: string): Promise<string | null> {
  const { rows } = await client.execute({
    sql: "SELECT value ->> '$' AS sealed FROM install_settings WHERE key = ?",
    args: [key],
  });
  const sealed = columnText(rows[0]?.["sealed"]);
  return sealed === "" ? null : vault.open(sealed, placeOf(key));
}

const Secrets = z.object({ secret: z.string(), release: z.string() });
/** `secret` signs every call, also those of old links; `release` is shown behind the decision alone. */
type Secrets = z.output<typeof Secrets>;

/** The secrets of a move, made once. */
async function secretsOfMove(client: Client, leaving: Leaving, id: WorkspaceId): Promise<Secrets> {
  const known = await opened(client, leaving, secretsKey(id));
  if (known !== null) return Secrets.parse(JSON.parse(known));
  const random = () => randomBytes(32).toString("base64url");
  const made = { secret: random(), release: random() };
  const sealed = await leaving.vault.seal(JSON.stringify(made), placeOf(secretsKey(id)));
  await client.execute(put(secretsKey(id), sealed, leaving.now()));
  return made;
}

export async function reachOf(
  client: Client,
  leaving: Leaving,
  { id, move, target }: MoveRecord,
): Promise<Reach & { readonly release: string }> {
  const { secret, release } = await secretsOfMove(client, leaving, id);
  const { egress, now } = leaving;
  return { target: target ?? "", move, secret, release, egress, now };
}

/** Has the other installation expect the workspace. Throws what `callArrival` throws, and `MoveError` without a key. */
export async function announce(
  client: Client,
  leaving: Leaving,
  { id, move }: MoveRecord,
  reach: Reach & { readonly release: string },
  tables: readonly Table[],
): Promise<void> {
  const key = await opened(client, leaving, keyOf(id));
  if (key === null) throw new MoveError("The key of the other installation is missing.");
  const { rows } = await client.execute({
    sql: "SELECT name FROM workspaces WHERE id = ?",
    args: [id],
  });
  await expectArrival(reach, key, {
    id: move,
    secret: reach.secret,
    release_hash: createHash("sha256").update(reach.release).digest("hex"),
    workspace: { id, name: columnText(rows[0]?.["name"]) },
    tables: Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
  });
}

/** Says who paused the workspace: what another hand paused stays so. */
const MOVING_REASON = "This workspace is moving to another installation.";
/** Emails that a server may have taken are settled by then: their leases end. */
const PATIENCE_MS = 30 * MINUTE_MS;
const LOOK_EVERY_MS = 200;

/** Ledgers of mails: what is on its way to a server may not change hands. */
const ledgersIn = (tables: readonly Table[]): readonly string[] =>
  tables
    .filter(({ columns }) =>
      ["state", "lease", "lease_until"].every((each) => columns.includes(each)),
    )
    .map(({ name }) => name);

export async function isAtRest({ client, workspaceId, tables }: Side): Promise<boolean> {
  const some = ledgersIn(tables).map(
    (name) =>
      `SELECT 1 FROM ${name} WHERE workspace_id = ${workspaceId} AND state IN ('leased', 'sending')`,
  );
  const { rows } = await client.execute(
    `SELECT EXISTS (SELECT 1 FROM (${some.join(" UNION ALL ")})) AS busy`,
  );
  return Number(rows[0]?.["busy"]) === 0;
}

/** Lets no more mail leave the workspace, and waits until what is on its way is settled. */
export async function becomeQuiet(
  first: Client,
  side: Side,
  { now, pause }: { readonly now: () => number; readonly pause: () => Promise<void> },
): Promise<void> {
  await inBoth(first, side, {
    sql: `UPDATE workspaces SET paused_at = ?, pause_reason = ? WHERE id = ? AND paused_at IS NULL`,
    args: [now(), MOVING_REASON, side.workspaceId],
  });
  const until = performance.now() + PATIENCE_MS;
  while (!(await isAtRest(side))) {
    if (performance.now() > until) {
      throw new MoveError("Emails on their way were not settled: look why, then move again.");
    }
    await wait(LOOK_EVERY_MS);
    await pause();
  }
}

/** Takes the pause of the move away. */
export const resume = (first: Client, side: Side): Promise<void> =>
  inBoth(first, side, {
    sql: `UPDATE workspaces SET paused_at = NULL, pause_reason = NULL WHERE id = ? AND pause_reason = ?`,
    args: [side.workspaceId, MOVING_REASON],
  });

async function inBoth(first: Client, { client, isFirst }: Side, statement: InStatement) {
  await first.execute(statement);
  if (!isFirst) await client.execute(statement);
}

/** The row as it goes along: paused only where somebody had paused it. */
export const asItWas = <T extends Readonly<Record<string, unknown>>>(row: T): T =>
  row["pause_reason"] === MOVING_REASON ? { ...row, paused_at: null, pause_reason: null } : row;

/**
 * The decision: one row says that the workspace lies elsewhere. In the same transaction nobody enters it
 * any more, and its rows here change no more.
 */
export async function decideDeparture(
  leaving: Leaving,
  { id, move, target }: MoveRecord,
  reach: Pick<Reach, "secret">,
  from: PlaceName,
): Promise<Departed> {
  const { install, vault } = leaving;
  const now = leaving.now();
  const sealed = await vault.seal(reach.secret, placeOf(departedSecretKey(id)));
  const departed: Departed = { move, target: target ?? "", at: now };
  await runBatch(install, [
    ...departureStatements(leaving, id, departed.target),
    install.run(sql`
      INSERT INTO install_settings (key, value, updated_at)
      VALUES (${departedKey(id)}, ${JSON.stringify(departed)}, ${now})`),
    install.run(raw(put(departedSecretKey(id), sealed, now))),
    install.run(raw(changePlace(id, from, "one", now))),
    ...(from === "one" ? [install.run(sql.raw(setDoor("AWAY")))] : []),
    // No client either: it can be neither restored nor purged before the other side is open.
    install.run(
      sql`UPDATE workspaces SET deleted_at = ${now}, is_client = 0, updated_at = ${now} WHERE id = ${id}`,
    ),
  ]);
  return departed;
}

/** A statement of the driver for a batch of drizzle's. */
function raw(statement: InStatement): SQL {
  if (typeof statement === "string") return sql.raw(statement);
  const { args } = statement;
  const values = Array.isArray(args) ? args : [];
  const parts = statement.sql.split("?").map((part) => sql.raw(part));
  return sql.join(
    parts.flatMap((part, i) => (i < values.length ? [part, sql`${values[i]}`] : [part])),
  );
}

export const hasDeparted = async (client: Client, id: WorkspaceId): Promise<boolean> =>
  (await readDeparted(client)).has(id);

const Done = z.unknown();

/** Behind the decision: hands over what was kept back, and has the other installation open it. May be repeated. */
export async function arrive(
  leaving: Leaving,
  side: Side,
  first: Client,
  reach: Reach & { readonly release: string },
  pause: () => Promise<void>,
): Promise<void> {
  const { vault, settings } = leaving;
  const { client, workspaceId, tables } = side;
  const names = tables.map(({ name }) => name);
  for await (const secrets of secretsOf({ client, workspaceId, vault }, names)) {
    await callArrival(reach, { act: "secrets", secrets }, Done);
    await pause();
  }
  await callArrival(
    reach,
    {
      act: "open",
      release: reach.release,
      people: await peopleIn(side, first),
      hash_key: hashKeyOf(settings),
      beside: await besideOf({ client: first, workspaceId, vault }),
    },
    Done,
  );
}

/** What is left here: the installation's rows go with the next sweep for clients whose time is over. */
export async function endDeparture(
  client: Client,
  leaving: Pick<Leaving, "now">,
  id: WorkspaceId,
): Promise<void> {
  await client.batch(
    [
      {
        sql: "DELETE FROM install_settings WHERE key IN (?, ?)",
        args: [keyOf(id), secretsKey(id)],
      },
      {
        sql: "UPDATE workspaces SET is_client = 1, deleted_at = 1, updated_at = ? WHERE id = ?",
        args: [leaving.now(), id],
      },
      doneStatement(id),
    ],
    "write",
  );
}

/** A move that was given up needs its key no more. */
export async function forgetMoveSecrets(client: Client, id: WorkspaceId): Promise<void> {
  await client.execute({
    sql: "DELETE FROM install_settings WHERE key IN (?, ?)",
    args: [keyOf(id), secretsKey(id)],
  });
}
