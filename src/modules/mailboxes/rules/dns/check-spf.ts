import { fail, type Finding, pass, textsOf, UNANSWERED } from "#platform/rules/dns/finding.ts";
import type { AskDns } from "#platform/rules/dns/record.ts";
import { isSpf, readSpf, type SpfTerm } from "./spf-record.ts";

/** RFC 7208 4.6.4: with more, receivers treat the whole record as broken. */
export const MAX_SPF_LOOKUPS = 10;
/** Counting goes on so far, so that a person sees how much is too much. */
const COUNTED_TO = 40;

export type SpfFinding = Finding & {
  /** Look-ups that the record costs its receivers, those of its includes among them. */
  readonly lookups: number;
  /** Every domain whose record is included, near or far. */
  readonly includes: readonly string[];
};

/**
 * Whether receivers can find out which servers may send for the domain (RFC 7208): one record, that
 * can be read and costs ten look-ups at most, includes of includes among them. It is not inherited
 * from a parent domain.
 */
export async function checkSpf(ask: AskDns, domain: string): Promise<SpfFinding> {
  const walk = walker(ask);
  const own = await walk.recordsOf(domain);
  const result = (finding: Finding): SpfFinding => ({
    ...finding,
    lookups: walk.lookups(),
    includes: walk.includes(),
  });
  if (own === null) return result(UNANSWERED);
  if (own.length > 1) {
    return result(
      fail(
        "multiple",
        `There are ${own.length} SPF records, so receivers ignore them. Merge them into one: one v=spf1, all includes, and one all at the end.`,
        own,
      ),
    );
  }
  const [record] = own;
  if (record === undefined) {
    return result(
      fail("none", "There is no SPF record. Add one that includes your mail provider's servers."),
    );
  }
  const flaw = await walk.through(record, domain, [domain]);
  if (flaw === "unanswered") return result({ ...UNANSWERED, found: [record] });
  if (flaw) return result(fail(flaw.code, flaw.hint, [record]));
  if (walk.lookups() > MAX_SPF_LOOKUPS) {
    return result(
      fail(
        "too_many_lookups",
        `The record needs ${walk.lookups()} DNS lookups, but only ${MAX_SPF_LOOKUPS} are allowed. Remove includes that you do not use, or replace some with their addresses (ip4).`,
        [record],
      ),
    );
  }
  return result(endOf(record));
}

type Flaw = { readonly code: string; readonly hint: string };

/** Counts while it follows includes and redirects. */
function walker(ask: AskDns) {
  let lookups = 0;
  const includes = new Set<string>();
  const known = new Map<string, Promise<string[] | null>>();
  const recordsOf = (domain: string): Promise<string[] | null> => {
    const records =
      known.get(domain) ??
      ask(domain, "TXT").then((reply) => textsOf(reply)?.filter(isSpf) ?? null);
    known.set(domain, records);
    return records;
  };

  async function follow(
    term: SpfTerm,
    from: string,
    chain: readonly string[],
  ): Promise<Flaw | "unanswered" | null> {
    const target = term.value.replace(/\.$/, "").toLowerCase();
    // Macros name another domain for each mail.
    if (target.includes("%")) return null;
    if (chain.includes(target)) {
      return {
        code: "loop",
        hint: `The record includes itself through ${target}. Remove that include.`,
      };
    }
    const records = await recordsOf(target);
    if (records === null) return "unanswered";
    includes.add(target);
    const [record] = records;
    if (record === undefined || records.length > 1) {
      const what = record === undefined ? "has no SPF record" : "has more than one SPF record";
      return {
        code: "broken_include",
        hint: `${from} includes ${target}, which ${what}, so receivers ignore the whole record. Remove it or correct the spelling.`,
      };
    }
    return through(record, target, [...chain, target]);
  }

  async function through(
    record: string,
    domain: string,
    chain: readonly string[],
  ): Promise<Flaw | "unanswered" | null> {
    const read = readSpf(record);
    if ("unreadable" in read) {
      return {
        code: "syntax",
        hint: `${domain}: receivers cannot read "${read.unreadable}". Correct it, for example include:example.com or ip4:192.0.2.1.`,
      };
    }
    const { terms } = read;
    const hasAll = terms.some((term) => term.name === "all");
    for (const term of terms) {
      if (lookups >= COUNTED_TO) return null;
      const isRedirect = term.isModifier && term.name === "redirect";
      // RFC 7208 6.1: beside an all it is ignored.
      if (isRedirect && hasAll) continue;
      const costs =
        isRedirect ||
        (!term.isModifier && ["include", "a", "mx", "ptr", "exists"].includes(term.name));
      if (costs) lookups++;
      if (!isRedirect && term.name !== "include") continue;
      const flaw = await follow(term, domain, chain);
      if (flaw) return flaw;
    }
    return null;
  }
  return { recordsOf, through, lookups: () => lookups, includes: () => [...includes] };
}

/** How the record ends decides what it is worth. */
function endOf(record: string): Finding {
  const read = readSpf(record);
  const terms = "terms" in read ? read.terms : [];
  const all = terms.find((term) => term.name === "all" && !term.isModifier);
  if (all?.qualifier === "+") {
    return fail(
      "allows_all",
      "+all allows everyone to send for the domain. End the record with ~all or -all.",
      [record],
    );
  }
  const redirects = terms.some((term) => term.isModifier && term.name === "redirect");
  if (all?.qualifier === "?" || (!all && !redirects)) {
    return pass(
      [record],
      "open_end",
      "The record has no rule for other servers. End it with ~all or -all.",
    );
  }
  return pass([record]);
}
