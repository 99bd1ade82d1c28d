import { endWaitingTasks } from "#modules/campaigns/tasks/end-waiting-tasks.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { domainOf } from "#modules/leads/rules/suppression-hash.ts";
import { cancelCompanySends, companyLeads, skipCompanyLeads } from "./company-store.ts";
import type { MatchedSend } from "#modules/inbox/matching/match-store.ts";

/**
 * One of a company has answered: the campaign leaves its other people alone, where it is set to
 * They become `skipped` with the reason `domain_stopped`, and what has not reached
 * a server is cancelled. A domain that gives addresses to everybody is no company. For the batch
 * of the reply; `guard` repeats its condition.
 */
export async function stopCompany(
  ctx: WorkspaceCtx,
  send: MatchedSend,
  guard: Parameters<typeof skipCompanyLeads>[4],
): Promise<Statement[]> {
  const domain = domainOf(send.toEmail);
  if (!send.stopForCompany || domain === "") return [];
  if ((await ctx.tables.addresses()).free.has(domain)) return [];
  const others = { campaignId: send.campaignId, domain, except: send.leadId };
  return [
    ...cancelCompanySends(ctx.db, ctx.workspaceId, others, ctx.now(), guard),
    endWaitingTasks(
      ctx,
      { leads: companyLeads(ctx.workspaceId, others), campaignId: send.campaignId },
      guard,
    ),
    skipCompanyLeads(ctx.db, ctx.workspaceId, others, ctx.now(), guard),
  ];
}
