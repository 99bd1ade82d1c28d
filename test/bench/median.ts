export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** How far rounds lie apart: from the least to the greatest, as a share of the median in per cent. */
export const spreadPercent = (numbers: readonly number[]): number =>
  Math.round(((Math.max(...numbers) - Math.min(...numbers)) / median(numbers)) * 100);
