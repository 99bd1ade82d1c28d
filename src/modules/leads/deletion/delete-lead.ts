import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import type { LeadId } from "#platform/rules/ids.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { eraseSuppressionStatements } from "#modules/leads/suppressions/erase-suppression.ts";
import { hashAddress } from "#modules/leads/hashes/restore-address.ts";
import { searchUncleanStatement } from "#modules/leads/leads/clean-search.ts";
import { anyLeft } from "./delete-store.ts";
import { eraseFromInstall, eraseStatements, forgetAddress } from "./erase.ts";
import { leaveStatements } from "./leave.ts";
import { findLead } from "#modules/leads/leads/read-lead.ts";

/**
 * Deletes a lead from its lists and campaigns, in one batch; queued sends are cancelled, what was
 * sent stays. `erase` also blanks the person's data in messages, threads, events and sends, and
 * keeps the hash of the address as a suppression; what the install keeps of the person goes first, so
 * that a repeat finds the lead as long as anything is left. Throws `not_found`.
 */
export async function deleteLead(ctx: MemberCtx, id: LeadId, erase: boolean): Promise<void> {
  const { db, workspaceId } = ctx;
  const lead = await findLead(ctx, id);
  if (erase) await eraseFromInstall(ctx, lead.email);
  await runBatch(db, [
    auditStatement(
      ctx,
      {
        action: "record.deleted",
        workspaceId,
        target: { type: "lead", id },
        ...(erase && { details: { erased: true } }),
      },
      anyLeft(workspaceId, [id]),
    ),
    ...(erase
      ? [
          ...eraseStatements(ctx, id, lead.email),
          ...forgetAddress(ctx, lead.email),
          ...eraseSuppressionStatements(ctx, lead.email),
          searchUncleanStatement(ctx),
        ]
      : [hashAddress(ctx, [lead.email])]),
    ...leaveStatements(ctx, [id]),
  ]);
}
