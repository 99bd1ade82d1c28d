import type { Outside } from "#platform/rules/outside-text.ts";
import type { Refusal } from "./refusal.ts";
import { NO_PASSWORDS, SIGN_IN_BLOCKED, SMTP_AUTH_DISABLED } from "./refusal-words.ts";

/**
 * What a refused log-in is about:
 * - `credentials`: this password or token.
 * - `smtp_auth_disabled`: the log-in itself is switched off, whatever somebody signs in with.
 * - `password_not_accepted`: passwords are, a token may pass.
 * - `sign_in_blocked`: a rule of the organisation stands in the way.
 * All but the first are for an admin: another try or another token changes nothing.
 */
export type LogInRefusal =
  | "credentials"
  | "smtp_auth_disabled"
  | "password_not_accepted"
  | "sign_in_blocked";

const MAX_TEXT = 1_000;

const KINDS = [
  ["smtp_auth_disabled", SMTP_AUTH_DISABLED],
  ["password_not_accepted", NO_PASSWORDS],
  ["sign_in_blocked", SIGN_IN_BLOCKED],
] as const;

/**
 * Decides by the words, since Exchange gives `5.7.139` to wrong passwords as well. Linear in the
 * first 1,000 characters.
 */
export function judgeLogIn({
  enhanced,
  text,
}: Outside<Pick<Refusal, "enhanced" | "text">>): LogInRefusal {
  if (enhanced === "5.7.30") return "password_not_accepted";
  const words = text.slice(0, MAX_TEXT);
  return KINDS.find(([, pattern]) => pattern.test(words))?.[0] ?? "credentials";
}

type Words = { readonly message: string; readonly hint: string };

/** What to say of the refusals that are for an admin. */
export const LOG_IN_WORDS: Readonly<Record<Exclude<LogInRefusal, "credentials">, Words>> = {
  smtp_auth_disabled: {
    message: "SMTP AUTH is switched off for this mailbox or its organisation.",
    hint: "An admin can switch it on, or send by Microsoft's API.",
  },
  password_not_accepted: {
    message: "The server does not accept passwords.",
    hint: "Connect it with Microsoft instead of a password.",
  },
  sign_in_blocked: {
    message: "A rule of the organisation blocks this sign-in.",
    hint: "An admin can allow it in the security defaults or in conditional access.",
  },
};
