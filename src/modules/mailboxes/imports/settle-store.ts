import { type SQL, sql } from "drizzle-orm";
import { mailboxImportRows } from "#modules/mailboxes/schema/imports.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { TESTS_AT_ONCE } from "#modules/mailboxes/rules/imports/states.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { MailboxId, MailboxImportId, WorkspaceId } from "#platform/rules/ids.ts";

/** What a test of a mailbox came to, for the row of the file that made it. */
export type TestEnd = { readonly state: "active" } | TestFailure;
export type TestFailure = {
  readonly state: "failed";
  readonly code: string;
  readonly message: string;
};

/**
 * Settles the row that made a mailbox, if it waits for this test. `tested` as in the test's own
 * statement; `importToWake` reads the answer.
 */
export function settleTested(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  end: TestEnd,
  tested: SQL,
): Statement {
  const { code, message } = end.state === "failed" ? end : { code: null, message: null };
  return db.all<Settled>(sql`
    UPDATE ${mailboxImportRows} SET state = ${end.state}, code = ${code}, message = ${message}
    WHERE mailbox_id = ${id} AND +workspace_id = ${workspaceId} AND state = 'testing'
      AND EXISTS (SELECT 1 FROM ${mailboxes} WHERE ${tested})
    RETURNING import_id AS "importId", (SELECT count(*) FROM ${mailboxImportRows} r
      WHERE r.import_id = ${mailboxImportRows}.import_id AND r.state = 'testing') AS testing`);
}

type Settled = { readonly importId: MailboxImportId; readonly testing: number };

/** The import that a settled test makes room in: half of its places are free, so that it is not woken for each one. */
export function importToWake(result: unknown): MailboxImportId | null {
  // The statement above returns such rows.
  const [settled] = result as Settled[];
  return settled && settled.testing <= TESTS_AT_ONCE / 2 ? settled.importId : null;
}
