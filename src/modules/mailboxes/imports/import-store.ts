import { and, asc, count, desc, eq, lt, sql } from "drizzle-orm";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { mailboxImportRows, mailboxImports } from "#modules/mailboxes/schema/imports.ts";
import type { ImportRowState } from "#modules/mailboxes/rules/imports/states.ts";
import type { AnyStatement, Db } from "#platform/db/db.ts";
import { runBatch } from "#platform/db/db.ts";
import type { MailboxImportId, UnixMs, UserId, WorkspaceId } from "#platform/rules/ids.ts";

export type ImportRow = typeof mailboxImports.$inferSelect;

/** A row as it is stored; passwords are sealed. */
export type SealedRow = {
  readonly line: number;
  readonly email: string;
  readonly state: ImportRowState;
  readonly fields?: unknown;
  readonly smtpPassword?: string | undefined;
  readonly imapPassword?: string | null;
  readonly warmup?: boolean;
  readonly warmupDailyLimit?: number | null;
  readonly code?: string;
  readonly message?: string;
};

/** Characters of one parameter, well below what D1 takes. */
const PARAMETER_CHARS = 500_000;

/** Those of these addresses that the workspace has a mailbox of. */
export async function selectAddresses(
  db: Db,
  workspaceId: WorkspaceId,
  emails: readonly string[],
): Promise<Set<string>> {
  const rows = await db.all<{ email: string }>(sql`
    SELECT m.email FROM json_each(${JSON.stringify(emails)}) j
    JOIN ${mailboxes} m ON m.email = j.value AND m.workspace_id = ${workspaceId}
      AND m.deleted_at IS NULL`);
  return new Set(rows.map(({ email }) => email));
}

/** Stores an import with all its rows in one batch: there is the whole of it, or nothing. */
export async function insertImport(
  db: Db,
  workspaceId: WorkspaceId,
  begun: { name: string; createdBy: UserId | null; now: UnixMs; wakeAt: UnixMs },
  rows: readonly SealedRow[],
  line: AnyStatement,
): Promise<ImportRow> {
  const { name, createdBy, now, wakeAt } = begun;
  // Inside a batch nothing else writes: the newest import is the one just begun.
  const id = sql`(SELECT max(id) FROM ${mailboxImports} WHERE workspace_id = ${workspaceId})`;
  const results = await runBatch(db, [
    db
      .insert(mailboxImports)
      .values({ workspaceId, name, createdBy, createdAt: now, wakeAt })
      .returning(),
    line,
    ...chunks(rows).map((json) =>
      db.run(sql`
        INSERT INTO ${mailboxImportRows} (workspace_id, import_id, line, email, state, fields, smtp_password,
          imap_password, warmup, warmup_daily_limit, code, message)
        SELECT ${workspaceId}, ${id}, v->>'line', v->>'email', v->>'state', v->'fields', v->>'smtpPassword',
          v->>'imapPassword', coalesce(v->>'warmup', 0), v->>'warmupDailyLimit', v->>'code', v->>'message'
        FROM (SELECT value AS v FROM json_each(${json}) LIMIT -1)`),
    ),
  ]);
  // RETURNING gives whole rows.
  const [row] = results[0] as ImportRow[];
  if (!row) throw new Error("an insert returned no row");
  return row;
}

/** The rows as JSON arrays, none of them longer than a parameter may be. */
function chunks(rows: readonly SealedRow[]): string[] {
  const made: string[] = [];
  let chunk: string[] = [];
  let size = 0;
  for (const row of rows) {
    const json = JSON.stringify(row);
    if (size + json.length > PARAMETER_CHARS && chunk.length > 0) {
      made.push(`[${chunk.join(",")}]`);
      chunk = [];
      size = 0;
    }
    chunk.push(json);
    size += json.length + 1;
  }
  return [...made, `[${chunk.join(",")}]`];
}

export async function selectMailboxImport(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxImportId,
): Promise<ImportRow | null> {
  const rows = await db
    .select()
    .from(mailboxImports)
    .where(and(eq(mailboxImports.id, id), eq(mailboxImports.workspaceId, workspaceId)));
  return rows[0] ?? null;
}

/** Newest first, from below `before` (null: from the newest), and how many there are. */
export async function selectMailboxImports(
  db: Db,
  workspaceId: WorkspaceId,
  before: number | null,
  page: { limit: number; offset: number },
): Promise<{ rows: ImportRow[]; total: number }> {
  const own = eq(mailboxImports.workspaceId, workspaceId);
  const [rows, totals] = await Promise.all([
    db
      .select()
      .from(mailboxImports)
      .where(
        and(own, before === null ? undefined : lt(mailboxImports.id, before as MailboxImportId)),
      )
      .orderBy(desc(mailboxImports.id))
      .limit(page.limit)
      .offset(page.offset),
    db.select({ n: count() }).from(mailboxImports).where(own),
  ]);
  return { rows, total: totals[0]?.n ?? 0 };
}

export type StateCount = {
  readonly importId: MailboxImportId;
  readonly state: ImportRowState;
  readonly code: string | null;
  readonly message: string | null;
  readonly rows: number;
  /** Of them, those that have a mailbox. */
  readonly stored: number;
};

/** How many rows of imports are in which state, and why. */
export const countRows = (
  db: Db,
  workspaceId: WorkspaceId,
  ids: readonly MailboxImportId[],
): Promise<StateCount[]> =>
  db.all<StateCount>(sql`
    SELECT import_id AS "importId", state, code, min(message) AS message, count(*) AS rows,
      count(mailbox_id) AS stored
    FROM ${mailboxImportRows}
    WHERE import_id IN (SELECT value FROM json_each(${JSON.stringify(ids)})) AND +workspace_id = ${workspaceId}
    GROUP BY import_id, state, code ORDER BY rows DESC`);

/** The failed rows of an import in the order of the file. */
export const selectFailed = (db: Db, workspaceId: WorkspaceId, id: MailboxImportId) =>
  db
    .select({
      line: mailboxImportRows.line,
      email: mailboxImportRows.email,
      code: mailboxImportRows.code,
      message: mailboxImportRows.message,
    })
    .from(mailboxImportRows)
    .where(
      and(
        eq(mailboxImportRows.workspaceId, workspaceId),
        eq(mailboxImportRows.importId, id),
        eq(mailboxImportRows.state, "failed"),
      ),
    )
    .orderBy(asc(mailboxImportRows.line));
