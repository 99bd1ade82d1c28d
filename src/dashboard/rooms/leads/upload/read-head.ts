import Papa from "papaparse";
import { announcedDelimiter, detectDelimiter } from "#modules/leads/rules/files/delimiter.ts";
import {
  detectEncoding,
  type Encoding,
  type FoundEncoding,
} from "#modules/leads/rules/files/encoding.ts";
import { findHeader, HEAD_RECORDS } from "#modules/leads/rules/files/find-header.ts";

/** As much of a file as is needed to find its columns. */
const HEAD_BYTES = 256 * 1024;
const SAMPLE_ROWS = 3;

/** The columns of a file, each with a few values of its first rows, and what it is written in. */
export type Head = FoundEncoding & {
  readonly columns: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** The first rows, to recognise columns without a known name. */
  readonly rows: readonly (readonly string[])[];
};

/** Reads the header and the first rows as the server will. Throws `AppError` for what is no CSV. */
export async function readFileHead(file: File, chosen?: Encoding): Promise<Head> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const found =
    chosen === undefined
      ? detectEncoding(bytes, file.size <= HEAD_BYTES)
      : { encoding: chosen, guessed: false };
  const text = new TextDecoder(found.encoding).decode(bytes).replaceAll(/\r\n?/g, "\n");
  const [firstLine = "", ...others] = text.split("\n");
  const announced = announcedDelimiter(firstLine);
  const content = announced === null ? text : others.join("\n");
  const { data } = Papa.parse<string[]>(content, {
    delimiter: announced ?? detectDelimiter(content),
    preview: HEAD_RECORDS,
    skipEmptyLines: "greedy",
  });
  const at = findHeader(data);
  const rows = data.slice(at + 1);
  return {
    ...found,
    columns: (data[at] ?? []).map((name, index) => ({
      name: name.trim(),
      values: rows
        .slice(0, SAMPLE_ROWS)
        .map((row) => row[index]?.trim() ?? "")
        .filter(Boolean),
    })),
    rows,
  };
}
