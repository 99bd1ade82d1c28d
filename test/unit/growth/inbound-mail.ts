import { addressesIn } from "#companion/inbound/addresses.ts";
import { headerBlock, messageIds, parseHeaderFields } from "#companion/inbound/fields.ts";
import { calendarIn } from "#companion/inbound/calendar.ts";
import { inRightCharset, relabelled } from "#companion/inbound/right-charset.ts";
import { unparsedMail } from "#companion/inbound/parse-mail.ts";
import { readMailHead } from "#companion/inbound/read-head.ts";
import { readReturn } from "#modules/inbox/rules/kinds/absence.ts";
import { autoReplyKind } from "#modules/inbox/rules/kinds/auto-reply.ts";
import { automaticSubject } from "#modules/inbox/rules/kinds/auto-reply-subjects.ts";
import { classifyMail } from "#modules/inbox/rules/kinds/classify-mail.ts";
import { isDeviceSignature } from "#modules/inbox/rules/device-signature.ts";
import { readProviderMail } from "#modules/inbox/rules/kinds/provider-mail.ts";
import { fitsHeader, serverMessageIdOf } from "#modules/delivery/rules/server-message-id.ts";
import { answeredIds } from "#modules/inbox/rules/match.ts";
import { excerptOf, ownText } from "#modules/inbox/rules/quote.ts";
import type { ReceivedMail } from "#platform/rules/mail/received-mail.ts";
import { companyDomain, senderAddresses } from "#modules/mailboxes/rules/sender.ts";
import { isAnswerSubject, subjectKey } from "#platform/rules/mail/subject.ts";
import { withoutPassword } from "#modules/mailboxes/rules/without-password.ts";
import {
  readForeignSubject,
  readUnsubscribeSubject,
} from "#modules/links/rules/unsubscribe-mail.ts";
import { families, repeat, type Family } from "./family.ts";

const KB = 1024;
/** What the companion reads of a mail at most, and of its text and its headers. */
const SOURCE = 3 * KB * KB;
const TEXT = 256 * KB;
const HEADERS = 256 * KB;

const bytes = (make: (length: number) => string) => (length: number) => Buffer.from(make(length));
const FACTS = { uid: 1, received_at: 0, size: 1 };

const HEADER_BLOCKS = {
  "a long sender": repeat("a", { before: "From: ", after: "\r\n\r\nhi" }),
  "signs within a sender": repeat("a@", { before: "From: ", after: "\r\n\r\nhi" }),
  "a folded field": repeat("\r\n ", { before: "From: a", after: "\r\n\r\nhi" }),
  "blank ends of lines": repeat("\r\n \t \t", { before: "Subject: a", after: "x\r\n\r\nhi" }),
  "many fields": repeat("From: a\r\n"),
  "lines without a colon": repeat("abc\r\n"),
  "carriage returns": repeat("\r", { before: "From: a" }),
  "open message ids": repeat("<a", { before: "References: ", after: "\r\n\r\nhi" }),
};
const ADDRESSES = {
  quotes: repeat('"'),
  groups: repeat("a:b;"),
  "groups in groups": repeat("a:"),
  brackets: repeat("<"),
  commas: repeat("a@b.c,"),
};

/** Received texts that make a cutter of quotations, a reader of dates or a classifier slow. */
const TEXTS = {
  dashes: repeat("-"),
  "dashed lines": repeat("--\n"),
  blanks: repeat(" "),
  "blanks and tabs": repeat(" \t", { after: "x" }),
  "empty lines": repeat("\n"),
  "an open attribution": repeat("a ", { before: "On " }),
  "attributions without an end": repeat("On 1 Nov Al <a@x.test> said\n"),
  "dates without an end": repeat("le 3/12/26 "),
  "header lines": repeat("From: a\nTo: b\n"),
  "dated headers": repeat("Date: a\nSubject: b\n"),
  "headers of no language": repeat("Xy: a <a@b.c>\nZz: 12:00\n"),
  "a label without an end": repeat("a ", { before: "Xy" }),
  "addresses of Lotus": repeat("--- a wrote "),
  "links of programs": repeat("sent via (https:a"),
  addresses: repeat("a@"),
  dots: repeat("a."),
  codes: repeat("550 5.1.1 "),
  "message ids": repeat("message-id: <a"),
  "weeks and months": repeat("until mid june week 1 in 2 weeks "),
  "days of a month": repeat("until the 30th "),
  "days of the week": repeat("until monday "),
  numbers: repeat("1."),
  "ranges of days": repeat("1 - 2 to "),
  "words that deny": repeat("not before "),
  underscores: repeat("_"),
  "marks of a quotation": repeat("> >"),
  "signatures of devices": repeat("Sent from my\n"),
  "automatic words": repeat("automatic "),
  surrogates: repeat("\uD800"),
};

const received = (text: string, change: Partial<ReceivedMail> = {}): ReceivedMail => ({
  messageId: null,
  inReplyTo: [],
  references: [],
  from: { address: "mailer-daemon@x.test", name: "" },
  subject: "Re: Hello",
  text,
  headers: {},
  report: null,
  ...change,
});

/** Received mail, from its bytes to what is made of it. */
export const INBOUND_MAIL: readonly Family[] = [
  ...families(
    "companion/inbound/parse-mail.ts#unparsedMail",
    (raw: Buffer) => unparsedMail(raw, FACTS),
    SOURCE,
    Object.fromEntries(Object.entries(HEADER_BLOCKS).map(([name, make]) => [name, bytes(make)])),
  ),
  ...families(
    "companion/inbound/read-head.ts#readMailHead",
    (raw: Buffer) => readMailHead(raw, 1, false),
    64 * KB,
    Object.fromEntries(Object.entries(HEADER_BLOCKS).map(([name, make]) => [name, bytes(make)])),
  ),
  ...families("companion/inbound/right-charset.ts#inRightCharset", inRightCharset, TEXT, {
    "letters read twice": repeat("\u00C3\u00BC"),
    "letters cut in two": repeat("\u00C3\u00BC\u00C3\n"),
    "lines that are right": repeat("\u00C3\u00BC \u4E00\n"),
  }),
  ...families("companion/inbound/right-charset.ts#relabelled", relabelled, 1024 * KB, {
    labels: bytes(repeat("charset = utf-8 ")),
    types: bytes(repeat("content-type: text/plain\r\n")),
    blanks: bytes(repeat(" ", { before: "content-type: text/plain", after: "x" })),
  }),
  ...families(
    "companion/inbound/calendar.ts#calendarIn",
    (content: Buffer) =>
      calendarIn([
        {
          filename: null,
          mimeType: "text/calendar",
          disposition: null,
          content: Uint8Array.from(content),
        },
      ]),
    SOURCE,
    {
      methods: bytes(repeat("METHOD:x\r\n")),
      folds: bytes(repeat("\r\n ")),
      answers: bytes(repeat("PARTSTAT=")),
    },
  ),
  ...families("companion/inbound/fields.ts#headerBlock", headerBlock, SOURCE, {
    "no end": bytes(repeat("a\r\n")),
    "carriage returns": bytes(repeat("\r")),
  }),
  ...families(
    "companion/inbound/fields.ts#parseHeaderFields",
    parseHeaderFields,
    HEADERS,
    HEADER_BLOCKS,
  ),
  ...families("companion/inbound/fields.ts#messageIds", messageIds, HEADERS, {
    "open ids": repeat("<"),
    "ids without an end": repeat("<a"),
    ids: repeat("<a@b> "),
  }),
  ...families("companion/inbound/addresses.ts#addressesIn", addressesIn, HEADERS, ADDRESSES),
  ...families(
    "modules/mailboxes/rules/sender.ts#senderAddresses",
    senderAddresses,
    HEADERS,
    ADDRESSES,
  ),
  ...families(
    "modules/mailboxes/rules/sender.ts#companyDomain",
    (text: string) => companyDomain(text, new Set()),
    HEADERS,
    ADDRESSES,
  ),
  ...families("platform/rules/mail/subject.ts#subjectKey", subjectKey, HEADERS, {
    tickets: repeat("[a 123]"),
    "an open ticket": repeat("a1", { before: "[" }),
    marks: repeat("Re: "),
    "numbered marks": repeat("Re[1]"),
    "blanks after a mark": repeat(" ", { before: "Re", after: ":" }),
  }),
  ...families("platform/rules/mail/subject.ts#isAnswerSubject", isAnswerSubject, HEADERS, {
    marks: repeat("Re: "),
    blanks: repeat(" "),
  }),
  ...families(
    "modules/links/rules/unsubscribe-mail.ts#readUnsubscribeSubject",
    (text: string) => readUnsubscribeSubject(["s".repeat(32)], text),
    HEADERS,
    { words: repeat("unsubscribe "), blanks: repeat(" ", { before: "unsubscribe" }) },
  ),
  ...families(
    "modules/links/rules/unsubscribe-mail.ts#readForeignSubject",
    readForeignSubject,
    HEADERS,
    { words: repeat("unsubscribe "), signs: repeat("A", { before: "unsubscribe " }) },
  ),
  ...families(
    "modules/mailboxes/rules/without-password.ts#withoutPassword",
    (text: string) => withoutPassword(text, { username: "ann", password: "p" }),
    HEADERS,
    { passwords: repeat("p "), "words with it": repeat("port") },
  ),
  ...families("modules/delivery/rules/server-message-id.ts#fitsHeader", fitsHeader, 10_000, {
    "one long word": repeat("a"),
    "a bracket at the end": repeat("a", { after: ">" }),
  }),
  ...families(
    "modules/delivery/rules/server-message-id.ts#serverMessageIdOf",
    (id: string) => serverMessageIdOf({ message_id: "ours@x.test", server_message_id: id }),
    10_000,
    { "one long word": repeat("a"), brackets: repeat("<") },
  ),
  ...families("modules/inbox/rules/match.ts#answeredIds", answeredIds, 10_000, {
    "a long chain": (length) => ({
      inReplyTo: [],
      references: Array.from({ length }, (_, i) => `${i}@x.test`),
    }),
  }),
  ...families(
    "modules/inbox/rules/kinds/provider-mail.ts#readProviderMail",
    (text: string) => readProviderMail(received(text, { subject: "AWS Notification Message" })),
    TEXT,
    {
      "nested lists": repeat("["),
      recipients: repeat('{"emailAddress":"a@x.test"},', {
        before: '{"notificationType":"Bounce","bounce":{"bouncedRecipients":[',
        after: "{}]}}",
      }),
      footers: repeat("\n--x"),
    },
  ),
  ...families(
    "modules/inbox/rules/device-signature.ts#isDeviceSignature",
    isDeviceSignature,
    TEXT,
    TEXTS,
  ),
  ...families("modules/inbox/rules/quote.ts#ownText", ownText, TEXT, TEXTS),
  ...families("modules/inbox/rules/quote.ts#excerptOf", excerptOf, TEXT, TEXTS),
  ...families(
    "modules/inbox/rules/kinds/absence.ts#readReturn",
    (text: string) => readReturn(text, "2026-11-18"),
    TEXT,
    TEXTS,
  ),
  ...families(
    "modules/inbox/rules/kinds/auto-reply-subjects.ts#automaticSubject",
    (text: string) => automaticSubject(text, text),
    TEXT,
    TEXTS,
  ),
  ...families(
    "modules/inbox/rules/kinds/auto-reply.ts#autoReplyKind",
    (text: string) =>
      autoReplyKind(
        received(text, { headers: { "x-auto-response-suppress": text, "x-mailer": text } }),
      ),
    TEXT,
    TEXTS,
  ),
  ...families(
    "modules/inbox/rules/kinds/classify-mail.ts#classifyMail",
    (mail: ReceivedMail) => classifyMail(mail, () => false),
    TEXT,
    Object.fromEntries(
      Object.entries(TEXTS).flatMap(([name, make]) => [
        [`${name} in the text`, (length: number) => received(make(length))],
        [
          `${name} everywhere else`,
          (length: number) => {
            const text = make(length);
            const headers = { "x-failed-recipients": text, "return-path": text, precedence: text };
            return received("Yes.", { subject: text, headers, references: [text] });
          },
        ],
      ]),
    ),
  ),
];
