/** One thing that a proof found, and what it must be. */
export type Finding = {
  readonly what: string;
  readonly found: number;
  readonly must: { readonly be: number } | { readonly least: number } | { readonly most: number };
};

/** What a proof says at its end. */
export type Proven = {
  readonly findings: readonly Finding[];
  /** What the findings are about, for the last line: "60 clients, 162,400 leads". */
  readonly of: string;
};

export function holds({ found, must }: Finding): boolean {
  if ("be" in must) return found === must.be;
  return "least" in must ? found >= must.least : found <= must.most;
}

/** As rows of a table. */
export const linesOf = (findings: readonly Finding[]): readonly Record<string, string | number>[] =>
  findings.map((finding) => ({
    what: finding.what,
    found: finding.found,
    must: mustBe(finding.must),
    holds: holds(finding) ? "yes" : "NO",
  }));

/** The last line: what was proven of how much, or what does not hold. */
export function figureOf(name: string, { findings, of }: Proven): string {
  const broken = findings.filter((finding) => !holds(finding));
  // Nothing found is nothing shown.
  if (findings.length === 0) return `${name}: FAILED: it found nothing (${of})`;
  if (broken.length > 0) {
    const first = broken.map(({ what, found, must }) => `${what} ${found}, not ${mustBe(must)}`);
    return `${name}: FAILED: ${first.join("; ")} (${of})`;
  }
  const said = findings.map(({ what, found }) => `${what} ${found}`);
  return `${name}: ${said.join(", ")} (${of})`;
}

const mustBe = (must: Finding["must"]): string =>
  "be" in must ? `${must.be}` : "least" in must ? `>= ${must.least}` : `<= ${must.most}`;
