import type { pushTitles } from "#modules/events/hooks.ts";
import { isPositive, type PositiveCategory } from "#modules/inbox/rules/categories.ts";
import { selectThread, type ThreadRow } from "#modules/inbox/threads/store.ts";
import type { AnswerTo } from "#platform/ctx/hooks.ts";
import { type Phrase, phrase } from "#platform/words/phrase.ts";
import { selectMentioner } from "./store.ts";

/** What a browser says of a thread, as it is now; null where there is nothing to say any more. */
export const pushTitleOf: AnswerTo<typeof pushTitles> = async (
  { db, workspaceId },
  { kind, threadId, amount, userId },
) => {
  if (threadId === null) return phrase("{amount} conversations were assigned to you", { amount });
  const row = await selectThread(db, workspaceId, threadId);
  if (!row) return null;
  const { category, assignedTo } = row.thread;
  switch (kind) {
    case "assigned":
      return assignedTo === userId
        ? phrase("Assigned to you: {lead}", { lead: leadOf(row) })
        : null;
    case "positive_reply":
      return isPositive(category)
        ? phrase("Reply from {lead}: {category}", { lead: leadOf(row), category: NAMES[category] })
        : null;
    case "mention": {
      const name = await selectMentioner(db, workspaceId, threadId, userId);
      return name === null ? null : phrase("{person} mentioned you in a note", { person: name });
    }
  }
};

const NAMES = {
  interested: phrase("interested"),
  meeting_request: phrase("meeting request"),
} as const satisfies Readonly<Record<PositiveCategory, Phrase>>;

function leadOf({ firstName, lastName, email, company }: ThreadRow): string | Phrase {
  const name = [firstName, lastName].filter((part) => part).join(" ") || email;
  if (name !== null) return [name, company].filter((part) => part).join(", ");
  return company ? phrase("a lead, {company}", { company }) : phrase("a lead");
}
