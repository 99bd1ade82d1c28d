/** From the first to the last moment, both included; milliseconds. */
export type Span = { readonly from: number; readonly to: number };

/** The same moments as spans in order of time that do not touch each other. Takes n log n. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const merged: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else merged.push(span);
  }
  return merged;
}

/** Whether a moment lies in one of the spans, which `mergeSpans` made. */
export function covers(spans: readonly Span[], at: number): boolean {
  let low = 0;
  let high = spans.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const span = spans[middle];
    if (!span) return false;
    if (at < span.from) high = middle - 1;
    else if (at > span.to) low = middle + 1;
    else return true;
  }
  return false;
}

/** What `denseSpans` reads of a hit. */
export type Visit = {
  readonly at: number;
  readonly url: string | null;
  readonly source: string | null;
};

/**
 * Where at least `links` different targets were asked for by at least `sources` different sources
 * within `withinMs`. A hidden link (null) is a target like any other.
 */
export function denseSpans(
  visits: readonly Visit[],
  { links, sources, withinMs }: { links: number; sources: number; withinMs: number },
): Span[] {
  const inOrder = visits.toSorted((a, b) => a.at - b.at);
  const urls = counter();
  const from = counter();
  const spans: Span[] = [];
  let first = 0;
  for (const last of inOrder) {
    urls.add(String(last.url));
    from.add(String(last.source));
    for (
      let visit = inOrder[first];
      visit && last.at - visit.at > withinMs;
      visit = inOrder[++first]
    ) {
      urls.remove(String(visit.url));
      from.remove(String(visit.source));
    }
    const start = inOrder[first];
    if (start && urls.distinct() >= links && from.distinct() >= sources) {
      spans.push({ from: start.at, to: last.at });
    }
  }
  return mergeSpans(spans);
}

function counter() {
  const counts = new Map<string, number>();
  return {
    distinct: () => counts.size,
    add: (key: string) => void counts.set(key, (counts.get(key) ?? 0) + 1),
    remove(key: string): void {
      const left = (counts.get(key) ?? 1) - 1;
      if (left === 0) counts.delete(key);
      else counts.set(key, left);
    },
  };
}
