import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { selectBoxDomain } from "#modules/reputation/blocklists/box-store.ts";
import type {
  ReportMailboxSettings,
  ReportSettingsBody,
} from "#modules/reputation/contract/reports.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { invalidField } from "#platform/rules/errors.ts";
import { isoOrNull } from "#platform/rules/time.ts";
import { findDestinations } from "./find-destinations.ts";
import { selectLastReceived } from "./reports-store.ts";
import {
  saveDestinations,
  saveReportBox,
  selectReportBox,
  selectReputationRun,
} from "./settings-store.ts";

/** The mailbox that is named for reports; null: none. */
export const reportBoxOf = ({ db, workspaceId }: Pick<WorkspaceCtx, "db" | "workspaceId">) =>
  selectReportBox(db, workspaceId);

/** Which mailbox reports arrive in. */
export async function showReportSettings(ctx: WorkspaceCtx): Promise<ReportMailboxSettings> {
  const { db, workspaceId } = ctx;
  const [box, run, last] = await Promise.all([
    selectReportBox(db, workspaceId),
    selectReputationRun(db, workspaceId),
    selectLastReceived(db, workspaceId),
  ]);
  return {
    mailbox_id: box?.id ?? null,
    email: box?.email ?? null,
    auth_server: run?.authServer ?? null,
    last_report_at: isoOrNull(last),
    destinations: [...(run?.destinations ?? [])],
  };
}

/**
 * Names the mailbox, and asks DNS where the domains want their reports. Throws `validation_failed` for
 * a mailbox that is not the workspace's.
 */
export async function saveReportSettings(
  ctx: MemberCtx,
  body: ReportSettingsBody,
): Promise<ReportMailboxSettings> {
  const { db, workspaceId } = ctx;
  const { mailbox_id: mailboxId } = body;
  if (mailboxId !== null && !(await selectBoxDomain(db, workspaceId, mailboxId)))
    throw invalidField("mailbox_id", "not_found", "The workspace has no such mailbox.");
  const before = await selectReputationRun(db, workspaceId);
  const authServer =
    body.auth_server === undefined ? (before?.authServer ?? null) : body.auth_server;
  await runBatch(db, [
    auditStatement(ctx, {
      action: "settings.changed",
      workspaceId,
      target: { type: "workspace", id: workspaceId },
      details: { fields: ["reports.mailbox_id", "reports.auth_server"] },
    }),
    saveReportBox(db, workspaceId, { mailboxId, authServer }, ctx.now()),
  ]);
  await runBatch(db, [saveDestinations(db, workspaceId, await findDestinations(ctx))]);
  return showReportSettings(ctx);
}
