import { createHash } from "node:crypto";
import { COMMON_PASSWORDS } from "#data/common-passwords.ts";
import { FINGERPRINT_LENGTH } from "#data/password-fingerprint.ts";
import type { Settings } from "#core/settings.ts";
import { invalidField } from "#domain/errors.ts";

const common = new Set(COMMON_PASSWORDS.match(new RegExp(`.{${FINGERPRINT_LENGTH}}`, "g")) ?? []);

/** Refuses a password that is too short, or that everybody tries first. Throws `validation_failed` at `path`. */
export function assertGoodPassword(settings: Settings, password: string, path = "password"): void {
  const min = settings.PASSWORD_MIN_LENGTH;
  if (password.length < min)
    throw invalidField(path, "too_short", `Use at least ${min} characters.`);
  const hash = createHash("sha256").update(password.toLowerCase()).digest("hex");
  if (common.has(hash.slice(0, FINGERPRINT_LENGTH))) {
    throw invalidField(
      path,
      "too_common",
      "This is one of the passwords that are tried first; choose another.",
    );
  }
}
