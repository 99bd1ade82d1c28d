import { isJunkName } from "#companion/imap/junk-names.ts";
import { readSeedName } from "#modules/placement/rules/seed-names.ts";
import { seedProvider, siteOf } from "#modules/placement/rules/seed-provider.ts";
import { readSeenHeaders } from "#modules/placement/rules/seen-headers.ts";
import { neutralHtml, neutralText } from "#modules/placement/rules/versions/neutral.ts";
import { greetingEnd, neutralWords, withoutUrls } from "#modules/placement/rules/versions/words.ts";
import { families, repeat } from "./family.ts";

const P = "modules/placement/rules";
const KB = 1024;
/** A rendered mail. */
const MAIL = 1024 * KB;
const SEED = { provider: "google", email: "a@b.test", imapHost: "imap.gmail.com" };

const TEXTS = {
  words: repeat("word "),
  "open addresses": repeat("http://"),
  "one long address": repeat("a", { before: "https://" }),
  blanks: repeat(" "),
  "a greeting without an end": repeat("hi "),
  "lines without words": repeat("\n"),
};

export const PLACEMENT = [
  ...families(`companion/imap/junk-names.ts#isJunkName`, isJunkName, 10 * KB, {
    accents: repeat("e\u0301"),
    blanks: repeat(" "),
  }),
  ...families(`${P}/seed-names.ts#readSeedName`, readSeedName, 10 * KB, {
    digits: repeat("1", { before: "mailbox:" }),
  }),
  ...families(`${P}/seed-provider.ts#siteOf`, siteOf, 64 * KB, {
    dots: repeat("."),
    labels: repeat("a."),
  }),
  ...families(
    `${P}/seed-provider.ts#seedProvider`,
    (host: string) => seedProvider(host, `a@${host}`),
    10 * KB,
    { dots: repeat("."), labels: repeat("a.") },
  ),
  ...families(
    `${P}/seen-headers.ts#readSeenHeaders`,
    (field: string) =>
      readSeenHeaders({ authentication: [field, field], signatures: [field] }, SEED),
    64 * KB,
    {
      "open comments": repeat("("),
      "nested comments": repeat("(a)"),
      results: repeat("spf=pass;", { before: "mx.google.com; " }),
      signatures: repeat("dkim=pass header.d=a.test;", { before: "mx.google.com; " }),
      blanks: repeat(" ", { before: "mx.google.com; dkim=pass header.d" }),
    },
  ),
  ...families(
    `${P}/seen-headers.ts#readResults`,
    (field: string) => readSeenHeaders({ authentication: [field], signatures: [] }, SEED),
    64 * KB,
    { semicolons: repeat(";") },
  ),
  ...families(
    `${P}/seen-headers.ts#coversUnsubscribe`,
    (field: string) =>
      readSeenHeaders(
        { authentication: ["mx.google.com; dkim=pass header.d=a"], signatures: [field] },
        SEED,
      ),
    64 * KB,
    { tags: repeat("h=a:;"), blanks: repeat(" ") },
  ),
  ...families(
    `${P}/versions/neutral.ts#neutralHtml`,
    (html: string) => neutralHtml(html, 0, []),
    MAIL,
    {
      "open links": repeat("<a href=x>"),
      "closed links": repeat("</a>"),
      images: repeat("<img src=x>"),
      "open tags": repeat("<a "),
      entities: repeat("&amp;"),
      comments: repeat("<!--"),
      styles: repeat("<style>"),
    },
  ),
  ...families(
    `${P}/versions/neutral.ts#neutralText`,
    (text: string) => neutralText(text, 0, []),
    MAIL,
    TEXTS,
  ),
  ...families(`${P}/versions/words.ts#neutralWords`, neutralWords, MAIL, TEXTS),
  ...families(`${P}/versions/words.ts#greetingEnd`, greetingEnd, MAIL, TEXTS),
  ...families(
    `${P}/versions/words.ts#withoutUrls`,
    (text: string) => withoutUrls(text, []),
    MAIL,
    TEXTS,
  ),
];
