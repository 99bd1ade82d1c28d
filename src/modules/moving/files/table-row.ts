import type { Outside, OutsideText } from "#platform/rules/outside-text.ts";
import { headerKey } from "./which-file.ts";

/** A row of a file whose columns are asked for by their name, however it is spelled. */
export type TableRow = {
  readonly line: number;
  /** Trimmed; null where it is empty or there is no such column. */
  readonly text: (...names: readonly string[]) => string | null;
  readonly number: (...names: readonly string[]) => number | null;
  readonly yes: (...names: readonly string[]) => boolean;
  /** Every filled cell whose column is none of these, by its header. */
  readonly rest: (without: ReadonlySet<string>) => Record<string, string>;
};

const MAX_CELL = 10_000;

/** Reads rows by the header of their file. */
export function rowReader(
  header: readonly OutsideText[],
): (line: number, cells: Outside<readonly string[]>) => TableRow {
  const at = new Map<string, number>();
  const columns = header.map((name) => ({ key: headerKey(name), own: name.trim().slice(0, 200) }));
  for (const [n, { key }] of columns.entries()) if (!at.has(key)) at.set(key, n);
  return (line, cells) => {
    const text = (...names: readonly string[]): string | null => {
      for (const name of names) {
        const cell = cells[at.get(name) ?? -1]?.trim().slice(0, MAX_CELL);
        if (cell !== undefined && cell !== "") return cell;
      }
      return null;
    };
    const number = (...names: readonly string[]): number | null => {
      const value = Number(text(...names) ?? Number.NaN);
      return Number.isFinite(value) ? value : null;
    };
    return {
      line,
      text,
      number,
      yes: (...names) => {
        const value = text(...names)?.toLowerCase() ?? "";
        return /^(?:true|yes|y|x|active|enabled)$/.test(value) || Number(value) > 0;
      },
      rest: (without) =>
        Object.fromEntries(
          columns.flatMap(({ key, own }, n): [string, string][] => {
            if (own === "" || own === "__proto__" || without.has(key)) return [];
            const value = cells[n]?.trim().slice(0, MAX_CELL) ?? "";
            return value === "" ? [] : [[own, value]];
          }),
        ),
    };
  };
}
