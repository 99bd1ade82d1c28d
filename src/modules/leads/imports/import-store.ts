import { and, eq, type SQL, sql } from "drizzle-orm";
import type { Db, Statement } from "#platform/db/db.ts";
import { runBatch } from "#platform/db/db.ts";
import { workspaces } from "#modules/accounts/schema/accounts.ts";
import { jobs } from "#modules/leads/schema/jobs.ts";
import { importErrors, leads, listLeads, lists } from "#modules/leads/schema/leads.ts";
import type { JobId, ListId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";
import type { LeadSource } from "#modules/leads/rules/source.ts";
import type { BadRow } from "#modules/leads/rules/lead-row.ts";
import { isSuppressed } from "#modules/leads/leads/lead-sql.ts";
import { tagByPayload } from "#modules/leads/tags/lead-tags-store.ts";
import { failOverQuota } from "#modules/leads/leads/lead-store.ts";
import {
  FIELD_COLUMNS,
  FIELD_VALUES,
  FILLED_FIELDS,
  rowsOf,
} from "#modules/leads/leads/payload-sql.ts";

/** `jobs.params` and `jobs.result` of an import. */
export type ImportParams = { list_id: ListId; list_name: string; total_bytes: number | null };
export type ImportResult = {
  created: number;
  duplicates: number;
  updated: number;
  invalid: number;
  suppressed: number;
  /** Of the file, read so far. */
  bytes: number;
  error?: { code: string; message: string };
};
const NOTHING: ImportResult = {
  created: 0,
  duplicates: 0,
  updated: 0,
  invalid: 0,
  suppressed: 0,
  bytes: 0,
};

export type ImportRow = Omit<typeof jobs.$inferSelect, "params" | "result"> & {
  params: ImportParams;
  result: ImportResult;
};

/** What the first chunk makes, in the same batch as its rows. */
export type NewImport = {
  readonly list: { readonly id: ListId } | null;
  readonly listName: string;
  readonly totalBytes: number | null;
  readonly createdBy: UserId | null;
};

export type ChunkWrite = {
  /** The import, or what to begin it with. */
  readonly job: JobId | NewImport;
  readonly payload: string;
  /** The addresses of the payload, and how many. */
  readonly addresses: string;
  readonly addressCount: number;
  /** Good rows, repeats included. */
  readonly valid: number;
  readonly bad: readonly BadRow[];
  readonly update: boolean;
  readonly source: LeadSource;
  /** Leads that an update would leave as they are keep their time of change. */
  readonly onlyChanged?: boolean;
  /** Whether rows bring tags. Leads that stay as they are get none. */
  readonly tags: boolean;
  readonly countSuppressed: boolean;
  readonly bytes: number;
  readonly last: boolean;
  readonly now: UnixMs;
  readonly leaseUntil: UnixMs;
};

/**
 * Stores one chunk in one batch: leads, their places in the list, the counters of list and
 * workspace, the bad rows and the progress. New leads are the ids above the highest one before the
 * chunk (`jobs.cursor`), which spares a second look-up of every address. Answers the import and the
 * leads that the workspace now has. Fails on a unique index where there are more than its quota.
 */
export async function writeChunk(
  db: Db,
  workspaceId: WorkspaceId,
  chunk: ChunkWrite,
  extra: readonly Statement[],
  /** Before everything else; they fail where the chunk may not be stored. */
  before: readonly Statement[] = [],
): Promise<{ row: ImportRow; leadCount: number }> {
  const begin =
    typeof chunk.job === "number"
      ? [markIds(db, workspaceId, chunk.job)]
      : beginImport(db, workspaceId, chunk.job, chunk);
  // Inside a batch nothing else writes: the newest import of the workspace is the one just begun.
  const job =
    typeof chunk.job === "number"
      ? sql`${chunk.job}`
      : sql`(SELECT max(id) FROM ${jobs} WHERE workspace_id = ${workspaceId} AND kind = 'import')`;
  const added = sql`(SELECT count(*) FROM ${leads} WHERE workspace_id = ${workspaceId}
    AND id > (SELECT cursor FROM ${jobs} WHERE id = ${job}))`;
  const results = await runBatch(db, [
    ...before,
    ...begin,
    ...(chunk.valid === 0 ? [] : storeRows(db, workspaceId, chunk, job)),
    ...insertErrors(db, workspaceId, chunk.bad, job),
    ...extra,
    db
      .update(workspaces)
      .set({ leadCount: sql`${workspaces.leadCount} + ${added}` })
      .where(eq(workspaces.id, workspaceId))
      .returning({ leadCount: workspaces.leadCount }),
    failOverQuota(db, workspaceId, added),
    noteProgress(db, workspaceId, chunk, job, added),
  ]);
  // Two of the three statements above return one row each of the columns that they name.
  const [counted, , noted] = results.slice(-3) as [{ leadCount: number }[], unknown, ImportRow[]];
  const row = noted[0];
  if (!row) throw new Error("the import is gone");
  return { row, leadCount: counted[0]?.leadCount ?? 0 };
}

/** Remembers the highest lead id before the chunk. */
const markIds = (db: Db, workspaceId: WorkspaceId, id: JobId): Statement =>
  db
    .update(jobs)
    .set({ cursor: sql`(SELECT coalesce(max(id), 0) FROM ${leads})` })
    .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, id)));

function beginImport(
  db: Db,
  workspaceId: WorkspaceId,
  job: NewImport,
  { now, leaseUntil }: ChunkWrite,
): Statement[] {
  const listId = job.list
    ? sql`${job.list.id}`
    : sql`(SELECT max(id) FROM ${lists} WHERE workspace_id = ${workspaceId})`;
  const insertList = db.insert(lists).values({ workspaceId, name: job.listName, createdAt: now });
  const insertJob = db.insert(jobs).values({
    workspaceId,
    kind: "import",
    state: "running",
    params: sql`json_object('list_id', ${listId}, 'list_name', ${job.listName}, 'total_bytes', ${job.totalBytes})`,
    cursor: sql`(SELECT coalesce(max(id), 0) FROM ${leads})`,
    result: NOTHING,
    leaseUntil,
    createdBy: job.createdBy,
    createdAt: now,
  });
  return job.list ? [insertJob] : [insertList, insertJob];
}

function storeRows(db: Db, workspaceId: WorkspaceId, chunk: ChunkWrite, job: SQL): Statement[] {
  const mark = sql`(SELECT cursor FROM ${jobs} WHERE id = ${job})`;
  const listId = sql`(SELECT params->>'list_id' FROM ${jobs} WHERE id = ${job})`;
  const keep = sql`DO NOTHING`;
  const fill = sql`DO UPDATE SET ${sql.join(
    FILLED_FIELDS.map((name) =>
      sql.raw(`${name} = CASE excluded.${name} WHEN '' THEN ${name} ELSE excluded.${name} END`),
    ),
    sql`, `,
  )}, custom = json_patch(custom, excluded.custom), updated_at = excluded.updated_at${chunk.onlyChanged ? sql` WHERE ${changedBy("excluded", "leads")}` : sql``}`;
  return [
    db.run(sql`
      INSERT INTO ${leads} (workspace_id, email, domain, ${FIELD_COLUMNS}, custom, source, source_name, source_by,
        created_at, updated_at)
      SELECT ${workspaceId}, v->>'email', v->>'domain', ${FIELD_VALUES}, v->'custom', ${chunk.source.kind},
        ${chunk.source.name}, ${chunk.source.by}, ${chunk.now}, ${chunk.now}
      FROM ${rowsOf(chunk.payload)} WHERE true
      ON CONFLICT (workspace_id, email) ${chunk.update ? fill : keep}`),
    db.run(sql`
      INSERT INTO ${listLeads} (workspace_id, list_id, lead_id)
      SELECT ${workspaceId}, ${listId}, id FROM ${leads} WHERE workspace_id = ${workspaceId} AND id > ${mark}
      UNION ALL
      SELECT ${workspaceId}, ${listId}, l.id
      FROM json_each(CASE WHEN ${chunk.addressCount} > (SELECT count(*) FROM ${leads}
          WHERE workspace_id = ${workspaceId} AND id > ${mark}) THEN ${chunk.addresses} ELSE '[]' END) j
        CROSS JOIN ${leads} l ON l.workspace_id = ${workspaceId} AND l.email = j.value
      WHERE l.id <= ${mark}
      ON CONFLICT (list_id, lead_id) DO NOTHING`),
    db.run(sql`UPDATE ${lists} SET lead_count = lead_count + changes()
      WHERE workspace_id = ${workspaceId} AND id = ${listId}`),
    ...(chunk.tags
      ? tagByPayload(db, workspaceId, chunk.payload, chunk.now, chunk.update ? undefined : mark)
      : []),
  ];
}

/** Whether the filled cells of a row would change a lead; both are tables or aliases of a statement. */
const changedBy = (row: string, lead: string): SQL =>
  sql.raw(
    [
      ...FILLED_FIELDS.map((name) => `${row}.${name} NOT IN ('', ${lead}.${name})`),
      `json_patch(${lead}.custom, ${row}.custom) <> json_patch(${lead}.custom, '{}')`,
    ].join(" OR "),
  );

/**
 * Counts, before a chunk of a link is stored, the leads that it changes and those that its list gets.
 * The result of the job has `changed` and `listed`.
 */
export const countChanges = (
  db: Db,
  workspaceId: WorkspaceId,
  jobId: JobId,
  listId: ListId,
  chunk: Pick<ChunkWrite, "payload" | "addresses" | "update">,
): Statement => {
  const changed = chunk.update
    ? sql`(SELECT count(*) FROM (SELECT v->>'email' AS email, ${FIELD_VALUES_NAMED}, v->'custom' AS custom
        FROM ${rowsOf(chunk.payload)}) n CROSS JOIN ${leads} l
        ON l.workspace_id = ${workspaceId} AND l.email = n.email WHERE ${changedBy("n", "l")})`
    : sql`0`;
  const listed = sql`(SELECT count(*) FROM json_each(${chunk.addresses}) j CROSS JOIN ${leads} l
      ON l.workspace_id = ${workspaceId} AND l.email = j.value
      WHERE NOT EXISTS (SELECT 1 FROM ${listLeads} p WHERE p.list_id = ${listId} AND p.lead_id = l.id))`;
  return db.run(sql`
    UPDATE ${jobs} SET result = json_set(result,
      '$.changed', (result->>'changed') + ${changed}, '$.listed', (result->>'listed') + ${listed})
    WHERE id = ${jobId} AND +workspace_id = ${workspaceId}`);
};

const FIELD_VALUES_NAMED = sql.raw(
  FILLED_FIELDS.map((field) => `coalesce(v->>'${field}', '') AS ${field}`).join(", "),
);

/** Bad rows of one statement: its JSON parameter stays below 2 MB. */
const ERRORS_OF_STATEMENT = 4_000;

function insertErrors(
  db: Db,
  workspaceId: WorkspaceId,
  bad: readonly BadRow[],
  job: SQL,
): Statement[] {
  const statements: Statement[] = [];
  for (let from = 0; from < bad.length; from += ERRORS_OF_STATEMENT) {
    const some = bad.slice(from, from + ERRORS_OF_STATEMENT);
    const json = JSON.stringify(
      some.map((row) => [row.line, row.email, row.code, row.message, row.column ?? ""]),
    );
    statements.push(
      db.run(sql`
    INSERT INTO ${importErrors} (workspace_id, job_id, line, email, code, message, column_name)
    SELECT ${workspaceId}, ${job}, value->>0, value->>1, value->>2, value->>3, value->>4 FROM json_each(${json})`),
    );
  }
  return statements;
}

function noteProgress(
  db: Db,
  workspaceId: WorkspaceId,
  chunk: ChunkWrite,
  job: SQL,
  added: SQL,
): Statement {
  const rows = chunk.valid + chunk.bad.length;
  const suppressed = chunk.countSuppressed
    ? sql`(SELECT coalesce(sum(v->>'rows'), 0) FROM ${rowsOf(chunk.payload)}
        WHERE ${isSuppressed(workspaceId, sql`v->>'email'`, sql`v->>'domain'`)})`
    : sql`0`;
  const plus = (name: string, by: SQL): SQL => sql`${`$.${name}`}, (result->>${name}) + ${by}`;
  return db
    .update(jobs)
    .set({
      state: chunk.last ? "completed" : "running",
      done: sql`${jobs.done} + ${rows}`,
      ...(chunk.last && { total: sql`${jobs.done} + ${rows}`, finishedAt: chunk.now }),
      leaseUntil: chunk.last ? null : chunk.leaseUntil,
      result: sql`json_set(result, '$.bytes', ${chunk.bytes}, ${sql.join(
        [
          plus("created", added),
          plus(chunk.update ? "updated" : "duplicates", sql`${chunk.valid} - ${added}`),
          plus("invalid", sql`${chunk.bad.length}`),
          plus("suppressed", suppressed),
        ],
        sql`, `,
      )})`,
    })
    .where(and(eq(jobs.workspaceId, workspaceId), eq(jobs.id, sql`${job}`)))
    .returning();
}
