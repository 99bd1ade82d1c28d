export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** How far rounds lie apart: from the least to the greatest, as a share of the median in per cent. */
export function spreadPercent(numbers: readonly number[]): number {
  const middle = median(numbers);
  if (middle === 0) return 0;
  return Math.round(((Math.max(...numbers) - Math.min(...numbers)) / middle) * 100);
}
