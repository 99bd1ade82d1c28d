import type { mailboxUses } from "#modules/mailboxes/hooks.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { selectUses } from "./uses-store.ts";

/** The campaigns that use a mailbox, and which of its leads go on from another one. */
export const campaignsOfMailbox: AnswerTo<typeof mailboxUses> = async (ctx, mailboxId) => {
  const uses = await selectUses(ctx.db, ctx.workspaceId, mailboxId);
  return {
    campaigns: uses.map(({ id, name, status, leads, others }) => ({
      id,
      name,
      status,
      leads,
      pauses: status === "active" && others === 0,
    })),
    leads: uses.reduce((sum, { leads }) => sum + leads, 0),
    leads_handed_over: uses.reduce((sum, use) => sum + (use.others > 0 ? use.leads : 0), 0),
  };
};
