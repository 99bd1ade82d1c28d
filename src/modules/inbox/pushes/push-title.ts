import type { pushTitles } from "#modules/events/hooks.ts";
import { isPositive } from "#modules/inbox/rules/categories.ts";
import { selectThread, type ThreadRow } from "#modules/inbox/threads/store.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { selectMentioner } from "./store.ts";

/** What a browser says of a thread, as it is now; null where there is nothing to say any more. */
export const pushTitleOf: AnswerTo<typeof pushTitles> = async (
  { db, workspaceId },
  { kind, threadId, amount, userId },
) => {
  if (threadId === null) return `${amount} conversations were assigned to you`;
  const row = await selectThread(db, workspaceId, threadId);
  if (!row) return null;
  const { category, assignedTo } = row.thread;
  switch (kind) {
    case "assigned":
      return assignedTo === userId ? `Assigned to you: ${leadOf(row)}` : null;
    case "positive_reply":
      return isPositive(category)
        ? `Reply from ${leadOf(row)}: ${(category ?? "").replaceAll("_", " ")}`
        : null;
    case "mention": {
      const name = await selectMentioner(db, workspaceId, threadId, userId);
      return name === null ? null : `${name} mentioned you in a note`;
    }
  }
};

function leadOf({ firstName, lastName, email, company }: ThreadRow): string {
  const name = [firstName, lastName].filter((part) => part).join(" ") || email;
  return [name ?? "a lead", company].filter((part) => part).join(", ");
}
