import { LEAD_FIELDS } from "#modules/leads/rules/fields.ts";
import { tagKey } from "#modules/leads/rules/tag-name.ts";
import { type BadRow, type UploadRow, mergeRows } from "#modules/leads/rules/lead-row.ts";

/**
 * Rows of one batch. More would be no faster, and would delay the other requests of one machine for
 * longer; fewer would cost a file of a million rows more than the 1,000 statements that D1 allows
 * an invocation.
 */
const CHUNK_ROWS = 10_000;
/** Bytes of one JSON parameter; D1 takes 2 MB. */
const CHUNK_BYTES = 1_800_000;

type Entry = {
  row: UploadRow;
  json: string;
  bytes: number;
  /** Lines of the file that have the address. */
  readonly lines: number[];
};

/** Rows on their way into one batch: one entry per address, since SQL would count a repeat as new. */
export type Chunk = {
  readonly merges: boolean;
  readonly entries: Map<string, Entry>;
  readonly bad: BadRow[];
  /** Good rows, repeats included. */
  valid: number;
  bytes: number;
  badBytes: number;
  /** Whether a row brings tags. */
  tagged: boolean;
};

/** `merges`: a repeated address adds its filled cells, as an update would; else the first row counts. */
export const newChunk = (merges: boolean): Chunk => ({
  merges,
  entries: new Map(),
  bad: [],
  valid: 0,
  bytes: 0,
  badBytes: 0,
  tagged: false,
});

export const rowsIn = (chunk: Chunk): number => chunk.valid + chunk.bad.length;

/** Adds a row; false when the chunk is full and has to be written first. */
export function addRow(chunk: Chunk, row: UploadRow, line: number): boolean {
  const earlier = chunk.entries.get(row.email);
  const lines = earlier?.lines ?? [];
  const kept = earlier ? (chunk.merges ? mergeRows(earlier.row, row) : earlier.row) : row;
  const json = jsonOf(kept, lines.length + 1);
  const size = Buffer.byteLength(json) + 1;
  const bytes = chunk.bytes - (earlier?.bytes ?? 0) + size;
  if (chunk.valid > 0 && (bytes > CHUNK_BYTES || chunk.valid >= CHUNK_ROWS)) return false;
  // In place: a file may be one address, again and again.
  lines.push(line);
  chunk.entries.set(row.email, { row: kept, json, bytes: size, lines });
  chunk.bytes = bytes;
  chunk.valid++;
  chunk.tagged ||= (row.tags ?? []).length > 0;
  return true;
}

/** Adds a row that cannot be stored; false when the chunk is full. */
export function addBad(chunk: Chunk, bad: BadRow): boolean {
  const bytes = chunk.badBytes + Buffer.byteLength(JSON.stringify(bad)) + 1;
  if (bytes > CHUNK_BYTES || chunk.bad.length >= CHUNK_ROWS) return false;
  chunk.bad.push(bad);
  chunk.badBytes = bytes;
  return true;
}

/** Takes an address off a chunk: its rows become rows that cannot be stored, which it answers. */
export function refuse(
  chunk: Chunk,
  email: string,
  why: Pick<BadRow, "code" | "message">,
): readonly BadRow[] {
  const entry = chunk.entries.get(email);
  if (!entry) return [];
  const bad = entry.lines.map((line): BadRow => ({ line, email, ...why }));
  chunk.entries.delete(email);
  chunk.bytes -= entry.bytes;
  chunk.valid -= entry.lines.length;
  for (const row of bad) chunk.bad.push(row);
  return bad;
}

/** The addresses alone, as a JSON parameter. */
export const addressesOfChunk = (chunk: Chunk): string => JSON.stringify([...chunk.entries.keys()]);

/** The JSON parameter: for each address its fields that are filled, `domain`, `custom`, how many `rows` had it, and its `tags`. */
export function payloadOf(chunk: Chunk): string {
  const parts: string[] = [];
  for (const entry of chunk.entries.values()) parts.push(entry.json);
  return `[${parts.join(",")}]`;
}

const jsonOf = (row: UploadRow, rows: number): string => {
  const entry: Record<string, unknown> = { domain: row.domain, custom: row.custom, rows };
  for (const field of LEAD_FIELDS) if (row[field] !== "") entry[field] = row[field];
  if (row.tags) entry["tags"] = row.tags.map((name) => [tagKey(name), name]);
  return JSON.stringify(entry);
};
