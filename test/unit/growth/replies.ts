import { categorise } from "#modules/inbox/rules/replies/categorise.ts";
import { writtenText } from "#modules/inbox/rules/quote.ts";
import { readAutomatic, readReplyText } from "#modules/inbox/rules/replies/read-reply.ts";
import { readLater } from "#modules/inbox/rules/replies/named-later.ts";
import { compileLanguages, findPhrases } from "#modules/inbox/rules/replies/find-phrases.ts";
import { REPLY_LANGUAGES } from "#modules/inbox/rules/replies/languages/all.ts";
import { writtenSentences } from "#modules/inbox/rules/replies/written-sentences.ts";
import { fold, sentencesOf } from "#modules/inbox/rules/replies/tokens.ts";
import { families, repeat, type Family } from "./family.ts";

/** What is kept of a mail's text. */
const TEXT = 256 * 1024;

const REPLIES = {
  "requests without an end": repeat("please remove me from your list "),
  "words with open phrases": repeat("not really very much ever interested in the "),
  "names in a row": repeat("Hi Ann Bob Carl "),
  "short sentences": repeat("stop. "),
  "short lines": repeat("hello\n"),
  "open quotation marks": repeat('"a'),
  "marks around letters": repeat(" 'a'b"),
  "signs that divide": repeat(","),
  "dots in a row": repeat("a."),
  "question marks": repeat("a?"),
  "beginnings of addresses": repeat("a@"),
  "digits and blanks": repeat("0 1 "),
  "hidden words": repeat("f*"),
  "one long word": repeat("a"),
  apostrophes: repeat("l'"),
  "combined letters": repeat("a\u0301"),
  "misspelt words": repeat("unsusbcribbe "),
  closings: repeat("Best regards\nAnn\n"),
  disclaimers: repeat("\nThis e-mail is confidential. "),
  "quoted lines and answers": repeat("> hello\nyes\n"),
  "attributions and answers": repeat("On 1 Nov 2026 Al <a@x.test> wrote:\n> a\nyes\n"),
};
const TIMES = {
  "times without an end": repeat("in three months or "),
  "names of quarters": repeat("q1 2027 "),
  "words before quarters": repeat("abcdefghi "),
  "months in a row": repeat("after the end of March "),
  "years in a row": repeat("in 2027 "),
};
const lexica = compileLanguages(REPLY_LANGUAGES);
const reply = (text: string) => ({ subject: text.slice(0, 1_000), text });

export const REPLY_FAMILIES: readonly Family[] = [
  ...families(
    "modules/inbox/rules/replies/read-reply.ts#readReplyText",
    (text: string) => readReplyText(REPLY_LANGUAGES, reply(text), [text]),
    TEXT,
    REPLIES,
  ),
  ...families(
    "modules/inbox/rules/replies/read-reply.ts#readAutomatic",
    (text: string) => readAutomatic(REPLY_LANGUAGES, reply(text), true),
    TEXT,
    REPLIES,
  ),
  ...families(
    "modules/inbox/rules/replies/categorise.ts#categorise",
    (text: string) => categorise(REPLY_LANGUAGES, reply(text), { kind: "reply" }, [text]),
    TEXT,
    { requests: REPLIES["requests without an end"] },
  ),
  ...families(
    "modules/inbox/rules/replies/find-phrases.ts#findPhrases",
    (text: string) => sentencesOf(text).map((sentence, i) => findPhrases(lexica, sentence, i)),
    TEXT,
    REPLIES,
  ),
  ...families(
    "modules/inbox/rules/replies/written-sentences.ts#writtenSentences",
    (text: string) => writtenSentences(lexica, text, [text]),
    TEXT,
    REPLIES,
  ),
  ...families(
    "modules/inbox/rules/replies/named-later.ts#readLater",
    (text: string) => readLater(text, "2026-11-02"),
    TEXT,
    { ...REPLIES, ...TIMES },
  ),
  ...families("modules/inbox/rules/replies/tokens.ts#fold", fold, TEXT, REPLIES),
  ...families("modules/inbox/rules/replies/tokens.ts#sentencesOf", sentencesOf, TEXT, REPLIES),
  ...families("modules/inbox/rules/quote.ts#writtenText", writtenText, TEXT, REPLIES),
];
