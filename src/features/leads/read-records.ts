import { invalidField } from "#domain/errors.ts";
import { announcedDelimiter, type Delimiter, detectDelimiter } from "#domain/leads/delimiter.ts";
import { csvParser, MAX_RECORD_BYTES, type ParsedRecord } from "./csv-parser.ts";

/** A record of a file, or a line that could not become one; `line` is where it begins. */
export type CsvRecord =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly cells: null };

/** Each costs a second look at up to 256 KB, so a file made of such lines is refused in the end. */
const MAX_UNCLOSED_QUOTES = 100;

/**
 * Reads the records of a CSV text (RFC 4180, delimiter detected), in batches as they come. A quote
 * that is never closed costs its own line only: the line is reported with `cells: null` and reading
 * goes on behind it. Throws `validation_failed` where a single line is too long to be a row.
 */
export async function* readRecords(text: AsyncIterable<string>): AsyncGenerator<CsvRecord[]> {
  const source = text[Symbol.asyncIterator]();
  const head = await readHead(source);
  const announced = announcedDelimiter(head.firstLine);
  const start = announced === null ? 0 : head.firstLine.length + 1;
  const state = newState(announced ?? detectDelimiter(head.firstLine));
  if (announced !== null) state.base = 1;
  yield* take(state, head.text.slice(start), false);
  for (let next = await source.next(); !next.done; next = await source.next()) {
    yield* take(state, next.value, false);
  }
  yield* take(state, "", true);
}

type State = {
  readonly delimiter: Delimiter;
  parser: ReturnType<typeof csvParser>;
  /** Lines of the file before the present parser's first. */
  base: number;
  /** Last line, in the present parser's count, that a finished record used. */
  lastLine: number;
  /** What was fed since then, for a second look; `firstLine` in the present parser's count. */
  fed: { text: string; firstLine: number }[];
  fedLines: number;
  unclosed: number;
};

const newState = (delimiter: Delimiter): State => ({
  delimiter,
  parser: csvParser(delimiter),
  base: 0,
  lastLine: 0,
  fed: [],
  fedLines: 0,
  unclosed: 0,
});

/** Text up to and with the first line end, which decides the delimiter. */
async function readHead(source: AsyncIterator<string>) {
  let text = "";
  for (;;) {
    const end = text.indexOf("\n");
    if (end >= 0) return { text, firstLine: text.slice(0, end) };
    if (text.length > MAX_RECORD_BYTES) throw lineTooLong(1);
    const next = await source.next();
    if (next.done) return { text, firstLine: text };
    text += next.value;
  }
}

async function* take(state: State, text: string, end: boolean): AsyncGenerator<CsvRecord[]> {
  let pending = text;
  for (;;) {
    note(state, pending);
    const fed = pending === "" ? none : await state.parser.feed(pending);
    yield fed.records.map((record) => begin(state, record));
    const done = fed.error === null && end ? await state.parser.end() : none;
    yield done.records.map((record) => begin(state, record));
    if (fed.error === null && done.error === null) return;
    const { line, rest } = recover(state);
    yield [{ line, cells: null }];
    pending = rest;
  }
}
const none = { records: [], error: null };

function note(state: State, text: string): void {
  if (text === "") return;
  state.fed.push({ text, firstLine: state.fedLines + 1 });
  state.fedLines += countLines(text);
}

/** Where a record begins, from where it ends and the line ends inside its cells. */
function begin(state: State, { cells, lastLine }: ParsedRecord): CsvRecord {
  state.lastLine = lastLine;
  while (state.fed[1] !== undefined && state.fed[1].firstLine <= lastLine) state.fed.shift();
  let line = lastLine + state.base;
  for (const cell of cells) if (cell.includes("\n")) line -= countLines(cell);
  return { line, cells };
}

/** Gives up the line whose quote swallowed the rest, and hands back everything behind it. */
function recover(state: State): { line: number; rest: string } {
  const held = state.fed.map(({ text }) => text).join("");
  let at = 0;
  for (let line = state.fed[0]?.firstLine ?? 1; line <= state.lastLine; line++) {
    at = held.indexOf("\n", at) + 1;
  }
  let line = state.base + state.lastLine + 1;
  for (; held[at] === "\n"; at++) line++;
  const end = held.indexOf("\n", at);
  const swallowed = held.slice(at, end < 0 ? held.length : end);
  if (Buffer.byteLength(swallowed) > MAX_RECORD_BYTES) throw lineTooLong(line);
  if (++state.unclosed > MAX_UNCLOSED_QUOTES) {
    const message = `More than ${MAX_UNCLOSED_QUOTES} quotes are never closed, the last in line ${line}.`;
    throw invalidField("file", "unclosed_quotes", message);
  }
  Object.assign(state, {
    parser: csvParser(state.delimiter),
    base: line,
    lastLine: 0,
    fed: [],
    fedLines: 0,
  });
  return { line, rest: end < 0 ? "" : held.slice(end + 1) };
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

const lineTooLong = (line: number) =>
  invalidField(
    "file",
    "line_too_long",
    `Line ${line} is too long to be a row; is this a CSV file?`,
  );
