import packet from "dns-packet";

export type Question = { readonly name: string; readonly type: string };
/** Names that RFC 1035, 2136 and later give to response codes. */
export type Rcode =
  | "NOERROR"
  | "FORMERR"
  | "SERVFAIL"
  | "NXDOMAIN"
  | "NOTIMP"
  | "REFUSED"
  | "NOTAUTH";
const RCODES: Record<Rcode, number> = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  NOTAUTH: 9,
};

export type Wire = {
  readonly id?: number;
  readonly question: Question;
  readonly rcode?: Rcode;
  readonly answers?: packet.Answer[];
  readonly authorities?: packet.Answer[];
  readonly truncated?: boolean;
};

/** An answer in wire form, by a codec that is not the product's. */
export function answerWire(given: Wire): Buffer {
  return packet.encode({
    type: "response",
    id: given.id ?? 0,
    flags:
      packet.RECURSION_DESIRED |
      packet.RECURSION_AVAILABLE |
      (given.truncated ? packet.TRUNCATED_RESPONSE : 0) |
      RCODES[given.rcode ?? "NOERROR"],
    questions: [given.question as packet.Question],
    answers: given.answers ?? [],
    authorities: given.authorities ?? [],
  });
}

/** The question that a message asks. Throws where there is not exactly one. */
export function questionIn(wire: Buffer): Question & { id: number } {
  const { id = 0, questions = [] } = packet.decode(wire);
  const [question] = questions;
  if (!question || questions.length > 1) throw new Error("one question was expected");
  return { id, name: question.name, type: question.type };
}

export const mx = (
  name: string,
  ...servers: readonly (readonly [number, string])[]
): packet.Answer[] =>
  servers.map(([preference, exchange]) => ({
    type: "MX",
    name,
    ttl: 300,
    data: { preference, exchange },
  }));
export const a = (name: string, ...addresses: readonly string[]): packet.Answer[] =>
  addresses.map((data) => ({ type: "A", name, ttl: 300, data }));
export const aaaa = (name: string, ...addresses: readonly string[]): packet.Answer[] =>
  addresses.map((data) => ({ type: "AAAA", name, ttl: 300, data }));
export const txt = (name: string, ...texts: readonly string[]): packet.Answer[] =>
  texts.map((text) => ({
    type: "TXT",
    name,
    ttl: 300,
    // Strings of 255 bytes at most.
    data: text.match(/[^]{1,255}/g) ?? [""],
  }));
export const srv = (
  name: string,
  ...servers: readonly (readonly [port: number, target: string])[]
): packet.Answer[] =>
  servers.map(([port, target]) => ({
    type: "SRV",
    name,
    ttl: 300,
    data: { priority: 0, weight: 1, port, target },
  }));
export const cname = (name: string, data: string): packet.Answer[] => [
  { type: "CNAME", name, ttl: 60, data },
];
export const soa = (name: string, ttl: number, minimum: number): packet.Answer[] => [
  {
    type: "SOA",
    name,
    ttl,
    data: {
      mname: `ns.${name}`,
      rname: `admin.${name}`,
      serial: 1,
      refresh: 2,
      retry: 3,
      expire: 4,
      minimum,
    },
  },
];
