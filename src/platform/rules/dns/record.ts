/** Record types that we ask for or read, by number (RFC 1035 3.2.2, 2782, 3596). */
export const RECORD_TYPES = {
  A: 1,
  CNAME: 5,
  SOA: 6,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
} as const;
/** What may be asked. */
export type QuestionType = "MX" | "A" | "AAAA" | "TXT" | "CNAME" | "SRV";

/** A record that we can read. Names are lower case, without the dot at the end; the root is "". */
export type DnsRecord = { readonly name: string; readonly ttl: number } & (
  | { readonly type: "A" | "AAAA"; readonly address: string }
  | { readonly type: "CNAME"; readonly target: string }
  | { readonly type: "MX"; readonly preference: number; readonly exchange: string }
  /** Which server has a service; a target "" says that none has. */
  | {
      readonly type: "SRV";
      readonly priority: number;
      readonly weight: number;
      readonly port: number;
      readonly target: string;
    }
  /** Its strings, put together (RFC 7208 3.3); bytes that are no ASCII read as Latin-1. */
  | { readonly type: "TXT"; readonly text: string }
  /** How long its zone lets "there is none" be kept, seconds (RFC 2308). */
  | { readonly type: "SOA"; readonly minimum: number }
);

/** Why a question has no answer to go by. None of them says anything about the domain. */
export const DNS_TROUBLES = [
  /** No answer within 5 s. */
  "timeout",
  /** The resolver could not be reached, or hung up. */
  "unreachable",
  /** An HTTP status other than 200. */
  "http",
  /** No DNS message, one that contradicts itself, or an answer to another question. */
  "malformed",
  "truncated",
  "formerr",
  "servfail",
  "notimp",
  "refused",
  /** Any other response code. */
  "rcode",
] as const;
export type DnsTrouble = (typeof DNS_TROUBLES)[number];

/** What came of one question. */
export type DnsReply =
  | {
      readonly ok: true;
      /** The name, or what it is an alias of, does not exist (RFC 2308, 6604). */
      readonly exists: boolean;
      /** Records of the type asked for, of the name or what it is an alias of. */
      readonly records: readonly DnsRecord[];
      /** The name is an alias. */
      readonly alias: boolean;
      /** Seconds for which the answer may be kept; null when it does not say. */
      readonly ttl: number | null;
    }
  | { readonly ok: false; readonly trouble: DnsTrouble };

/** Asks one question; null: no further question is allowed. */
export type AskDns = (name: string, type: QuestionType) => Promise<DnsReply | null>;
