import type { Outside } from "#platform/rules/outside-text.ts";
import { decodeAnswer, type DnsMessage } from "./codec.ts";
import type { DnsRecord, DnsReply, DnsTrouble, QuestionType } from "./record.ts";

/** Aliases that are followed; resolvers give up earlier. */
const MAX_ALIASES = 16;

const TROUBLES: Readonly<Record<number, DnsTrouble>> = {
  1: "formerr",
  2: "servfail",
  4: "notimp",
  5: "refused",
};
const NXDOMAIN = 3;

/** What the bytes of an answer say about the question; trouble unless they are a clear answer to it. */
export function readReply(
  bytes: Outside<Uint8Array>,
  asked: { readonly name: string; readonly type: QuestionType },
): DnsReply {
  const message = decodeAnswer(bytes, asked);
  if (!message) return { ok: false, trouble: "malformed" };
  if (message.truncated) return { ok: false, trouble: "truncated" };
  if (message.rcode !== 0 && message.rcode !== NXDOMAIN) {
    return { ok: false, trouble: TROUBLES[message.rcode] ?? "rcode" };
  }
  return settle(message, asked);
}

function settle(
  message: DnsMessage,
  asked: { readonly name: string; readonly type: QuestionType },
): DnsReply {
  const start = asked.name.replace(/\.$/, "").toLowerCase();
  let name = start;
  const seen = new Set<string>();
  const ttls: number[] = [];
  for (;;) {
    if (seen.has(name) || seen.size > MAX_ALIASES) return { ok: false, trouble: "malformed" };
    seen.add(name);
    const own = message.answers.filter((record) => record.name === name);
    const records = own.filter((record) => record.type === asked.type);
    const alias = own.find((record) => record.type === "CNAME");
    if (records.length > 0 || !alias) {
      // What does not exist has no records; an answer that says both is not to be believed.
      if (records.length > 0 && message.rcode === NXDOMAIN)
        return { ok: false, trouble: "malformed" };
      ttls.push(
        ...(records.length > 0 ? records.map(({ ttl }) => ttl) : negativeTtl(message.authority)),
      );
      return {
        ok: true,
        exists: message.rcode !== NXDOMAIN,
        records,
        alias: name !== start,
        ttl: ttls.length > 0 ? Math.min(...ttls) : null,
      };
    }
    ttls.push(alias.ttl);
    name = alias.target;
  }
}

/** RFC 2308 5: a "there is none" may be kept for the smaller of the SOA's TTL and its minimum. */
const negativeTtl = (authority: readonly DnsRecord[]): number[] =>
  authority.flatMap((record) =>
    record.type === "SOA" ? [Math.min(record.ttl, record.minimum)] : [],
  );
