/** Findings of one run that are shown, and characters of each. */
const MOST = 12;
const LONGEST = 300;
/** Of a run that names nothing by itself: its last lines. */
const LAST = 5;

// oxlint-disable-next-line no-control-regex
const COLOURS = /\u001B\[[0-9;]*m/g;
/** A failed test, or a file that could not be read, as Vitest heads its message. */
const FAILED = /^\s*FAIL\s+(?:\|\S+\|\s+)?(.+)$/;
/** What a fault plan found. */
const BROKEN = /^BROKEN: /;

/**
 * What a program that failed says of it, in a few lines: each failed test with the first line of its
 * message, each promise that a fault plan found broken; of others the last lines.
 */
export function whatBroke(output: string): readonly string[] {
  const lines = output.replace(COLOURS, "").split("\n");
  const found: string[] = [];
  for (const [i, line] of lines.entries()) {
    if (BROKEN.test(line)) found.push(line);
    const name = FAILED.exec(line)?.[1];
    if (name === undefined) continue;
    // One message may stand below the names of several tests.
    const message = lines.slice(i + 1).find((next) => next.trim() !== "" && !FAILED.test(next));
    found.push(`${name.trim()}${message === undefined ? "" : `: ${message.trim()}`}`);
  }
  const distinct = [...new Set(found)];
  const told = distinct.length > 0 ? distinct : lines.filter((line) => line.trim()).slice(-LAST);
  const more = told.length - MOST;
  return [
    ...told.slice(0, MOST).map((line) => line.trim().slice(0, LONGEST)),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}
