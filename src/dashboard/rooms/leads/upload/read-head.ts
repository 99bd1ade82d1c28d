import Papa from "papaparse";
import { announcedDelimiter, detectDelimiter } from "#domain/leads/delimiter.ts";
import { detectEncoding } from "#domain/leads/encoding.ts";

/** As much of a file as tells its columns. */
const HEAD_BYTES = 256 * 1024;
const SAMPLE_ROWS = 3;

/** The columns of a file, each with a few values of its first rows. */
export type Head = {
  readonly columns: readonly { readonly name: string; readonly values: readonly string[] }[];
};

/** Reads the header and the first rows as the server will. Throws `AppError` for what is no CSV. */
export async function readHead(file: File): Promise<Head> {
  const bytes = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  const encoding = detectEncoding(bytes, file.size <= HEAD_BYTES);
  const text = new TextDecoder(encoding).decode(bytes).replaceAll(/\r\n?/g, "\n");
  const [firstLine = "", ...others] = text.split("\n");
  const announced = announcedDelimiter(firstLine);
  const content = announced === null ? text : others.join("\n");
  const delimiter = announced ?? detectDelimiter(firstLine);
  const { data } = Papa.parse<string[]>(content, {
    delimiter,
    preview: SAMPLE_ROWS + 1,
    skipEmptyLines: "greedy",
  });
  const [header = [], ...rows] = data;
  return {
    columns: header.map((name, index) => ({
      name: name.trim(),
      values: rows.map((row) => row[index]?.trim() ?? "").filter(Boolean),
    })),
  };
}
