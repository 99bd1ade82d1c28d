import type { Finding } from "./finding.ts";

/** How far the resolvers agree: `one` where only one answered, or only one is set. */
export const AGREEMENTS = ["agree", "disagree", "one", "none"] as const;
export type Agreement = (typeof AGREEMENTS)[number];

/**
 * One finding out of those of each resolver. A resolver that failed counts for nothing; two
 * different answers make it `unknown`, since a change is spreading.
 */
export function agreed<F extends Finding>(findings: readonly F[]): F & { agreement: Agreement } {
  const answered = findings.filter((finding) => finding.code !== "resolver_failed");
  const [first] = answered.length > 0 ? answered : findings;
  if (!first) throw new RangeError("no resolver is set");
  if (answered.length < 2) {
    return { ...first, agreement: answered.length === 0 ? "none" : "one" };
  }
  if (answered.every(({ status, code }) => status === first.status && code === first.code)) {
    return { ...first, agreement: "agree" };
  }
  return {
    ...first,
    status: "unknown",
    code: "resolvers_disagree",
    found: [...new Set(answered.flatMap(({ found }) => found))],
    hint: "DNS servers return different results, so a change is in progress. Check again in a few minutes. It can take an hour.",
    agreement: "disagree",
  };
}
