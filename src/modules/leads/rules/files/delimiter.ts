import type { OutsideText } from "#platform/rules/outside-text.ts";
import { isAddress } from "./column-values.ts";
import { fieldOfHeader } from "./header-names.ts";

export const DELIMITERS = [",", ";", "\t", "|"] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** Lines from which the delimiter is read: a title may be above the header line. */
export const HEAD_LINES = 30;
/** So much of each line is enough: it may be long. */
const MAX_LINE_CHARS = 16_384;

/**
 * The delimiter of a file, read off its first lines: the one that makes an email column appear,
 * else the one that makes cells with addresses, else the one by which most lines have equally many
 * columns; a comma if no other fits better.
 */
export function detectDelimiter(head: OutsideText): Delimiter {
  const lines = head.split("\n", HEAD_LINES).map((line) => line.slice(0, MAX_LINE_CHARS));
  const ranked = DELIMITERS.map((delimiter) => {
    const rows = lines.map((line) => splitOutsideQuotes(line, delimiter).map(unquoted));
    const header = rows.find((cells) => cells.some((cell) => fieldOfHeader(cell) === "email"));
    const addressed = rows.filter((cells) => cells.some(isAddress)).length;
    const agreeing = mostAgreeing(rows.map((cells) => cells.length));
    return {
      delimiter,
      evidence: [
        header ? 1 : 0,
        header ? header.length : 0,
        addressed,
        agreeing.lines,
        agreeing.columns,
      ],
    };
  });
  ranked.sort((a, b) => {
    const at = a.evidence.findIndex((value, i) => value !== b.evidence[i]);
    return at < 0 ? 0 : (b.evidence[at] ?? 0) - (a.evidence[at] ?? 0);
  });
  return ranked[0]?.delimiter ?? ",";
}

const unquoted = (cell: string): string => cell.replaceAll('"', "");

/** The number of columns, above one, that most lines have. */
function mostAgreeing(counts: readonly number[]): { lines: number; columns: number } {
  let best = { lines: 0, columns: 0 };
  for (const [columns, own] of Map.groupBy(counts, (count) => count)) {
    if (columns < 2) continue;
    const better = own.length > best.lines || (own.length === best.lines && columns > best.columns);
    if (better) best = { lines: own.length, columns };
  }
  return best;
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
export const announcedDelimiter = (firstLine: OutsideText): Delimiter | null => {
  const named =
    /^sep=(.)$/i.exec(firstLine.trimEnd())?.[1] ?? (/^sep=\t/i.test(firstLine) ? "\t" : "");
  return DELIMITERS.find((delimiter) => delimiter === named) ?? null;
};
