import { type SQL, sql } from "drizzle-orm";
import { mailboxImportRows } from "#modules/mailboxes/schema/imports.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import type { Db, Statement } from "#platform/db/db.ts";
import type { MailboxId, MailboxImportId, WorkspaceId } from "#platform/rules/ids.ts";

/** What a test of a mailbox came to, for the row of the file that made it. */
export type TestEnd = { readonly state: "active" } | TestFailure;
export type TestFailure = {
  readonly state: "failed";
  readonly code: string;
  readonly message: string;
};

/** Settles the row that made a mailbox, if it waits for this test; answers its import. `tested` as in the test's own statement. */
export function settleTested(
  db: Db,
  workspaceId: WorkspaceId,
  id: MailboxId,
  end: TestEnd,
  tested: SQL,
): Statement {
  const { code, message } = end.state === "failed" ? end : { code: null, message: null };
  return db.all<{ importId: MailboxImportId }>(sql`
    UPDATE ${mailboxImportRows} SET state = ${end.state}, code = ${code}, message = ${message}
    WHERE mailbox_id = ${id} AND +workspace_id = ${workspaceId} AND state = 'testing'
      AND EXISTS (SELECT 1 FROM ${mailboxes} WHERE ${tested})
    RETURNING import_id AS "importId"`);
}
