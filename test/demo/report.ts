/** A line of the final table. */
export type Row = {
  readonly name: string;
  readonly expected: number | string;
  readonly counted: number | string;
};

export const row = (name: string, expected: Row["expected"], counted: Row["counted"]): Row => ({
  name,
  expected,
  counted,
});

export const differs = ({ expected, counted }: Row): boolean => expected !== counted;

/** The table for people. */
export function formatReport(rows: readonly Row[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  const line = (name: string, expected: unknown, counted: unknown, mark: string) =>
    `${name.padEnd(width)}  ${String(expected).padStart(9)}  ${String(counted).padStart(9)}  ${mark}`.trimEnd();
  return [
    line("", "expected", "counted", ""),
    ...rows.map((one) =>
      line(one.name, one.expected, one.counted, differs(one) ? "DIFFERS" : "ok"),
    ),
  ].join("\n");
}
