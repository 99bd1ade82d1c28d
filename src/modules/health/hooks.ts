import type { Sample } from "#modules/mailboxes/rules/health-bands.ts";
import { hook } from "#platform/ctx/hooks.ts";
import type { Db } from "#platform/db/db.ts";
import type { MailboxId, WorkspaceId } from "#platform/rules/ids.ts";

/** What became of the mails that mailboxes sent, each since a day (UTC, YYYY-MM-DD), by id. */
export const mailboxSamples =
  hook<
    (
      db: Db,
      workspaceId: WorkspaceId,
      since: readonly { readonly id: MailboxId; readonly day: string }[],
    ) => Promise<(id: MailboxId) => Sample>
  >("health.samples");
