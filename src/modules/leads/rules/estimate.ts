/** What was seen at the beginning of one range of ids. */
export type Sample = {
  readonly start: number;
  /** Rows that were looked at, how many of them fit, and the id of the last one. */
  readonly rows: number;
  readonly fits: number;
  readonly last: number;
};

export type Estimate = { readonly count: number; readonly estimated: boolean };

/**
 * How many rows fit, from samples of ranges that are equally wide and cover all ids. Up to `most` rows
 * of each range were looked at: one with fewer is known, another is taken to be as dense as its
 * beginning. `known` is the number of all rows, where it is kept.
 */
export function estimateFits(
  samples: readonly Sample[],
  { width, most, known }: { width: number; most: number; known: number | null },
): Estimate {
  let all = 0;
  let fit = 0;
  let estimated = false;
  for (const { start, rows, fits, last } of samples) {
    if (rows === 0) continue;
    const isWhole = rows < most;
    const inRange = isWhole ? rows : rows * Math.max(1, width / (last - start + 1));
    estimated ||= !isWhole;
    all += inRange;
    fit += inRange * (fits / rows);
  }
  if (!estimated) return { count: fit, estimated: false };
  const scale = known === null || all === 0 ? 1 : known / all;
  return { count: rounded(fit * scale), estimated: true };
}

/** Three digits that say something, since a sample knows no more. */
function rounded(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, count))) - 2);
  return Math.round(count / unit) * unit;
}
