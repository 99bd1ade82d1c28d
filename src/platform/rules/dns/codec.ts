import type { Outside } from "#platform/rules/outside-text.ts";
import { decodeName, encodeName } from "./name.ts";
import { type DnsRecord, type QuestionType, RECORD_TYPES } from "./record.ts";

/*
 * The part of RFC 1035 that a question about mail needs. Answers come from whatever the operator's
 * resolver hears, so every length and count is checked, and nothing is followed twice.
 */

const HEADER_BYTES = 12;
const CLASS_IN = 1;
const TYPE_OPT = 41;
/** Records that are read of one message; MX sets have a handful. */
const MAX_RECORDS = 512;
/** A DNS message is never longer (its length travels in 16 bits elsewhere). */
export const MAX_MESSAGE_BYTES = 65_535;
/** RFC 6891: we take large answers, so that the resolver need not cut them. */
const UDP_PAYLOAD = 4_096;

/** A message, read as far as we understand it. */
export type DnsMessage = {
  /** With the bits that EDNS adds. */
  readonly rcode: number;
  readonly truncated: boolean;
  readonly answers: readonly DnsRecord[];
  readonly authority: readonly DnsRecord[];
};

/**
 * A recursive question in wire form, id 0 as RFC 8484 4.1 asks, so that equal questions are equal
 * requests. Null for what is no name in A-labels.
 */
export function encodeQuestion(name: string, type: QuestionType): Uint8Array | null {
  const wireName = encodeName(name);
  if (!wireName) return null;
  const wire = new Uint8Array(HEADER_BYTES + wireName.length + 4 + 11);
  const view = new DataView(wire.buffer);
  view.setUint16(2, 0x01_00); // recursion desired
  view.setUint16(4, 1); // one question
  view.setUint16(10, 1); // one additional record: OPT
  wire.set(wireName, HEADER_BYTES);
  const at = HEADER_BYTES + wireName.length;
  view.setUint16(at, RECORD_TYPES[type]);
  view.setUint16(at + 2, CLASS_IN);
  view.setUint16(at + 5, TYPE_OPT); // of the root, whose name is one zero byte
  view.setUint16(at + 7, UDP_PAYLOAD);
  return wire;
}

/**
 * Reads the answer to a question. Null for what is no answer to exactly that question: wrong id or
 * name, no response, counts or lengths that lie, names that loop. Records of unknown types are
 * skipped.
 */
export function decodeAnswer(
  bytes: Outside<Uint8Array>,
  asked: { readonly name: string; readonly type: QuestionType },
): DnsMessage | null {
  if (bytes.length < HEADER_BYTES || bytes.length > MAX_MESSAGE_BYTES) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const flags = view.getUint16(2);
  const isAnswer = view.getUint16(0) === 0 && (flags & 0xf8_00) === 0x80_00;
  if (!isAnswer || view.getUint16(4) !== 1) return null;
  const question = decodeName(bytes, HEADER_BYTES);
  if (!question || question.end + 4 > bytes.length) return null;
  const isOurs =
    question.name === asked.name.replace(/\.$/, "").toLowerCase() &&
    view.getUint16(question.end) === RECORD_TYPES[asked.type] &&
    view.getUint16(question.end + 2) === CLASS_IN;
  if (!isOurs) return null;

  const rcode = flags & 0x0f;
  const truncated = (flags & 0x02_00) !== 0;
  // What was cut off cannot be read to its end.
  if (truncated) return { rcode, truncated, answers: [], authority: [] };
  const answers = readSection(view, question.end + 4, view.getUint16(6));
  const authority = answers && readSection(view, answers.end, view.getUint16(8));
  const additional = authority && readSection(view, authority.end, view.getUint16(10));
  if (!additional) return null;
  return {
    rcode: (additional.extendedRcode << 4) | rcode,
    truncated,
    answers: answers.records,
    authority: authority.records,
  };
}

type Section = {
  readonly records: readonly DnsRecord[];
  readonly end: number;
  readonly extendedRcode: number;
};

function readSection(view: DataView, start: number, count: number): Section | null {
  if (count > MAX_RECORDS) return null;
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  const records: DnsRecord[] = [];
  let at = start;
  let extendedRcode = 0;
  for (let i = 0; i < count; i++) {
    const owner = decodeName(bytes, at);
    if (!owner || owner.end + 10 > bytes.length) return null;
    const type = view.getUint16(owner.end);
    const isInternet = view.getUint16(owner.end + 2) === CLASS_IN;
    const ttl = view.getUint32(owner.end + 4);
    const data = owner.end + 10;
    at = data + view.getUint16(owner.end + 8);
    if (at > bytes.length) return null;
    if (type === TYPE_OPT) extendedRcode = ttl >>> 24;
    if (!isInternet) continue;
    const record = readRecord(view, bytes, { type, data, end: at });
    if (record === "broken") return null;
    // RFC 2181 8: a TTL beyond 31 bits counts as 0.
    if (record) records.push({ name: owner.name, ttl: ttl > 0x7f_ff_ff_ff ? 0 : ttl, ...record });
  }
  return { records, end: at, extendedRcode };
}

type Content = DnsRecord extends infer R
  ? R extends DnsRecord
    ? Omit<R, "name" | "ttl">
    : never
  : never;

/** What a record says; null for a type that we do not read. */
function readRecord(
  view: DataView,
  bytes: Uint8Array,
  { type, data, end }: { type: number; data: number; end: number },
): Content | "broken" | null {
  const size = end - data;
  switch (type) {
    case RECORD_TYPES.A:
      return size === 4 ? { type: "A", address: bytes.subarray(data, end).join(".") } : "broken";
    case RECORD_TYPES.AAAA: {
      if (size !== 16) return "broken";
      const groups = Array.from({ length: 8 }, (_, i) => view.getUint16(data + 2 * i).toString(16));
      return { type: "AAAA", address: groups.join(":") };
    }
    case RECORD_TYPES.CNAME: {
      const target = decodeName(bytes, data);
      return target?.end === end ? { type: "CNAME", target: target.name } : "broken";
    }
    case RECORD_TYPES.MX: {
      const exchange = size > 2 ? decodeName(bytes, data + 2) : null;
      if (exchange?.end !== end) return "broken";
      return { type: "MX", preference: view.getUint16(data), exchange: exchange.name };
    }
    case RECORD_TYPES.SRV: {
      const target = size > 6 ? decodeName(bytes, data + 6) : null;
      if (target?.end !== end) return "broken";
      return {
        type: "SRV",
        priority: view.getUint16(data),
        weight: view.getUint16(data + 2),
        port: view.getUint16(data + 4),
        target: target.name,
      };
    }
    case RECORD_TYPES.TXT:
      return readText(bytes.subarray(data, end));
    case RECORD_TYPES.SOA: {
      const primary = decodeName(bytes, data);
      const contact = primary && decodeName(bytes, primary.end);
      if (!contact || contact.end + 20 !== end) return "broken";
      return { type: "SOA", minimum: view.getUint32(contact.end + 16) };
    }
    default:
      return null;
  }
}

/** Strings with their lengths before them (RFC 1035 3.3.14). */
function readText(bytes: Uint8Array): Content | "broken" {
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const end = at + 1 + (bytes[at] ?? 0);
    if (end > bytes.length) return "broken";
    text += String.fromCharCode(...bytes.subarray(at + 1, end));
    at = end;
  }
  return { type: "TXT", text };
}
