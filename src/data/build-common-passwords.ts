import { createHash } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { FINGERPRINT_LENGTH } from "./password-fingerprint.ts";

/*
 * Writes common-passwords.ts from the frequency list of @zxcvbn-ts/language-common (MIT): the
 * thousand commonest of at least eight characters, since shorter ones are refused anyway. Only
 * fingerprints are kept: nobody wants to read such a list. Run `npm run data:passwords`.
 */
const require = createRequire(import.meta.url);
const list = JSON.parse(
  await readFile(require.resolve("@zxcvbn-ts/language-common/src/passwords.json"), "utf8"),
) as string[];
const fingerprints = list
  .filter((password) => password.length >= 8)
  .slice(0, 1_000)
  .map((password) =>
    createHash("sha256").update(password.toLowerCase()).digest("hex").slice(0, FINGERPRINT_LENGTH),
  );
await writeFile(
  join(import.meta.dirname, "common-passwords.ts"),
  `/** Made by build-common-passwords.ts from @zxcvbn-ts/language-common (MIT). */
export const COMMON_PASSWORDS =
  "${fingerprints.join("")}";
`,
);
