/** Shorter words have neighbours that mean something else. */
const LEAST = 6;
const LONG = 9;

/**
 * The word that a misspelt one is meant to be: one of `misspelt` that begins with the same two
 * letters and is one letter off, two if it is long. A word that phrases know is meant as it is.
 */
export function intended(
  word: string,
  vocabulary: ReadonlySet<string>,
  misspelt: readonly string[],
): string {
  if (word.length < LEAST || word.startsWith("<") || vocabulary.has(word)) return word;
  const start = word.slice(0, 2);
  for (const meant of misspelt) {
    const off = meant.length >= LONG ? 2 : 1;
    if (!meant.startsWith(start) || Math.abs(meant.length - word.length) > off) continue;
    if (distance(word, meant, off) <= off) return meant;
  }
  return word;
}

/** Letters that are wrong, missing, too many or exchanged; more than `most` is not counted further. */
function distance(a: string, b: string, most: number): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      let least = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + same);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    if (Math.min(...row) > most) return most + 1;
    before = last;
    last = row;
  }
  return last[b.length] ?? most + 1;
}
