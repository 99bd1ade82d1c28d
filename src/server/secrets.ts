import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { parseEnv } from "node:util";
import { StartError } from "./start-error.ts";

/** How each secret is made. */
const MAKERS = {
  AUTH_SECRET: () => randomBytes(32).toString("base64url"),
  VAULT_KEYS: () => `k1:${randomBytes(32).toString("base64url")}`,
  TRACKING_SECRET: () => randomBytes(32).toString("base64url"),
  COMPANION_SECRET: () => randomBytes(32).toString("base64url"),
} as const;

/** A set of new secrets. */
export const freshSecrets = (): Record<keyof typeof MAKERS, string> => ({
  AUTH_SECRET: MAKERS.AUTH_SECRET(),
  VAULT_KEYS: MAKERS.VAULT_KEYS(),
  TRACKING_SECRET: MAKERS.TRACKING_SECRET(),
  COMPANION_SECRET: MAKERS.COMPANION_SECRET(),
});

/**
 * The install's secrets: those of `file`, completed with new ones where neither the file nor
 * `given` has them. The file is made with mode 0600 and is on disk before this returns. Throws
 * `StartError` when `mustExist` (there is data already) and a secret would have to be invented.
 */
export function loadSecrets(
  file: string,
  given: Readonly<Record<string, string>>,
  mustExist: boolean,
): Record<string, string> {
  const kept = existsSync(file) ? parseEnv(readFileSync(file, "utf8")) : {};
  const missing = Object.entries(MAKERS).filter(([name]) => !given[name] && !kept[name]);
  if (missing.length > 0 && mustExist) {
    const names = missing.map(([name]) => name).join(", ");
    throw new StartError(
      `${names} of this install's data cannot be found: bring ${file} back from the backup, or set them in the environment.`,
    );
  }
  const secrets = Object.fromEntries([
    ...Object.entries(kept).map(([name, value]) => [name, value ?? ""]),
    ...missing.map(([name, make]) => [name, make()]),
  ]) as Record<string, string>;
  if (missing.length > 0) saveSecrets(file, secrets);
  return secrets;
}

/** A key with an id that `keys` (VAULT_KEYS) has not: `<id>:<32 bytes>`. */
export function newVaultKey(keys: string): string {
  const taken = keys.split(",").map((key) => Number(/^k(\d+):/.exec(key)?.[1] ?? 0));
  return `k${Math.max(0, ...taken) + 1}:${randomBytes(32).toString("base64url")}`;
}

/**
 * These secrets with a new one for links: the former ones go on reading links that were sent, and the
 * key of hashes becomes a secret of its own, since it has to stay.
 */
export function withNewTrackingSecret(
  secrets: Readonly<Record<string, string>>,
): Record<string, string> {
  const { TRACKING_SECRET: current = "", TRACKING_SECRET_FORMER: former = "" } = secrets;
  const all = [current, ...former.split(",").filter((one) => one !== "")];
  return {
    ...secrets,
    TRACKING_SECRET: MAKERS.TRACKING_SECRET(),
    TRACKING_SECRET_FORMER: all.join(","),
    HASH_SECRET: secrets["HASH_SECRET"] ?? all.at(-1) ?? current,
  };
}

/** Replaces the install's secrets; a kill leaves the former file or the new one. */
export function saveSecrets(file: string, secrets: Readonly<Record<string, string>>): void {
  const next = `${file}.next`;
  rmSync(next, { force: true });
  const handle = openSync(next, "wx", 0o600);
  writeSync(
    handle,
    "# Made by Outrider. With these, stored passwords can be read and sessions forged: back them up separately.\n",
  );
  for (const [name, value] of Object.entries(secrets)) writeSync(handle, `${name}=${value}\n`);
  fsyncSync(handle);
  closeSync(handle);
  renameSync(next, file);
}
