import { type CsvError, parse } from "csv-parse";

/** One record as the parser saw it. */
export type ParsedRecord = {
  readonly cells: readonly string[];
  /** Line on which it ends, the first line of this parser being 1. */
  readonly lastLine: number;
};

/** A record that outgrows this is no row: its quote was never closed. 64 columns of 1,000 characters fit. */
export const MAX_RECORD_BYTES = 256 * 1024;

/** A csv-parse stream without its stream: text in, records out, and the error that ended it. */
export type CsvParser = {
  /** The records that this text completes. After an error nothing more may be fed. */
  feed(text: string): Promise<{ records: ParsedRecord[]; error: CsvError | null }>;
  end(): Promise<{ records: ParsedRecord[]; error: CsvError | null }>;
};

/** Starts a parser for text with `\n` line ends; a quote inside an unquoted cell is a plain character. */
export function csvParser(delimiter: string): CsvParser {
  let records: ParsedRecord[] = [];
  let failure: Error | null = null;
  const parser = parse({
    delimiter,
    bom: false,
    record_delimiter: "\n",
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    max_record_size: MAX_RECORD_BYTES,
    on_record(cells: string[], { lines }) {
      records.push({ cells, lastLine: lines });
      // Nothing for the readable side: the records are handed over here.
      return null;
    },
  });
  parser.on("error", (error) => (failure = error));
  const settle = async (step: (done: (error?: Error | null) => void) => void) => {
    records = [];
    const error = await new Promise<Error | null>((resolve) =>
      step((thrown) => resolve(thrown ?? null)),
    );
    // The only errors of this stream are the parser's own.
    return { records, error: (error ?? failure) as CsvError | null };
  };
  return {
    feed: (text) => settle((done) => parser.write(Buffer.from(text), done)),
    end: () => settle((done) => parser.end(done)),
  };
}
