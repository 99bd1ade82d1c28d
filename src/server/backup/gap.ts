import { inEnglish, type Phrase, phrase } from "#platform/words/phrase.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import type { Looked } from "#modules/inbox/sync/look-through-sent.ts";

/** What happened between a backup and its restore, as far as that is known. */
export type Gap = {
  /** When the backup was made, and when it was put back. */
  readonly from: string;
  readonly to: string;
  /** The journal in place went on after the backup. */
  readonly isKnown: boolean;
  /** Null: nobody has looked. */
  readonly looked: Looked | null;
  /** Why nobody could. */
  readonly why: string | null;
};

/** What the Sent folders say before a database is put back, for the person who decides. */
export function sentFolderWords({
  looked,
  why,
  isKnown,
}: Pick<Gap, "looked" | "why" | "isKnown">): string {
  if (!looked)
    return `Nobody has looked through the Sent folders: ${why ?? "it was not asked for"}.`;
  const { asked, mails, unasked } = looked;
  const seen = `${asked.length} Sent folders were looked through: ${mails.length} emails of that time lie there and do not go out again.`;
  if (unasked.length === 0) return seen;
  const named = unasked.slice(0, NAMED).map(({ email, why: reason }) => `${email} (${reason})`);
  const more = unasked.length > NAMED ? ` and ${unasked.length - NAMED} more` : "";
  const risk = isKnown ? "" : " What only these sent goes out again when its campaign is started.";
  return `${seen} Not looked through: ${named.join(", ")}${more}.${risk}`;
}

/** Named at most; the others are counted. */
const NAMED = 5;

/**
 * What a person has to know before a campaign is started again, in sentences; of one workspace's
 * mailboxes alone, where one is named.
 */
export const gapWords = (gap: Gap, of?: WorkspaceId): string => inEnglish(gapPhrase(gap, of));

/** The same for people of other languages. */
export function gapPhrase({ from, to, isKnown, looked, why }: Gap, of?: WorkspaceId): Phrase {
  const times = phrase(
    "The database is as it was at {from}; what happened until {to} is missing in it.",
    { from, to },
  );
  const lost = phrase(
    "Unsubscriptions and changes of that time are lost; replies are read once more.",
  );
  if (isKnown) {
    return phrase(
      "{times} What was sent in that time is known to the journal and does not go out again. {lost}",
      { times, lost },
    );
  }
  if (!looked) {
    return phrase(
      "{times} Nobody has looked through the Sent folders ({cause}): what was sent in that time goes out again when its campaign is started. {lost}",
      { times, lost, cause: why ?? phrase("it was not asked for") },
    );
  }
  const isOf = (id: WorkspaceId): boolean => of === undefined || id === of;
  const open = looked.unasked.filter((one) => isOf(one.workspaceId));
  const seen = phrase(
    "{folders} Sent folders were looked through: {mails} mails of that time lie there and do not go out again.",
    {
      folders: looked.asked.filter(isOf).length,
      mails: looked.mails.filter((mail) => isOf(mail.workspaceId)).length,
    },
  );
  if (open.length === 0) return phrase("{times} {seen} {lost}", { times, seen, lost });
  const named = open
    .slice(0, NAMED)
    .map(({ email, why: reason }) => `${email} (${reason})`)
    .join(", ");
  const boxes =
    open.length > NAMED
      ? phrase("{named} and {more} more", { named, more: open.length - NAMED })
      : named;
  return phrase(
    "{times} {seen} Not looked through: {boxes}. What these sent in that time goes out again when its campaign is started. {lost}",
    { times, seen, boxes, lost },
  );
}
