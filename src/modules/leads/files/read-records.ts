import Papa from "papaparse";
import { invalidField } from "#platform/rules/errors.ts";
import type { FileRecord, LineFault } from "#modules/leads/rules/files/open-rows.ts";
import {
  announcedDelimiter,
  type Delimiter,
  detectDelimiter,
  HEAD_LINES,
} from "#modules/leads/rules/files/delimiter.ts";

/** A longer record is no row: it is skipped. 64 columns of 1,000 characters fit. */
const MAX_RECORD_CHARS = 256 * 1024;
/** Each costs a second look at up to 256 KB, so a file made of such lines is refused in the end. */
const MAX_UNCLOSED_QUOTES = 100;
/** Blank ones count: a file may be made of nothing else. */
const MAX_LINES = 5_000_000;
/** So much text is enough to find the delimiter. */
const HEAD_CHARS = 64 * 1024;
/** So much text is parsed at once: what begins in it and does not end is looked at again with the next. */
const STEP_CHARS = 64 * 1024;

/**
 * Reads the records of a CSV text (RFC 4180, delimiter detected) with `\n` line ends, in batches as
 * they come. A quote inside an unquoted cell is a plain character. A quote that is never closed and
 * a line that is too long to be a row cost their own line only: it is reported with `cells: null` and
 * reading goes on behind it. Where the text breaks off, the records before come first. Throws `validation_failed` where the first line is too long, where too
 * many quotes are never closed, and where lines are too many.
 */
export async function* readRecords(
  text: AsyncIterable<string>,
  onDelimiter: (found: Delimiter) => void = () => undefined,
  stepChars = STEP_CHARS,
): AsyncGenerator<FileRecord[]> {
  const source = untilBroken(text);
  const head = await readHead(source);
  const announced = announcedDelimiter(head.firstLine);
  const state: State = {
    delimiter: announced ?? detectDelimiter(head.text),
    rest: "",
    skipping: false,
    line: announced === null ? 1 : 2,
    unclosed: 0,
  };
  onDelimiter(state.delimiter);
  let piece = announced === null ? head.text : head.text.slice(head.firstLine.length + 1);
  let looked = 0;
  for (;;) {
    // However large a piece is, no more of it than a step is parsed at once: what is refused, and
    // what it costs, does not depend on how the file was cut on its way.
    for (let at = 0; at < piece.length; at += stepChars) {
      state.rest += piece.slice(at, at + stepChars);
      if (state.rest.length - looked < stepChars) continue;
      yield parse(state, false);
      looked = state.rest.length;
    }
    const next = await source.next();
    if (next.done) break;
    piece = next.value;
  }
  const failure = source.failure();
  yield parse(state, failure === null);
  if (failure !== null) throw failure.cause;
}

/** A text that ends where it breaks off, and then says why. */
function untilBroken(text: AsyncIterable<string>) {
  const source = text[Symbol.asyncIterator]();
  let failure: { cause: unknown } | null = null;
  return {
    failure: () => failure,
    async next(): Promise<IteratorResult<string>> {
      try {
        return await source.next();
      } catch (cause) {
        failure = { cause };
        return { done: true, value: undefined };
      }
    },
  };
}

type State = {
  readonly delimiter: Delimiter;
  /** What has no record yet, from the beginning of a line. */
  rest: string;
  /** The line at the beginning of the rest is too long, and what comes of it is dropped. */
  skipping: boolean;
  /** Number of that line. */
  line: number;
  unclosed: number;
};

/** The first lines, which decide the delimiter: so many, or so much, and the first one whole. */
async function readHead(source: Pick<AsyncIterator<string>, "next">) {
  let text = "";
  let end = -1;
  let lines = 0;
  while (end < 0 || (text.length <= HEAD_CHARS && lines <= HEAD_LINES)) {
    const next = await source.next();
    if (next.done) break;
    if (end < 0 && next.value.includes("\n")) end = text.length + next.value.indexOf("\n");
    text += next.value;
    lines += countLines(next.value);
    if ((end < 0 ? text.length : end) > MAX_RECORD_CHARS) throw lineTooLong();
  }
  return { text, firstLine: end < 0 ? text : text.slice(0, end) };
}

/** Takes every whole record out of the rest; at the end of the file all of it. */
function parse(state: State, end: boolean): FileRecord[] {
  const records: FileRecord[] = [];
  const parser = new Papa.Parser({ delimiter: state.delimiter, newline: "\n" });
  while (state.rest !== "") {
    if (state.skipping && !skipLine(state)) break;
    const { data, errors, meta }: Parsed = parser.parse(state.rest, 0, !end);
    const broken = errors.find((error) => isBroken(error, data))?.row;
    take(state, records, broken === undefined ? data : data.slice(0, broken));
    if (state.line > MAX_LINES) throw tooManyLines();
    if (broken === undefined) {
      state.rest = end ? "" : state.rest.slice(meta.cursor);
      if (state.rest.length <= MAX_RECORD_CHARS) break;
    } else if (broken > 0) {
      // Where the broken record begins: the parser says so when it stops before it.
      const again = new Papa.Parser({ delimiter: state.delimiter, newline: "\n", preview: broken });
      const { meta: before }: Parsed = again.parse(state.rest, 0, true);
      state.rest = state.rest.slice(before.cursor);
    }
    const { line } = state;
    records.push({ line, last: line, cells: null, fault: giveUpLine(state) });
  }
  return records;
}

/** What the parser answers, as far as it is used. */
type Parsed = {
  readonly data: string[][];
  readonly errors: readonly { readonly code: string; readonly row?: number }[];
  readonly meta: { readonly cursor: number };
};

/**
 * A stray quote inside a quoted cell is a plain character, unless the cell went on to another line:
 * then the quote was meant to end, and what follows is not the cell's.
 */
function isBroken({ code, row }: Parsed["errors"][number], data: readonly string[][]): boolean {
  if (code === "MissingQuotes") return true;
  const cells = data[row ?? -1];
  return cells !== undefined && cells.some((cell) => cell.includes("\n"));
}

/** Numbers records by the line where each begins; blank lines count and are left out. */
function take(state: State, records: FileRecord[], rows: readonly string[][]): void {
  const quoted = state.rest.includes('"');
  for (const cells of rows) {
    const { line } = state;
    state.line++;
    if (quoted) for (const cell of cells) if (cell.includes("\n")) state.line += countLines(cell);
    if (cells.length > 1 || cells[0] !== "") records.push({ line, last: state.line - 1, cells });
  }
}

/** Skips the line whose quote swallowed the rest, or that is too long, and says which. */
function giveUpLine(state: State): LineFault {
  const end = state.rest.indexOf("\n");
  if ((end < 0 ? state.rest.length : end) > MAX_RECORD_CHARS) {
    state.skipping = true;
    return "row_too_long";
  }
  if (++state.unclosed > MAX_UNCLOSED_QUOTES) {
    const message = `More than ${MAX_UNCLOSED_QUOTES} quotes are not closed, the last in line ${state.line}.`;
    throw invalidField("file", "unclosed_quotes", message);
  }
  state.rest = end < 0 ? "" : state.rest.slice(end + 1);
  state.line++;
  return "unclosed_quote";
}

/** Drops what has come of a line that is too long; true once its end was seen and something follows. */
function skipLine(state: State): boolean {
  const end = state.rest.indexOf("\n");
  state.rest = end < 0 ? "" : state.rest.slice(end + 1);
  if (end < 0) return false;
  state.skipping = false;
  state.line++;
  return state.rest !== "";
}

function countLines(text: string): number {
  let lines = 0;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  return lines;
}

const tooManyLines = () =>
  invalidField("file", "too_many_lines", `A file can have up to ${MAX_LINES} lines.`);

const lineTooLong = () =>
  invalidField(
    "file",
    "line_too_long",
    "The first line is too long for column names. Is this a CSV file?",
  );
