import { quotasOf } from "#modules/accounts/workspaces/quotas.ts";
import { mailsOfMonth } from "#modules/campaigns/claim/mails-of-month.ts";
import { leadCount } from "#modules/leads/imports/lead-room.ts";
import { mailboxCount } from "#modules/mailboxes/mailboxes/read-mailboxes.ts";
import type { Quota } from "#modules/operations/contract/overview.ts";
import type { WorkspaceCtx } from "#platform/ctx/ctx.ts";
import { iso, nextUtcMonth } from "#platform/rules/time.ts";

/** What a workspace may have and send, and what is used of it at this moment, from its own rows. */
export async function readQuota(ctx: WorkspaceCtx): Promise<Quota> {
  const [quotas, leads, mailboxes, mails] = await Promise.all([
    quotasOf(ctx),
    leadCount(ctx),
    mailboxCount(ctx),
    mailsOfMonth(ctx),
  ]);
  return {
    leads: { limit: quotas.leads, used: leads },
    mailboxes: { limit: quotas.mailboxes, used: mailboxes },
    mails_month: { limit: quotas.mails_month, used: mails },
    resets_at: iso(nextUtcMonth(ctx.now())),
  };
}
