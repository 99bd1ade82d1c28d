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

/** Named at most; the others are counted. */
const NAMED = 5;

/**
 * What a person has to know before a campaign is started again, in sentences; of one workspace's
 * mailboxes alone, where one is named.
 */
export function gapWords({ from, to, isKnown, looked, why }: Gap, of?: WorkspaceId): string {
  const times = `The database is as it was at ${from}; what happened until ${to} is missing in it.`;
  const lost = "Unsubscriptions and changes of that time are lost; replies are read once more.";
  if (isKnown) {
    return `${times} What was sent in that time is known to the journal and does not go out again. ${lost}`;
  }
  if (!looked) {
    return `${times} Nobody has looked through the Sent folders (${why ?? "it was not asked for"}): what was sent in that time goes out again when its campaign is started. ${lost}`;
  }
  const isOf = (id: WorkspaceId): boolean => of === undefined || id === of;
  const open = looked.unasked.filter((one) => isOf(one.workspaceId));
  const asked = looked.asked.filter(isOf).length;
  const found = looked.mails.filter((mail) => isOf(mail.workspaceId)).length;
  const seen = `${asked} Sent folders were looked through: ${found} mails of that time lie there and do not go out again.`;
  if (open.length === 0) return `${times} ${seen} ${lost}`;
  const named = open.slice(0, NAMED).map(({ email, why: reason }) => `${email} (${reason})`);
  const more = open.length > NAMED ? ` and ${open.length - NAMED} more` : "";
  return `${times} ${seen} Not looked through: ${named.join(", ")}${more}. What these sent in that time goes out again when its campaign is started. ${lost}`;
}
