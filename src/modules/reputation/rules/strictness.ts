type Totals = { readonly messages: number; readonly failing: number };
type Source = {
  readonly source: string;
  readonly provider: string | null;
  readonly failing: number;
};

const figure = (n: number): string => n.toLocaleString("en");

/** What `p=reject` would refuse, in numbers of emails, and where most of them come from. */
export function strictness(totals: Totals, sources: readonly Source[]) {
  const { failing, messages } = totals;
  const largest = sources.toSorted((a, b) => b.failing - a.failing)[0];
  const source = largest && (largest.provider ?? (largest.source || "many small sources"));
  return {
    would_refuse: failing,
    of: messages,
    message:
      messages === 0
        ? "No report tells of emails yet."
        : largest && largest.failing > 0
          ? `p=reject would refuse ${figure(failing)} of ${figure(messages)} emails, ${figure(largest.failing)} from ${source}.`
          : `p=reject would refuse ${figure(failing)} of ${figure(messages)} emails.`,
  };
}
