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

/** What became of the mails of one day (UTC, YYYY-MM-DD). */
export type DaySample = Sample & { readonly day: string };

/** The same day by day, from `since` on, the oldest first; days without mail are left out. */
export const mailboxDays =
  hook<
    (
      db: Db,
      workspaceId: WorkspaceId,
      ids: readonly MailboxId[],
      since: string,
    ) => Promise<(id: MailboxId) => readonly DaySample[]>
  >("health.days");
