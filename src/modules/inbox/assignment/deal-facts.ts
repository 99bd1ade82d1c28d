import { addressOfPerson } from "#modules/accounts/workspaces/list-members.ts";
import type { dealFacts } from "#modules/events/hooks.ts";
import { POSITIVE_CATEGORIES } from "#modules/delivery/rules/reply-categories.ts";
import { selectThread } from "#modules/inbox/threads/store.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";

/** What a deal has to know of a conversation: what its reply said, and who has it now. */
export const dealFactsOf: AnswerTo<typeof dealFacts> = async (ctx, { threadId, category }) => {
  const row = await selectThread(ctx.db, ctx.workspaceId, threadId);
  const userId = row?.thread.assignedTo ?? null;
  return {
    isPositive: POSITIVE_CATEGORIES.some((one) => one === category),
    memberEmail: userId === null ? null : await addressOfPerson(ctx, userId),
  };
};
