import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PASSWORD_FINGERPRINT_LENGTH } from "#platform/rules/choices.ts";
import { writeText } from "./write-table.ts";

/*
 * Writes common-passwords.txt from the list of passwords in known breaches, by frequency, of
 * @zxcvbn-ts/language-common (MIT): all of at least eight characters, since shorter ones are refused anyway.
 * Only fingerprints are kept: nobody wants to read such a list. Run `npm run data:passwords`.
 */
/** Fingerprints of a line of the file. */
const A_LINE = 50;

const require = createRequire(import.meta.url);
const list = JSON.parse(
  await readFile(require.resolve("@zxcvbn-ts/language-common/src/passwords.json"), "utf8"),
) as string[];
const fingerprints = list
  .filter((password) => password.length >= 8)
  .map((password) =>
    createHash("sha256")
      .update(password.toLowerCase())
      .digest("base64url")
      .slice(0, PASSWORD_FINGERPRINT_LENGTH),
  );
await writeText(
  "common-passwords.txt",
  { madeBy: "build-common-passwords.ts", from: "@zxcvbn-ts/language-common (MIT)" },
  Array.from({ length: Math.ceil(fingerprints.length / A_LINE) }, (_, i) =>
    fingerprints.slice(i * A_LINE, (i + 1) * A_LINE).join(""),
  ),
);
