import { fieldOfHeader } from "./columns.ts";

export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/**
 * The delimiter of a file, read off its header line: the one that makes an email column appear,
 * else the one that makes most columns; a comma when nothing speaks for another.
 */
export function detectDelimiter(headerLine: string): Delimiter {
  const ranked = DELIMITERS.map((delimiter) => {
    const cells = splitOutsideQuotes(headerLine, delimiter);
    const named = cells.some((cell) => fieldOfHeader(cell.replaceAll('"', "")) === "email");
    return { delimiter, columns: cells.length, named: named ? 1 : 0 };
  });
  ranked.sort((a, b) => b.named - a.named || b.columns - a.columns);
  return ranked[0]?.delimiter ?? ",";
}

function splitOutsideQuotes(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let quoted = false;
  let from = 0;
  for (let i = 0; i < line.length; i++) {
    if (line[i] === '"') quoted = !quoted;
    else if (line[i] === delimiter && !quoted) {
      cells.push(line.slice(from, i));
      from = i + 1;
    }
  }
  cells.push(line.slice(from));
  return cells;
}

/** The delimiter that spreadsheets announce in a first line such as `sep=;`, or null. */
export const announcedDelimiter = (firstLine: string): Delimiter | null => {
  const named =
    /^sep=(.)$/i.exec(firstLine.trimEnd())?.[1] ?? (/^sep=\t/i.test(firstLine) ? "\t" : "");
  return DELIMITERS.find((delimiter) => delimiter === named) ?? null;
};
