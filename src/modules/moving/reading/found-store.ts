import { type SQL, sql } from "drizzle-orm";
import type { InstallDb, InstallStatement } from "#platform/db/db.ts";
import type { Found, FoundOf } from "#modules/moving/rules/found.ts";
import { moveCampaigns, moveClients, moveFound } from "#modules/moving/schema/moves.ts";
import type { MoveId, UnixMs, WorkspaceId } from "#platform/rules/ids.ts";

/** Bytes of one JSON parameter; D1 takes 2 MB. */
const PAYLOAD_BYTES = 1_500_000;

export type FoundRow = {
  readonly id: number;
  readonly kind: Found["kind"];
  readonly ref: string;
  readonly client: string;
  readonly campaign: string;
  readonly email: string;
  readonly data: Found;
  readonly workspaceId: WorkspaceId | null;
  readonly ourId: number | null;
  readonly note: string | null;
};
export type FoundRowOf<K extends Found["kind"]> = Omit<FoundRow, "data"> & {
  readonly data: FoundOf<K>;
};

const clientOf = (found: Found): string => ("client" in found ? (found.client ?? "") : "");

function emailOf(found: Found): string {
  if (found.kind === "suppression") return found.value.trim().toLowerCase();
  return "email" in found ? found.email.trim().toLowerCase() : "";
}

const campaignOf = (found: Found): string => {
  if (found.kind === "campaign") return found.ref;
  return "campaign" in found ? (found.campaign ?? "") : "";
};

/**
 * Keeps what was read, each thing once. What has changed since, and places that a mail was found for,
 * wait to be moved again. A rival may list a mail in two ways, and only one of them has its
 * Message-ID: that one stays. `guard` holds while the reading is ours.
 */
export function keepFound(
  db: InstallDb,
  moveId: MoveId,
  found: readonly Found[],
  now: UnixMs,
  guard: SQL,
): InstallStatement[] {
  const parts = found.map((one) =>
    JSON.stringify([
      one.kind,
      one.ref,
      clientOf(one),
      campaignOf(one),
      emailOf(one),
      JSON.stringify(one),
    ]),
  );
  const statements: InstallStatement[] = [];
  for (const payload of inPayloads(parts)) {
    statements.push(
      db.run(sql`
        INSERT INTO ${moveFound} (move_id, kind, ref, client, campaign, email, data, waiting, at)
        SELECT ${moveId}, v->>0, v->>1, v->>2, v->>3, v->>4, v->>5, v->>0 NOT IN ('fault', 'mail', 'figure', 'client'), ${now}
        FROM (SELECT value AS v FROM json_each(${payload}) LIMIT -1) WHERE ${guard}
        ON CONFLICT (move_id, kind, ref) DO UPDATE SET data = excluded.data, client = excluded.client,
          campaign = excluded.campaign, email = excluded.email, waiting = excluded.waiting, at = excluded.at
        WHERE ${moveFound}.data <> excluded.data
          AND NOT (excluded.kind = 'mail' AND excluded.data->>'message_id' IS NULL
            AND ${moveFound}.data->>'message_id' IS NOT NULL)`),
      db.run(sql`
        INSERT INTO ${moveClients} (move_id, ref, name)
        SELECT DISTINCT ${moveId}, CASE v->>0 WHEN 'client' THEN v->>1 ELSE v->>2 END,
          CASE v->>0 WHEN 'client' THEN (v->>5)->>'name' ELSE v->>2 END
        FROM (SELECT value AS v FROM json_each(${payload}) LIMIT -1)
        WHERE v->>0 IN ('client', 'sender', 'list', 'lead', 'campaign') AND ${guard}
        ON CONFLICT (move_id, ref) DO UPDATE SET name = excluded.name WHERE excluded.name <> excluded.ref`),
      db.run(sql`
        INSERT INTO ${moveCampaigns} (move_id, ref, client)
        SELECT ${moveId}, v->>1, v->>2 FROM (SELECT value AS v FROM json_each(${payload}) LIMIT -1)
        WHERE v->>0 = 'campaign' AND ${guard}
        ON CONFLICT (move_id, ref) DO NOTHING`),
      db.run(sql`
        UPDATE ${moveFound} SET waiting = 1
        WHERE move_id = ${moveId} AND kind = 'place' AND waiting = 0 AND ${guard}
          AND (campaign, email) IN (SELECT value->>3, value->>4 FROM json_each(${payload}) WHERE value->>0 = 'mail')`),
    );
  }
  return statements;
}

/** JSON arrays of these parts, none of them larger than a parameter may be. */
export function inPayloads(parts: readonly string[]): string[] {
  const payloads: string[] = [];
  let some: string[] = [];
  let bytes = 0;
  for (const part of parts) {
    const size = Buffer.byteLength(part) + 1;
    if (bytes + size > PAYLOAD_BYTES && some.length > 0) {
      payloads.push(`[${some.join(",")}]`);
      some = [];
      bytes = 0;
    }
    some.push(part);
    bytes += size;
  }
  if (some.length > 0) payloads.push(`[${some.join(",")}]`);
  return payloads;
}

const COLUMNS = {
  id: moveFound.id,
  kind: moveFound.kind,
  ref: moveFound.ref,
  client: moveFound.client,
  campaign: moveFound.campaign,
  email: moveFound.email,
  data: moveFound.data,
  workspaceId: moveFound.workspaceId,
  ourId: moveFound.ourId,
  note: moveFound.note,
};

/** What of a kind waits to be moved: of these clients, or of this campaign. */
export async function selectToMove<K extends Found["kind"]>(
  db: InstallDb,
  moveId: MoveId,
  kind: K,
  of: { readonly clients: readonly string[] } | { readonly campaign: string },
  limit: number,
): Promise<FoundRowOf<K>[]> {
  const where =
    "clients" in of
      ? sql`${moveFound.client} IN (SELECT value FROM json_each(${JSON.stringify(of.clients)}))`
      : sql`${moveFound.campaign} = ${of.campaign}`;
  const rows = await db
    .select(COLUMNS)
    .from(moveFound)
    .where(
      sql`${moveFound.moveId} = ${moveId} AND ${moveFound.kind} = ${kind} AND ${moveFound.waiting} = 1 AND ${where}`,
    )
    .orderBy(moveFound.id)
    .limit(limit);
  // The kind decides about the data.
  return rows as FoundRowOf<K>[];
}

/** Everything of a kind, a page at a time; `after` is the last id of the page before. */
export async function selectFound<K extends Found["kind"]>(
  db: InstallDb,
  moveId: MoveId,
  kind: K,
  of: { readonly clients?: readonly string[]; readonly campaign?: string; readonly after?: number },
  limit: number,
): Promise<FoundRowOf<K>[]> {
  const parts: SQL[] = [sql`${moveFound.moveId} = ${moveId} AND ${moveFound.kind} = ${kind}`];
  if (of.clients) {
    parts.push(
      sql`${moveFound.client} IN (SELECT value FROM json_each(${JSON.stringify(of.clients)}))`,
    );
  }
  if (of.campaign !== undefined) parts.push(sql`${moveFound.campaign} = ${of.campaign}`);
  if (of.after !== undefined) parts.push(sql`${moveFound.id} > ${of.after}`);
  const rows = await db
    .select(COLUMNS)
    .from(moveFound)
    .where(sql.join(parts, sql` AND `))
    .orderBy(moveFound.id)
    .limit(limit);
  return rows as FoundRowOf<K>[];
}

/** One thing by the rival's id. */
export async function selectOneFound<K extends Found["kind"]>(
  db: InstallDb,
  moveId: MoveId,
  kind: K,
  ref: string,
): Promise<FoundRowOf<K> | null> {
  const rows = await db
    .select(COLUMNS)
    .from(moveFound)
    .where(
      sql`${moveFound.moveId} = ${moveId} AND ${moveFound.kind} = ${kind} AND ${moveFound.ref} = ${ref}`,
    );
  return (rows[0] as FoundRowOf<K> | undefined) ?? null;
}

/** The mails of these leads in a campaign. */
export async function selectMailsOf(
  db: InstallDb,
  moveId: MoveId,
  campaign: string,
  emails: readonly string[],
): Promise<FoundRowOf<"mail">[]> {
  const rows = await db
    .select(COLUMNS)
    .from(moveFound)
    .where(
      sql`${moveFound.moveId} = ${moveId} AND ${moveFound.kind} = 'mail' AND ${moveFound.campaign} = ${campaign}
        AND ${moveFound.email} IN (SELECT value FROM json_each(${JSON.stringify(emails)}))`,
    )
    .orderBy(moveFound.id);
  return rows as FoundRowOf<"mail">[];
}

/** Of these addresses, in how many campaigns of the move each is. */
export async function countPlaces(
  db: InstallDb,
  moveId: MoveId,
  emails: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await db.all<{ email: string; n: number }>(sql`
    SELECT email, count(DISTINCT campaign) AS n FROM ${moveFound} INDEXED BY move_found_email
    WHERE email IN (SELECT value FROM json_each(${JSON.stringify(emails)}))
      AND move_id = ${moveId} AND kind = 'place' GROUP BY email`);
  return new Map(rows.map(({ email, n }) => [email, n]));
}

/** Notes that these were moved, and what they became, unless they have changed since they were read. */
export const markMoved = (
  db: InstallDb,
  rows: readonly {
    readonly id: number;
    readonly workspaceId: WorkspaceId | null;
    readonly ourId: number | null;
    readonly note: string | null;
  }[],
): InstallStatement =>
  db.run(sql`
    UPDATE ${moveFound} SET waiting = 0, workspace_id = coalesce(v.value->>1, workspace_id),
      our_id = coalesce(v.value->>2, our_id), note = v.value->>3
    FROM json_each(${JSON.stringify(rows.map((r) => [r.id, r.workspaceId, r.ourId, r.note]))}) v
    WHERE ${moveFound}.id = v.value->>0`);

/**
 * How many of each kind there are, how many wait and how many have a note, by client. Who is listed in two
 * places is one lead, and what is blocked twice is blocked once.
 */
export const countFound = (
  db: InstallDb,
  moveId: MoveId,
): Promise<{ kind: Found["kind"]; client: string; n: number; waiting: number; noted: number }[]> =>
  db.all(sql`
    SELECT kind, client, sum(waiting) AS waiting, sum(note IS NOT NULL) AS noted,
      CASE WHEN kind IN ('lead', 'suppression') THEN count(DISTINCT email) ELSE count(*) END AS n
    FROM ${moveFound} WHERE move_id = ${moveId} GROUP BY kind, client`);

export const countOfCampaigns = (
  db: InstallDb,
  moveId: MoveId,
): Promise<
  { kind: Found["kind"]; campaign: string; n: number; waiting: number; noted: number }[]
> =>
  db.all(sql`
    SELECT kind, campaign, count(*) AS n, sum(waiting) AS waiting, sum(note IS NOT NULL) AS noted
    FROM ${moveFound} WHERE move_id = ${moveId} AND campaign <> '' GROUP BY kind, campaign`);

/** How many leads of each campaign stand where, by what the rival says of them and by the mails that it lists. */
export const countPlacesByStep = (
  db: InstallDb,
  moveId: MoveId,
  now: UnixMs,
): Promise<{ campaign: string; state: string; step: number | null; n: number }[]> =>
  db.all(sql`
    SELECT campaign, state, CASE WHEN said IS NULL AND listed IS NULL THEN NULL
      ELSE max(coalesce(said, 0), coalesce(listed, 0)) END AS step, count(*) AS n
    FROM (
      SELECT p.campaign AS campaign, p.data->>'state' AS state, p.data->>'last_step' AS said, m.step AS listed
      FROM ${moveFound} p LEFT JOIN (
        SELECT campaign, email, CASE WHEN count(data->>'step') = count(*) THEN max(data->>'step')
          ELSE max(count(*), coalesce(max(data->>'step'), 0)) END AS step
        FROM ${moveFound} WHERE move_id = ${moveId} AND kind = 'mail'
          AND data->>'direction' = 'sent' AND data->>'at' <= ${now}
        GROUP BY campaign, email
      ) m ON m.campaign = p.campaign AND m.email = p.email
      WHERE p.move_id = ${moveId} AND p.kind = 'place'
    ) GROUP BY 1, 2, 3`);

/** Of each campaign: emails, leads to whom one was found, and leads who wrote since then. */
export const countFoundThreads = (
  db: InstallDb,
  moveId: MoveId,
  since: UnixMs,
  now: UnixMs,
): Promise<{ campaign: string; emails: number; threads: number; conversations: number }[]> =>
  db.all(sql`
    SELECT campaign, count(*) AS emails,
      count(DISTINCT CASE WHEN data->>'direction' = 'sent' AND data->>'at' <= ${now} THEN email END) AS threads,
      count(DISTINCT CASE WHEN data->>'direction' = 'received'
        AND data->>'at' >= ${since} AND data->>'at' <= ${now} THEN email END) AS conversations
    FROM ${moveFound} WHERE move_id = ${moveId} AND kind = 'mail' AND campaign <> '' GROUP BY campaign`);

/** What a file could not be read for, before it is read again. */
export const forgetFaults = (db: InstallDb, moveId: MoveId, where: string): InstallStatement =>
  db.run(sql`
    DELETE FROM ${moveFound} WHERE move_id = ${moveId} AND kind = 'fault' AND data->>'where' = ${where}`);

/** Makes what was put aside with this note wait again. */
export const waitForNoted = (db: InstallDb, moveId: MoveId, note: string): InstallStatement =>
  db.run(sql`
    UPDATE ${moveFound} SET waiting = 1 WHERE move_id = ${moveId} AND note = ${note}`);

/** Makes what belongs to everybody wait again: another workspace has come in. */
export const waitAgain = (
  db: InstallDb,
  moveId: MoveId,
  kinds: readonly Found["kind"][],
  clients: readonly string[],
): InstallStatement =>
  db.run(sql`
    UPDATE ${moveFound} SET waiting = 1 WHERE move_id = ${moveId}
      AND kind IN (SELECT value FROM json_each(${JSON.stringify(kinds)}))
      AND client IN (SELECT value FROM json_each(${JSON.stringify(clients)}))`);

/** Makes the places of a campaign wait again: what is said of them has changed. */
export const waitForPlaces = (db: InstallDb, moveId: MoveId, campaign: string): InstallStatement =>
  db.run(sql`
    UPDATE ${moveFound} SET waiting = 1 WHERE move_id = ${moveId} AND kind = 'place' AND campaign = ${campaign}`);
