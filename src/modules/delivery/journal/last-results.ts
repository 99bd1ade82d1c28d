import type { SendResult } from "#platform/wire/transmission.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import { describe } from "#platform/ctx/log.ts";
import { draftResults } from "#modules/delivery/drafts/ask-draft.ts";
import { journalKey } from "#modules/delivery/rules/journal.ts";
import { isAboutTry } from "#modules/delivery/rules/outcome.ts";
import { silentResult } from "#modules/delivery/rules/silent-result.ts";

/** A mail whose holder fell silent. */
export type SilentMail = {
  readonly ticket: string;
  readonly state: string;
  readonly lease: string | null;
  readonly messageId: string;
};

/**
 * What to settle for mails whose holder fell silent: of what was granted, what its draft at the
 * provider tells, or what the mail service's journal knows (that it was accepted under whatever lease, or how this very try ended), else that
 * nobody knows. Asked after a crash, and where the database was put back to a moment at which they
 * were on their way. A mail service that does not answer knows nothing. Never rejects.
 */
export async function lastResults(deps: Deps, mails: readonly SilentMail[]): Promise<SendResult[]> {
  const granted = mails.filter(({ state }) => state === "sending" || state === "unknown");
  const byDraft = await draftResults(deps, granted);
  const others = granted.filter(({ ticket }) => !byDraft.has(ticket));
  const entries = new Map(
    (await askJournal(deps, others)).map((entry) => [journalKey(entry.try.message_id), entry]),
  );
  return mails.map((mail) => {
    const shown = byDraft.get(mail.ticket);
    if (shown) return shown;
    const { result, settled, at } = entries.get(journalKey(mail.messageId)) ?? { result: null };
    if (!result || !isAbout(mail, result)) return silentResult(mail.ticket, mail);
    const known = {
      ...result,
      ticket: mail.ticket,
      message_id: mail.messageId,
      replayed: true,
    };
    // The app had stored it already: the database has forgotten it since.
    return settled ? { ...known, at } : known;
  });
}

const isAbout = (mail: SilentMail, result: SendResult): boolean =>
  result.ending === "accepted" ||
  (result.ticket === mail.ticket && result.lease === mail.lease && isAboutTry(mail.state, result));

async function askJournal(deps: Deps, mails: readonly SilentMail[]) {
  if (mails.length === 0) return [];
  try {
    return await deps.mail.recall(mails.map(({ messageId }) => messageId));
  } catch (cause) {
    deps.log("journal.unasked", { mails: mails.length, cause: describe(cause) }, "warn");
    return [];
  }
}
