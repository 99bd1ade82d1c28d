import type { Deps } from "#platform/ctx/ctx.ts";
import { type AccountNotice, done, type Outcome } from "#platform/ctx/job.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { letter, sayIn, type PlainText } from "#platform/words/phrase.ts";
import { brandOfPerson } from "#modules/accounts/brands/read-brand.ts";
import { noticeMail } from "#modules/accounts/passwords/notice-mail.ts";
import { findUser } from "#modules/accounts/people/store.ts";

/** Tells a person by mail what happened to the ways into their account. */
export const tellPerson = (
  deps: Pick<Deps, "queue" | "now">,
  userId: UserId,
  kind: AccountNotice,
): Promise<void> => deps.queue.send({ type: "account.notice.v1", userId, kind, at: deps.now() });

const WORDS: Readonly<Record<AccountNotice, readonly [subject: PlainText, sentence: PlainText]>> = {
  factor_added: ["A second factor was added", "A second factor was added to your account."],
  factor_removed: ["A second factor was removed", "A second factor was removed from your account."],
  factors_reset: [
    "Your second factors were reset",
    "An admin removed all second factors from your account and ended its sessions. Sign in with your password, then set a new factor.",
  ],
  recovery_codes_made: [
    "New recovery codes",
    "New recovery codes were made for your account. The earlier ones do not work any more.",
  ],
  recovery_code_used: [
    "A recovery code was used",
    "Somebody signed in to your account with your password and a recovery code.",
  ],
  passkey_refused: [
    "A passkey was refused",
    "A passkey of your account was refused because its counter went back. It may have been copied. Delete it and add a new one.",
  ],
  codes_guessed: [
    "Wrong codes at your sign-in",
    "Somebody passed the first step of your sign-in, your password or single sign-on, and then entered five wrong codes. If it was not you, change that password.",
  ],
  sso_linked: [
    "Single sign-on was linked",
    "Your account was linked to single sign-on, which signs you in from now on.",
  ],
  sso_took_over: [
    "Single sign-on was linked",
    "Your account was linked to single sign-on, which signs you in from now on. It was made without a confirmed address, so its earlier password, second factors, sessions and API keys were removed.",
  ],
  sso_unlinked: [
    "Single sign-on was unlinked",
    "Your account is not linked to single sign-on any more.",
  ],
  emergency_sign_in: [
    "The emergency account signed in",
    "Single sign-on is the only way in, and the emergency account was used without it. The audit log shows when and from where.",
  ],
  email_change_asked: [
    "A change of your email was requested",
    "Somebody who is signed in to your account wants to change its email address. It changes when the new address confirms.",
  ],
  email_kept: [
    "Your email was restored",
    "A change of your email address was undone. All sessions ended, and your earlier password does not work any more. Another message has a link to choose a new one. Then check your second factors.",
  ],
};

/** Job `account.notice.v1`. The same notice has the same Message-ID, however often it is tried. */
export async function mailAccountNotice(
  deps: Deps,
  { userId, kind, at }: { userId: UserId; kind: AccountNotice; at: number },
): Promise<Outcome> {
  const user = await findUser(deps.install, userId);
  if (!user || deps.settings.SYSTEM_MAIL_URL === undefined) return done;
  const [subject, sentence] = WORDS[kind];
  const say = sayIn(user.language);
  const brand = await brandOfPerson(deps, userId);
  const mail = noticeMail(deps, brand, {
    key: `${kind}:${userId}:${at}`,
    to: { address: user.email, name: user.name },
    subject: say(subject),
    text: letter(
      say("Hello {name},", { name: user.name }),
      say(sentence),
      say("Account: {origin}\nTime: {at}", { origin: brand.origin, at: iso(unixMs(at)) }),
      say("If it was not you, change your password and ask an admin."),
    ),
  });
  await deps.mail.transmit([mail]);
  return done;
}
