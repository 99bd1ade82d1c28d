import { createHash } from "node:crypto";
import { PASSWORD_FINGERPRINT_LENGTH } from "#platform/rules/choices.ts";
import type { Deps } from "#platform/ctx/ctx.ts";
import type { Settings } from "#platform/ctx/settings.ts";
import { invalidField } from "#platform/rules/errors.ts";

/** Whose password it is to be. */
export type PasswordOwner = {
  readonly email: string;
  readonly name: string;
  readonly username?: string;
};

/**
 * Refuses a password that is too short, that everybody tries first, that is one character again and
 * again, or that is the owner's own address or name, or a word of the service with some signs beside
 * it. Throws `validation_failed` at `path`.
 */
export async function assertGoodPassword(
  { settings, tables }: Pick<Deps, "settings" | "tables">,
  password: string,
  owner: PasswordOwner,
  path = "password",
): Promise<void> {
  const min = settings.PASSWORD_MIN_LENGTH;
  if (password.length < min)
    throw invalidField(path, "too_short", `Use at least ${min} characters.`);
  const hash = createHash("sha256").update(password.toLowerCase()).digest("base64url");
  const common = await tables.passwords();
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
  if (isOfService(password, settings)) {
    throw invalidField(
      path,
      "too_common",
      "This password is a name of this service. Choose another.",
    );
  }
}

/** Roles and the product: what people name a shared account by. Listed in the inventory of the guides. */
export const SERVICE_WORDS = [
  "outrider",
  "admin",
  "superadmin",
  "administrator",
  "employee",
  "client",
];
/** Digits and signs beside a word that make it no better: `Outrider-2026!`. */
const MOST_BESIDE = 8;

/** Whether it is a word of the service or a part of its address, with little beside it. */
function isOfService(password: string, { BASE_URL }: Pick<Settings, "BASE_URL">): boolean {
  const letters = password.toLowerCase().replace(/\P{L}/gu, "");
  if (letters === "" || password.length - letters.length > MOST_BESIDE) return false;
  const host = new URL(BASE_URL).hostname;
  return [...SERVICE_WORDS, host, ...host.split(".")].some(
    (word) => letters === word.replace(/\P{L}/gu, ""),
  );
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
