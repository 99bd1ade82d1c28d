import type { LookedUp } from "#platform/rules/dns/lookup.ts";
import { ipv4Number, isCodeAmong } from "./codes.ts";
import type { BlockList } from "#platform/rules/block-list.ts";

/** What a list says of a name. `information`: it tells something that is no listing. */
export const LIST_ANSWERS = ["clean", "listed", "information", "unknown"] as const;
export type ListAnswer = (typeof LIST_ANSWERS)[number];

/** Why nothing is known. None of them says anything about the name. */
export const UNKNOWN_REASONS = [
  /** There is neither a companion nor a key for the list. */
  "no_road",
  /** The list answers that this resolver may not ask. */
  "refused",
  "timeout",
  /** The resolver failed, or could not be reached. */
  "resolver_failed",
  /** An answer that no code of the list explains. */
  "strange_answer",
  /** What the list must name it did not name, or it names what it must not. */
  "test_point",
  /** It was not asked yet. */
  "not_asked",
] as const;
export type UnknownReason = (typeof UNKNOWN_REASONS)[number];

export type Judged = {
  readonly answer: ListAnswer;
  readonly reason: UnknownReason | null;
  /** The addresses that it answered. */
  readonly codes: readonly string[];
  /** Seconds for which the answer may be kept. */
  readonly ttl: number | null;
};

const LOOPBACK = { from: 127 * 2 ** 24, to: 128 * 2 ** 24 - 1 };
/** Spamhaus and others answer questions there that they refuse. */
const REFUSALS = "127.255.255.0-127.255.255.255";
const BITS_BASE = 127 * 2 ** 24;

export const unknown = (reason: UnknownReason, codes: readonly string[] = []): Judged => ({
  answer: "unknown",
  reason,
  codes,
  ttl: null,
});

/**
 * One answer by itself. "Not there" is `clean` here; whether that may be believed, the test points
 * decide. Only a code of the list is a listing: other addresses are of resolvers that lie.
 */
export function judgeAnswer(list: BlockList, lookup: LookedUp): Judged {
  if (lookup.status === "nxdomain")
    return { answer: "clean", reason: null, codes: [], ttl: lookup.ttl };
  if (lookup.status === "nodata") return unknown("strange_answer");
  if (lookup.status === "trouble")
    return unknown(
      lookup.trouble === "timeout"
        ? "timeout"
        : lookup.trouble === "refused"
          ? "refused"
          : "resolver_failed",
    );
  const { addresses: codes, ttl } = lookup;
  const numbers = codes.map((code) => ipv4Number(code) ?? 0);
  if (numbers.length === 0 || numbers.some((n) => n < LOOPBACK.from || n > LOOPBACK.to))
    return unknown("strange_answer", codes);
  if (numbers.some((n) => isCodeAmong(n, [REFUSALS, ...list.refused_codes])))
    return unknown("refused", codes);
  if (numbers.some((n) => isListing(list, n)))
    return { answer: "listed", reason: null, codes, ttl };
  if (numbers.every((n) => isCodeAmong(n, list.information_codes)))
    return { answer: "information", reason: null, codes, ttl };
  return unknown("strange_answer", codes);
}

const isListing = (list: BlockList, code: number): boolean =>
  isCodeAmong(code, list.listed_codes) ||
  (code >= BITS_BASE && code < BITS_BASE + 256 && ((code - BITS_BASE) & list.listed_bits) !== 0);

/** Whether the list answers this resolver as it must: its test point is there, and what must not be there is not. */
export const isTrusted = (
  list: BlockList,
  points: { listed: LookedUp; clean: LookedUp },
): boolean =>
  judgeAnswer(list, points.listed).answer === "listed" &&
  judgeAnswer(list, points.clean).answer === "clean";

/** Of a name and the domains above it: listed by any of them, clean only if all are. */
export function worstOf(judged: readonly Judged[]): Judged {
  for (const answer of ["listed", "unknown", "information"] as const) {
    const found = judged.find((one) => one.answer === answer);
    if (found) return found;
  }
  const ttls = judged.flatMap(({ ttl }) => (ttl === null ? [] : [ttl]));
  return {
    answer: judged.length > 0 ? "clean" : "unknown",
    reason: judged.length > 0 ? null : "not_asked",
    codes: [],
    ttl: ttls.length > 0 ? Math.min(...ttls) : null,
  };
}
