import type { Deps } from "#platform/ctx/ctx.ts";
import { done, type Outcome } from "#platform/ctx/job.ts";
import type { UserId, WorkspaceId } from "#platform/rules/ids.ts";
import { HOUR_MS, later, MINUTE_MS } from "#platform/rules/time.ts";
import { letter, type Say, sayIn } from "#platform/words/phrase.ts";
import { brandOfPerson } from "#modules/accounts/brands/read-brand.ts";
import { noticeMail } from "./notice-mail.ts";
import { deleteReset, insertReset } from "./reset-store.ts";
import { findUser } from "#modules/accounts/people/store.ts";
import { emergencyAccount } from "#modules/accounts/sso/sso-only.ts";
import { createHash, randomBytes } from "node:crypto";

/** One mail in this time, however often somebody asks for an address. */
const PAUSE_MS = 5 * MINUTE_MS;

/**
 * Job `password_reset.mail.v1`: makes a token of one hour and mails it to the user. The token is
 * stored as a hash and stands in the mail alone. `at` is the workspace at whose own host it was asked
 * for. Where the mail service is away the job is tried again with another token. Where single sign-on
 * is the only way in, nobody but the emergency account gets one.
 */
export async function mailReset(
  deps: Deps,
  userId: UserId | null,
  at: WorkspaceId | null,
): Promise<Outcome> {
  const user = userId === null ? null : await findUser(deps.install, userId);
  if (!user || deps.settings.SYSTEM_MAIL_URL === undefined) return done;
  const emergency = await emergencyAccount(deps);
  if (emergency !== null && emergency !== user.id) return done;
  const token = newResetToken();
  const hash = resetHash(token);
  const now = deps.now();
  const kept = await insertReset(
    deps.install,
    {
      hash,
      userId: user.id,
      createdAt: now,
      expiresAt: later(now, HOUR_MS),
    },
    later(now, -PAUSE_MS),
  );
  if (kept.length === 0) return done;
  const brand = await brandOfPerson(deps, user.id, at);
  const say = sayIn(user.language);
  const mail = noticeMail(deps, brand, {
    key: hash,
    to: { address: user.email, name: user.name },
    subject: say("Reset your password"),
    text: textOf(say, user.name, brand.origin, token),
  });
  try {
    await deps.mail.transmit([mail]);
  } catch (cause) {
    await deleteReset(deps.install, hash);
    throw cause;
  }
  return done;
}

const textOf = (say: Say, name: string, origin: string, token: string): string =>
  letter(
    say("Hello {name},", { name }),
    say(
      "someone asked to reset your password at {origin}.\nIf it was you, open this link within one hour:",
      { origin },
    ),
    `${origin}/reset-password#token=${token}`,
    say('Or send the part after "token=" as "token" with "new_password" to POST {address}.', {
      address: `${origin}/api/v1/auth/reset`,
    }),
    say("If it was not you, ignore this email. Your password stays the same."),
  );

/** A token for a mail: 256 random bits. */
const newResetToken = (): string => randomBytes(32).toString("base64url");

/** What is stored of it, and looked up. */
export const resetHash = (token: string): string =>
  createHash("sha256").update(`password-reset:${token}`).digest("hex");
