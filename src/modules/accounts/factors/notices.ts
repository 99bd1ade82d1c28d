import type { Deps } from "#platform/ctx/ctx.ts";
import { type AccountNotice, done, type Outcome } from "#platform/ctx/job.ts";
import type { UserId } from "#platform/rules/ids.ts";
import { unixMs } from "#platform/rules/ids.ts";
import { iso } from "#platform/rules/time.ts";
import { noticeMail } from "#modules/accounts/passwords/notice-mail.ts";
import { findUser } from "#modules/accounts/people/store.ts";

/** Tells a person by mail what happened to the ways into their account. */
export const tellPerson = (
  deps: Pick<Deps, "queue" | "now">,
  userId: UserId,
  kind: AccountNotice,
): Promise<void> => deps.queue.send({ type: "account.notice.v1", userId, kind, at: deps.now() });

const WORDS: Readonly<Record<AccountNotice, readonly [subject: string, sentence: string]>> = {
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
    "Somebody entered your right password and then five wrong codes. If it was not you, change your password.",
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
  const mail = noticeMail(deps, {
    key: `${kind}:${userId}:${at}`,
    to: { address: user.email, name: user.name },
    subject,
    text: `Hello ${user.name},

${sentence}

Account: ${deps.settings.BASE_URL}
Time: ${iso(unixMs(at))}

If it was not you, change your password and ask an admin.
`,
  });
  await deps.mail.transmit([mail]);
  return done;
}
