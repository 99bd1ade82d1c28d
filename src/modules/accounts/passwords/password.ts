import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import { SCRYPT } from "#platform/rules/choices.ts";
import { inPasswordQueue } from "./password-queue.ts";

/** Hashes for storage: `$scrypt$ln=14,r=8,p=5$<salt>$<key>`. About 150 ms of CPU. Throws `rate_limited` where too many wait. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SCRYPT.saltBytes);
  const key = await derive(password, salt, SCRYPT);
  return `$scrypt$ln=${SCRYPT.ln},r=${SCRYPT.r},p=${SCRYPT.p}$${encode(salt)}$${encode(key)}`;
}

/**
 * Whether the password fits. With null (no such user) the same work is done and the answer is
 * false, so that time does not tell who has an account. Throws `rate_limited` where too many wait.
 */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const match = FORMAT.exec(stored ?? NO_PASSWORD);
  if (!match) return false;
  const [, ln = "", r = "", p = "", salt = "", expected = ""] = match;
  const key = await derive(password, Buffer.from(salt, "base64url"), {
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
  });
  const want = Buffer.from(expected, "base64url");
  return stored !== null && key.length === want.length && timingSafeEqual(key, want);
}

const FORMAT = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([\w-]+)\$([\w-]+)$/;
const encode = (bytes: Buffer): string => bytes.toString("base64url");
/** What is stored for a person without a password: no password has this key. */
export const NO_PASSWORD = `$scrypt$ln=${SCRYPT.ln},r=${SCRYPT.r},p=${SCRYPT.p}$${encode(Buffer.alloc(SCRYPT.saltBytes))}$${encode(Buffer.alloc(SCRYPT.keyBytes))}`;

function derive(
  password: string,
  salt: Buffer,
  cost: { ln: number; r: number; p: number },
): Promise<Buffer> {
  const options = { N: 2 ** cost.ln, r: cost.r, p: cost.p, maxmem: 64 * 1024 * 1024 };
  const look = (): Promise<Buffer> =>
    new Promise((resolve, reject) => {
      scrypt(password.normalize("NFC"), salt, SCRYPT.keyBytes, options, (error, key) =>
        error ? reject(error) : resolve(key),
      );
    });
  return inPasswordQueue(look);
}
