import type { MessageStructureObject } from "imapflow";
import { attachmentsIn } from "#companion/inbound/attachments.ts";
import { decodePart } from "#companion/inbound/decode-part.ts";
import {
  forwardHtml,
  forwardSubject,
  forwardText,
  type Passed,
} from "#modules/inbox/rules/forward.ts";
import { replyHtml } from "#modules/inbox/rules/reply-html.ts";
import { fileName } from "#platform/rules/mail/file-name.ts";
import { fileType } from "#platform/rules/mail/file-type.ts";
import { families, repeat, type Family } from "./family.ts";

const KB = 1024;

const nested = (length: number): MessageStructureObject => {
  let node: MessageStructureObject = { type: "text/plain", part: "1", size: 1 };
  for (let at = 0; at < length; at++) node = { type: "multipart/mixed", childNodes: [node] };
  return node;
};
const side = (make: (at: number) => MessageStructureObject) => (length: number) => ({
  type: "multipart/mixed",
  childNodes: Array.from({ length }, (_, at) => make(at)),
});

const passed = (over: Partial<Passed>): Passed => ({
  from: { name: "", email: "bo@x.test" },
  to: [],
  cc: [],
  subject: "",
  sentAt: "2026-11-26T10:00:00.000Z",
  text: "",
  html: "",
  missing: [],
  ...over,
});

const LINES = { lines: repeat("a <b>\n"), "one line": repeat("&<") };

/** Files of mails, and what people write around them. */
export const ATTACHMENTS: readonly Family[] = [
  ...families("platform/rules/mail/file-name.ts#fileName", fileName, 256 * KB, {
    paths: repeat("../"),
    "dots at the end": repeat(".", { before: "a" }),
    "blank names": repeat(" ."),
    "signs that are reserved": repeat("<:|"),
    "marks of direction": repeat("\u202e"),
  }),
  ...families(
    "platform/rules/mail/file-type.ts#fileType",
    (head: Buffer) => fileType(head, "a.txt"),
    256 * KB,
    {
      "open elements": (length) => Buffer.from(repeat("<svg")(length)),
      "blanks before a declaration": (length) => Buffer.from(repeat(" ")(length)),
      zeros: (length) => Buffer.alloc(length),
    },
  ),
  ...families("companion/inbound/attachments.ts#attachmentsIn", attachmentsIn, 4_000, {
    "parts in parts": nested,
    "many parts": side((at) => ({ type: "image/png", part: `${at + 1}`, size: 9 })),
    "long names": side((at) => ({
      type: "image/png",
      part: `${at + 1}`,
      parameters: { name: "../".repeat(100) },
    })),
  }),
  ...families(
    "companion/inbound/decode-part.ts#decodePart",
    (bytes: Buffer) => {
      for (const encoding of ["base64", "quoted-printable", "8bit"]) decodePart(bytes, encoding);
    },
    2 * KB * KB,
    {
      "signs of no encoding": (length) => Buffer.from(repeat("= ")(length)),
      "ends of lines": (length) => Buffer.from(repeat("\r\n")(length)),
      escapes: (length) => Buffer.from(repeat("=4")(length)),
    },
  ),
  ...families("modules/inbox/rules/reply-html.ts#replyHtml", replyHtml, 100 * KB, {
    "elements that nest": repeat("<b>"),
    "elements that are dropped": repeat("<svg>"),
    "attributes without an end": repeat('a="', { before: "<a " }),
    looks: repeat("position :", { before: '<p style="', after: '">' }),
    "ends of nothing": repeat("</p>"),
  }),
  ...families("modules/inbox/rules/forward.ts#forwardSubject", forwardSubject, 256 * KB, {
    answers: repeat("Re: "),
    blanks: repeat(" ", { before: "re" }),
    both: repeat("re :", { after: "x" }),
  }),
  ...families(
    "modules/inbox/rules/forward.ts#forwardText",
    (words: string) => forwardText(words, passed({ text: words })),
    256 * KB,
    LINES,
  ),
  ...families(
    "modules/inbox/rules/forward.ts#forwardHtml",
    (words: string) => forwardHtml(words, passed({ html: words })),
    256 * KB,
    LINES,
  ),
];
