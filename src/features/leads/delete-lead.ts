import type { WorkspaceCtx } from "#core/ctx.ts";
import { runBatch } from "#db/db.ts";
import type { LeadId } from "#domain/ids.ts";
import { statStatement } from "#features/stats/stat-statement.ts";
import { eraseSuppressionStatements } from "#features/suppressions/erase-suppression.ts";
import { concealStatement } from "#features/suppressions/reveal.ts";
import { deleteLeadStatements, selectUntouched, stillUntouched } from "./delete-store.ts";
import { eraseStatements } from "./erase-store.ts";
import { findLead } from "./read-lead.ts";

/**
 * Deletes a lead from its lists and campaigns, in one batch; queued sends are cancelled, what was
 * sent stays. `erase` also blanks the person's data in messages, threads, events and sends, and
 * keeps the hash of the address as a suppression (contract 1.4). Throws `not_found`.
 */
export async function deleteLead(ctx: WorkspaceCtx, id: LeadId, erase: boolean): Promise<void> {
  const { db, workspaceId } = ctx;
  const lead = await findLead(ctx, id);
  const enrolments = await selectUntouched(db, workspaceId, id);
  await runBatch(db, [
    ...enrolments.map((enrolment) =>
      statStatement(
        ctx,
        [{ metric: "leads", by: -1, campaignId: enrolment.campaignId, at: enrolment.enteredAt }],
        stillUntouched(workspaceId, enrolment.id),
      ),
    ),
    ...(erase
      ? [
          ...eraseStatements(db, workspaceId, id, lead.email),
          ...eraseSuppressionStatements(ctx, lead.email),
        ]
      : [concealStatement(ctx, lead.email)]),
    ...deleteLeadStatements(
      db,
      workspaceId,
      id,
      enrolments.map((enrolment) => enrolment.id),
      ctx.now(),
    ),
  ]);
}
