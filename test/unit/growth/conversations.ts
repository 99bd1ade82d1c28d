import { asId } from "#platform/rules/ids.ts";
import { clipText } from "#modules/events/rules/web-push.ts";
import { forColleagues } from "#modules/inbox/rules/own-copy.ts";
import { excerptAround } from "#modules/inbox/rules/search/excerpt.ts";
import { indexedText, termsOf, searchedWords } from "#modules/inbox/rules/search/search-words.ts";
import { hitToken, unsubscribeToken } from "#modules/links/rules/token.ts";
import { wordsAbove } from "#modules/inbox/rules/forward.ts";
import { isSignedBy, readExchangeHeader } from "#modules/warmup/rules/exchange/mail.ts";
import { families, repeat, type Family } from "./family.ts";

const SECRET = "s".repeat(32);
const hit = hitToken(SECRET, asId(1), asId(2));
const leave = unsubscribeToken(SECRET, asId(1), asId(2));

const WORDS = "modules/inbox/rules/search/search-words.ts";

/** Texts of messages, as words of them are looked for. */
const SEARCHED = {
  "letters without a space": repeat("a"),
  "letters and spaces": repeat("a "),
  "marks without a letter": repeat("\u0301"),
  "a letter with many marks": repeat("\u0301", { before: "a" }),
  "letters of scripts without spaces": repeat("\u4f1a"),
  "such letters by turns with others": repeat("\u4f1aa"),
  "what nearly stands in a row": repeat("a a a b "),
  quotes: repeat('"'),
  "quotes around nothing": repeat('" '),
  spaces: repeat(" "),
};
const ROW = { words: Array.from("a".repeat(40)), isBeginning: true };

const EXCHANGE = "modules/warmup/rules/exchange/mail.ts";

/** Names in notices, HTML of answers as colleagues look at it, the search in what they say, and mails of exchanges. */
export const CONVERSATIONS: readonly Family[] = [
  ...families("modules/inbox/rules/forward.ts#wordsAbove", wordsAbove, 256 * 1024, {
    "empty lines": repeat("\n"),
    "lines that nearly are the title": repeat("---------- Forwarded\n"),
    "one long line": repeat("a"),
    spaces: repeat(" ", { after: "x" }),
  }),
  ...families(
    "modules/events/rules/web-push.ts#clipText",
    (text: string) => clipText(text, 140),
    256 * 1024,
    { spaces: repeat(" ", { after: "x" }), "spaces between letters": repeat("a  ") },
  ),
  ...families(`${EXCHANGE}#readExchangeHeader`, readExchangeHeader, 16_000, {
    letters: repeat("a"),
    dots: repeat("."),
    spaces: repeat(" ", { after: "x" }),
    "codes again and again": repeat(`${"a".repeat(14)}.sen.`),
  }),
  ...families(
    `${EXCHANGE}#isSignedBy`,
    (results: string) => isSignedBy(results, "ours.test"),
    16_000,
    {
      semicolons: repeat(";"),
      spaces: repeat(" ", { after: "x" }),
      "signers of others": repeat("dkim=pass header.d=other.test;"),
      "many properties of one signature": repeat(" header.i=a@b", { before: "dkim=pass" }),
      "signs of addresses": repeat("@", { before: "dkim=pass header.i=" }),
    },
  ),
  ...families(
    `${WORDS}#searchedWords`,
    (text: string) => [...searchedWords(text)],
    32_000,
    SEARCHED,
  ),
  ...families(`${WORDS}#indexedText`, indexedText, 32_000, SEARCHED),
  ...families(`${WORDS}#termsOf`, termsOf, 32_000, SEARCHED),
  ...families(
    "modules/inbox/rules/search/excerpt.ts#excerptAround",
    (text: string) =>
      excerptAround(
        text,
        Array.from({ length: 10 }, () => ROW),
      ),
    32_000,
    SEARCHED,
  ),
  ...families(
    "modules/inbox/rules/own-copy.ts#forColleagues",
    (html: string) => forColleagues(html, [SECRET]),
    640 * 1024,
    {
      "pictures never closed": repeat("<img "),
      "beginnings of addresses": repeat("/t/"),
      "a long path without an end": repeat("x", { before: "https://t.test/t/" }),
      "tokens of others": repeat(`/unsubscribe/${"z".repeat(30)} `),
      "one token of ours": repeat(`/unsubscribe/${leave}`),
      "links of ours": repeat(`"https://t.test/t/${hit}/link/abc"`),
      "one long word around tokens": repeat(`/t/${hit}/`, { before: "x".repeat(600) }),
    },
  ),
];
