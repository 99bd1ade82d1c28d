import { decodeAnswer } from "#platform/rules/dns/codec.ts";
import { decodeName, encodeName } from "#platform/rules/dns/name.ts";
import { readReply } from "#platform/rules/dns/reply.ts";
import { zoneName, zoneRemark, zoneStrings } from "#modules/mailboxes/rules/dns/zone-file.ts";
import { productOf } from "#modules/links/rules/tracking-products.ts";
import { isSpf, readSpf } from "#modules/mailboxes/rules/dns/spf-record.ts";
import { families, type Family, repeat } from "./family.ts";
import { SIGNS } from "./signs.ts";

/** An answer of DNS has at most so many bytes. */
const ANSWER = 65_535;
const ASKED = { name: "a.test", type: "TXT" } as const;

/** An answer's head that promises as many records as there can be, and then these bytes again and again. */
const answer =
  (...unit: readonly number[]) =>
  (length: number): Uint8Array => {
    const head = [0, 0, 0x81, 0x80, 0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
    const question = [1, 97, 4, 116, 101, 115, 116, 0, 0, 16, 0, 1];
    const bytes = new Uint8Array(length).map((_, i) => unit[i % unit.length] ?? 0);
    bytes.set([...head, ...question]);
    return bytes;
  };

const BYTES = {
  "pointers to the head": answer(0xc0, 0x0c),
  "pointers to themselves": answer(0xc0, 0x18),
  "pointers to pointers": (length: number) => {
    const bytes = answer(0)(length);
    for (let at = 26; at + 1 < Math.min(length, 0x3fff); at += 2) {
      bytes.set([0xc0 | ((at - 2) >> 8), (at - 2) & 0xff], at);
    }
    return bytes;
  },
  "empty records": answer(0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 1, 0, 0),
  "records of text": answer(0xc0, 0x0c, 0, 16, 0, 1, 0, 0, 0, 1, 0, 2, 1, 97),
  labels: answer(1, 97),
  "labels of nothing": answer(0),
};

/** Answers of name servers and the records in them. */
export const DNS: readonly Family[] = [
  ...families(
    "platform/rules/dns/codec.ts#decodeAnswer",
    (bytes: Uint8Array) => decodeAnswer(bytes, ASKED),
    ANSWER,
    BYTES,
  ),
  ...families(
    "platform/rules/dns/reply.ts#readReply",
    (bytes: Uint8Array) => readReply(bytes, ASKED),
    ANSWER,
    BYTES,
  ),
  ...families(
    "platform/rules/dns/name.ts#decodeName",
    (bytes: Uint8Array) => decodeName(bytes, bytes.length >> 1),
    ANSWER,
    BYTES,
  ),
  ...families("platform/rules/dns/name.ts#encodeName", encodeName, ANSWER, SIGNS),
  ...families("modules/mailboxes/rules/dns/zone-file.ts#zoneName", zoneName, ANSWER, SIGNS),
  ...families("modules/mailboxes/rules/dns/zone-file.ts#zoneRemark", zoneRemark, ANSWER, SIGNS),
  ...families("modules/mailboxes/rules/dns/zone-file.ts#zoneStrings", zoneStrings, ANSWER, {
    ...SIGNS,
    "quotes to escape": repeat('"'),
    "bytes to escape": repeat("\u00ff"),
    "letters of many bytes": repeat("\u{1f600}"),
  }),
  ...families("modules/links/rules/tracking-products.ts#productOf", productOf, ANSWER, {
    ...SIGNS,
    labels: repeat("itrackly.com."),
  }),
  ...families("modules/mailboxes/rules/dns/spf-record.ts#isSpf", isSpf, ANSWER, SIGNS),
  ...families("modules/mailboxes/rules/dns/spf-record.ts#readSpf", readSpf, ANSWER, {
    ...SIGNS,
    terms: repeat("include:a.test ", { before: "v=spf1 " }),
    blanks: repeat(" ", { before: "v=spf1" }),
    networks: repeat("ip4:1.1.1.1/1", { before: "v=spf1 " }),
  }),
];
