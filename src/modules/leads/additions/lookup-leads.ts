import type { LookupLeadsAnswer, LookupLeadsBody } from "#modules/leads/contract/add-leads.ts";
import { presentLead } from "#modules/leads/leads/present.ts";
import { suppressedAmong } from "#modules/leads/suppressions/suppress.ts";
import { selectTagsOf } from "#modules/leads/tags/lead-tags-store.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { selectLeadsByAddress } from "./add-store.ts";

/** The leads with these addresses, in their order; changes nothing. */
export async function lookUpLeads(
  ctx: WorkspaceCtx,
  { emails }: LookupLeadsBody,
): Promise<LookupLeadsAnswer> {
  const asked = [...new Set(emails)];
  const [rows, suppressed] = await Promise.all([
    selectLeadsByAddress(ctx.db, ctx.workspaceId, JSON.stringify(asked)),
    suppressedAmong(ctx, asked),
  ]);
  const tags = await selectTagsOf(
    ctx.db,
    ctx.workspaceId,
    rows.map(({ id }) => id),
  );
  const byEmail = new Map(rows.map((row) => [row.email, row]));
  return {
    data: emails.map((email) => {
      const row = byEmail.get(email);
      const isSuppressed = suppressed.has(email);
      return {
        email,
        lead: row ? presentLead(row, { isSuppressed, tags: tags.get(row.id) }) : null,
        is_suppressed: isSuppressed,
      };
    }),
  };
}
