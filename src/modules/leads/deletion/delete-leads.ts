import type { DeleteLeadsAnswer, DeleteLeadsBody } from "#modules/leads/contract/leads.ts";
import type { MemberCtx } from "#platform/ctx/ctx.ts";
import { runBatch } from "#platform/db/db.ts";
import { auditStatement } from "#modules/accounts/audit/audit-statement.ts";
import { hashAddress } from "#modules/leads/hashes/restore-address.ts";
import { selectSome } from "#modules/leads/choices/choice-store.ts";
import { chosenConditions } from "#modules/leads/choices/chosen.ts";
import { anyLeft } from "./delete-store.ts";
import { leaveStatements } from "./leave.ts";

/** Leads of one batch: a tenth of a second of one core, and far from what D1 allows a statement. */
const LEADS_PER_CALL = 5_000;

/**
 * Deletes leads as `DELETE /leads/:id` does, up to 5,000 of a choice in one batch; `has_more` says
 * to call again. A repeat finds those that are left. Throws `not_found` for a foreign list.
 */
export async function deleteLeads(
  ctx: MemberCtx,
  body: DeleteLeadsBody,
): Promise<DeleteLeadsAnswer> {
  const { db, workspaceId } = ctx;
  const conditions = await chosenConditions(ctx, body);
  const found = await selectSome(db, workspaceId, conditions, body.up_to_id, LEADS_PER_CALL + 1);
  const those = found.slice(0, LEADS_PER_CALL);
  if (those.length === 0) return { deleted: 0, has_more: false };
  const ids = those.map(({ id }) => id);
  const results = await runBatch(db, [
    auditStatement(
      ctx,
      { action: "leads.deleted", workspaceId, details: { leads: ids.length } },
      anyLeft(workspaceId, ids),
    ),
    hashAddress(
      ctx,
      those.map(({ email }) => email),
    ),
    ...leaveStatements(ctx, ids),
  ]);
  return {
    deleted: (results.at(-1) as unknown[]).length,
    has_more: found.length > LEADS_PER_CALL,
  };
}
