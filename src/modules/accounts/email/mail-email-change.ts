import type { Deps } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import type { EmailChangeId } from "#platform/rules/ids.ts";
import { later } from "#platform/rules/time.ts";
import { letter, type Say, sayIn } from "#platform/words/phrase.ts";
import { findUser } from "#modules/accounts/people/store.ts";
import { brandOfPerson } from "#modules/accounts/brands/read-brand.ts";
import { noticeMail } from "#modules/accounts/passwords/notice-mail.ts";
import { MAIL_AGAIN_MS, mailToken } from "#modules/accounts/rules/mail-token.ts";
import { deleteEndedChanges, findChange, noteChangeMailed, takeDueChanges } from "./store.ts";

const AT_ONCE = 50;

/**
 * Job `email_change.mail.v1`: mails the link of the present step, until that was done once: to the
 * new address while it has to confirm, to the old one when it did. The same link has the same
 * Message-ID, however often it is tried.
 */
export async function mailEmailChange(deps: Deps, id: EmailChangeId): Promise<Outcome> {
  const { install, settings } = deps;
  const row = await findChange(install, id, deps.now());
  if (!row || row.mailedAt !== null || settings.SYSTEM_MAIL_URL === undefined) return done;
  const { isPending, seed, fromEmail, toEmail } = row;
  const token = mailToken(settings.AUTH_SECRET, isPending ? "email-confirm" : "email-undo", seed);
  // Without the person's name: the new address may be a stranger's, and a name can be any text.
  const brand = await brandOfPerson(deps, row.userId);
  const say = sayIn((await findUser(install, row.userId))?.language ?? null);
  const mail = noticeMail(deps, brand, {
    key: isPending ? row.hash : row.undoHash,
    to: { address: isPending ? toEmail : fromEmail, name: "" },
    ...(isPending
      ? confirmText(say, brand.origin, token)
      : undoText(say, brand.origin, token, toEmail)),
  });
  await deps.mail.transmit([mail]);
  await noteChangeMailed(install, row, deps.now());
  return done;
}

const confirmText = (say: Say, origin: string, token: string) => ({
  subject: say("Confirm your email address"),
  text: letter(
    say("Hello,"),
    say(
      "somebody wants to use this address for their account at {origin}.\nIf it was you, open this link within 24 hours:",
      { origin },
    ),
    `${origin}/confirm-email#token=${token}`,
    say("If it was not you, ignore this email. Nothing changes."),
  ),
});

const undoText = (say: Say, origin: string, token: string, email: string) => ({
  subject: say("Your email address was changed"),
  text: letter(
    say("Hello,"),
    say(
      "the email address of your account at {origin} is now {email}.\nIf it was you, there is nothing to do.",
      { origin, email },
    ),
    say(
      "If it was not you, open this link within 72 hours. It restores this address,\nends all sessions and stops the password; another email lets you choose a new one:",
    ),
    `${origin}/undo-email#token=${token}`,
  ),
});

/** Sweep: wakes up mails whose job was lost, and forgets changes that are over. */
export async function tendEmailChanges(deps: Deps): Promise<void> {
  const now = deps.now();
  await deleteEndedChanges(deps.install, now);
  if (deps.settings.SYSTEM_MAIL_URL === undefined) return;
  const due = await takeDueChanges(deps.install, now, later(now, MAIL_AGAIN_MS), AT_ONCE);
  for (const { id } of due) await deps.queue.send({ type: "email_change.mail.v1", changeId: id });
}
