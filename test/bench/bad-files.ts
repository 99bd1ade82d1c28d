const MB = 1024 * 1024;
const HEADER = "email,first_name\n";

/** Files that are no list of leads, or hardly, each up to what an upload may have. */
export const BAD_FILES: readonly (readonly [
  name: string,
  pieces: () => Iterable<string | Uint8Array>,
])[] = [
  ["one field of 50 MB", () => [HEADER, "a@b.example,", ...times(50, "x".repeat(MB))]],
  ["a quoted one", () => [HEADER, 'a@b.example,"', ...times(50, "x".repeat(MB))]],
  ["a million columns", () => times(100, "column,".repeat(10_000))],
  ["a million cells in a row", () => [HEADER, ...times(100, "cell,".repeat(10_000))]],
  [
    "a quote left open in every line",
    () => [HEADER, ...times(90, '"a@b.example,x\n'.repeat(70_000))],
  ],
  ["blank lines", () => [HEADER, ...times(90, "\n".repeat(MB))]],
  ["bad rows alone", () => [HEADER, ...times(90, "nobody,x\n".repeat(100_000))]],
  [
    "binary",
    () =>
      times(
        90,
        new Uint8Array(MB).map((_, i) => i * 31),
      ),
  ],
];

const times = <T>(n: number, piece: T): T[] => Array.from({ length: n }, () => piece);
