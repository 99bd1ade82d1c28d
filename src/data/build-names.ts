import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { meantProvider } from "#modules/leads/rules/validation/suggest.ts";
import { createDisposableTable } from "./disposable.ts";
import { MAIL_PROVIDERS } from "./mail-providers.ts";
import { RELAYS } from "./relays.ts";
import { byFirstLetter, writeText } from "./write-table.ts";
import { MORE_ROLES, NO_ROLES, UNATTENDED_ROLES } from "./role-review.ts";

/*
 * Writes role-names.txt and free-names.txt from the lists that package.json pins and from what was
 * reviewed here. Run `npm run data:names` after data:disposable.
 */
const require = createRequire(import.meta.url);
const here = import.meta.dirname;

/** In the list of mail providers, and companies, schools or sites with mail of their own. */
const NOT_FREE = new Set(
  `facebook.com oath.com about.com alibaba.com discovery.com space.com sky.com example.com test.com test.de
yourdomain.com mydomain.com www.com samsung.com singpost.com saudia.com aver.com name.com clerk.com techspot.com
medscape.com ancestry.com poste.it bt.com parrot.com nus.edu.sg unican.es dnsmadeeasy.com easypost.com google.com
doityourself.com depechemode.com dailypioneer.com islamonline.net swissinfo.org kansascity.com hamptonroads.com
onmilwaukee.com scubadiving.com casino.com india.com law.com`.split(/\s+/),
);
const SCHOOL = /(?:^|\.)(?:edu|ac|gov|mil)(?:\.[a-z]{2})?$|(?:^|\.)edu\./;

const write = (file: string, from: string, words: Iterable<string>): Promise<void> =>
  writeText(
    file,
    { madeBy: "build-names.ts", from },
    byFirstLetter([...new Set(words)].toSorted()),
  );

const roles = (require("role-based-email-addresses") as string[])
  .map((role) => role.toLowerCase())
  .filter((role) => !NO_ROLES.includes(role) && !UNATTENDED_ROLES.includes(role));
await write("role-names.txt", "role-based-email-addresses (MIT)", [...roles, ...MORE_ROLES]);

const bytes = await readFile(join(here, "disposable.bin"));
const disposable = createDisposableTable(new Uint8Array(bytes).buffer);
const free = (
  JSON.parse(await readFile(require.resolve("email-providers/all.json"), "utf8")) as string[]
)
  .map((name) => name.toLowerCase())
  .filter((name) => /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]+$/.test(name))
  .filter((name) => disposable.match(name) === null && !RELAYS.has(name))
  .filter((name) => meantProvider(name, MAIL_PROVIDERS) === null)
  .filter((name) => !NOT_FREE.has(name) && !SCHOOL.test(name) && !MAIL_PROVIDERS.has(name));
await write("free-names.txt", "email-providers (ISC)", free);
