import { isAddress } from "./column-values.ts";
import type { ColumnMapping } from "./columns.ts";
import { fieldOfHeader, squeezeHeader } from "./header-names.ts";

/** Records looked at to find the header line, and to guess what columns hold. */
export const HEAD_RECORDS = 30;

type Cells = readonly string[];

/**
 * Which of the first records of a file is its header line: the one that names every column of the
 * mapping, else the first that names the address, else the line above the first address. Titles and
 * notes may be above it. 0 if none is found, -1 where the first record is a row already: the file has
 * no names of columns. A record that could not be read is null.
 */
export function findHeader(
  records: readonly (Cells | null)[],
  mapping: ColumnMapping = {},
): number {
  const mapped = Object.keys(mapping).map(squeezeHeader);
  if (mapped.length > 0) {
    const naming = records.findIndex((cells) => {
      const names = new Set(cells?.map(squeezeHeader));
      return cells !== null && mapped.every((name) => names.has(name));
    });
    if (naming >= 0) return naming;
  }
  const named = records.findIndex((cells) =>
    cells?.some((cell) => fieldOfHeader(cell) === "email"),
  );
  if (named >= 0) return named;
  const first = records.findIndex((cells) => cells?.some(isAddress));
  if (first === 0) return -1;
  for (let above = first - 1; above >= 0; above--) {
    if (records[above]?.some((cell) => cell.trim() !== "")) return above;
  }
  return 0;
}
