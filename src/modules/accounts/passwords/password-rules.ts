import { createHash } from "node:crypto";
import { COMMON_PASSWORDS } from "#data/common-passwords.ts";
import { PASSWORD_FINGERPRINT_LENGTH } from "#platform/rules/choices.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import { invalidField } from "#platform/rules/errors.ts";

const common = new Set(
  COMMON_PASSWORDS.match(new RegExp(`.{${PASSWORD_FINGERPRINT_LENGTH}}`, "g")) ?? [],
);

/** Whose password it is to be. */
export type PasswordOwner = {
  readonly email: string;
  readonly name: string;
  readonly username?: string;
};

/**
 * Refuses a password that is too short, that everybody tries first, that is one character again and
 * again, or that is the owner's own address or name. Throws `validation_failed` at `path`.
 */
export function assertGoodPassword(
  settings: Settings,
  password: string,
  owner: PasswordOwner,
  path = "password",
): void {
  const min = settings.PASSWORD_MIN_LENGTH;
  if (password.length < min)
    throw invalidField(path, "too_short", `Use at least ${min} characters.`);
  const hash = createHash("sha256").update(password.toLowerCase()).digest("hex");
  if (common.has(hash.slice(0, PASSWORD_FINGERPRINT_LENGTH))) {
    throw invalidField(path, "too_common", "This password is too common. Choose another.");
  }
  if (new Set(password.toLowerCase()).size === 1) {
    throw invalidField(path, "too_simple", "This password repeats one character. Choose another.");
  }
  if (isAbout(password, owner)) {
    throw invalidField(
      path,
      "too_personal",
      "This password is your email address or name. Choose another.",
    );
  }
}

/** Whether it is the address, what stands before its @, the name or the user name, however written. */
function isAbout(password: string, { email, name, username = "" }: PasswordOwner): boolean {
  const given = lettersOf(password);
  const own = [email, email.slice(0, email.lastIndexOf("@")), name, username];
  return own.some((text) => given !== "" && given === lettersOf(text));
}

const lettersOf = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
