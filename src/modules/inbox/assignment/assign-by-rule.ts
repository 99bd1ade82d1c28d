import type { AssignmentRule } from "#modules/accounts/contract/settings.ts";
import { readSettings } from "#modules/accounts/settings/read-settings.ts";
import { peopleAmong } from "#modules/accounts/workspaces/list-members.ts";
import { pushStatement } from "#modules/events/push/push-statement.ts";
import { REPLY_CATEGORIES, type ReplyCategory } from "#modules/delivery/rules/reply-categories.ts";
import type { MemberCtx, WorkspaceCtx } from "#platform/ctx/ctx.ts";
import type { Statement } from "#platform/db/db.ts";
import { AppError, type FieldError } from "#platform/rules/errors.ts";
import {
  asId,
  type CampaignId,
  type MailboxId,
  type ThreadId,
  type UserId,
} from "#platform/rules/ids.ts";
import { giveToNext, nextOwner } from "./assign-store.ts";

type FirstReply = {
  readonly threadId: ThreadId;
  readonly campaignId: CampaignId;
  readonly mailboxId: MailboxId;
  readonly category: ReplyCategory;
};

/**
 * The statements that give a thread to somebody by the workspace's rules, for the batch that stores its
 * first reply and before it; none where no rule fits.
 */
export async function assignByRule(
  ctx: WorkspaceCtx,
  reply: FirstReply,
  guard: Parameters<typeof giveToNext>[4],
): Promise<Statement[]> {
  const { assignment_rules: rules } = (await readSettings(ctx)).inbox;
  for (const rule of rules.filter((one) => fits(one, reply))) {
    const ids = rule.assign_to.map((id) => asId<UserId>(id));
    const here = await peopleAmong(ctx, ids);
    const people = ids.filter((id) => here.has(id));
    if (people.length > 0) {
      const { threadId } = reply;
      const { userId, source } = nextOwner(ctx.workspaceId, threadId, people, guard);
      return [
        pushStatement(ctx, { kind: "assigned", threadId, userId }, source),
        giveToNext(ctx.db, ctx.workspaceId, threadId, people, guard),
      ];
    }
  }
  return [];
}

const fits = (rule: AssignmentRule, reply: FirstReply): boolean =>
  (rule.campaign_ids?.includes(reply.campaignId) ?? true) &&
  (rule.mailbox_ids?.includes(reply.mailboxId) ?? true) &&
  (rule.categories?.includes(reply.category) ?? true);

/** Throws `validation_failed` for a category that does not exist, and for people who may not enter the workspace. */
export async function checkAssignmentRules(
  ctx: MemberCtx,
  rules: readonly AssignmentRule[],
): Promise<void> {
  const asked = [...new Set(rules.flatMap((rule) => rule.assign_to))].map((id) => asId<UserId>(id));
  const here = await peopleAmong(ctx, asked);
  const errors = rules.flatMap((rule, i): FieldError[] => [
    ...(rule.categories ?? []).flatMap((name, n) =>
      REPLY_CATEGORIES.some((known) => known === name)
        ? []
        : [
            wrong(
              `${i}.categories.${n}`,
              "unknown_category",
              `Use one of ${REPLY_CATEGORIES.join(", ")}.`,
            ),
          ],
    ),
    ...rule.assign_to.flatMap((id, n) =>
      here.has(asId<UserId>(id))
        ? []
        : [
            wrong(
              `${i}.assign_to.${n}`,
              "unknown_user",
              "Choose somebody who works in this workspace.",
            ),
          ],
    ),
  ]);
  if (errors.length === 0) return;
  throw new AppError("validation_failed", "The request has invalid fields. See errors.", {
    errors,
  });
}

const wrong = (path: string, code: string, message: string): FieldError => ({
  path: `inbox.assignment_rules.${path}`,
  code,
  message,
});
