import { AppError } from "#platform/rules/errors.ts";
import { readXml } from "./xml.ts";

/** Texts by their number. */
export type StringTable = { get(index: number): string };

/** A cell with more is refused later; as much of it is kept as shows that it is too long. */
export const MAX_CELL_CHARS = 1_001;
/** Of all different texts of a workbook: what a Worker has room for beside the file itself. */
const MAX_TABLE_BYTES = 40 * 1024 * 1024;
const MAX_XML_BYTES = 256 * 1024 * 1024;
const BLOCK_BYTES = 1024 * 1024;
/** What a text costs beside its bytes. */
const ENTRY_BYTES = 8;
/** A table is looked up in the order of the rows, in which the same few texts come again. */
const RECENT = 4_096;

/**
 * The table of texts that the cells of a workbook refer to, as UTF-8 in blocks: strings would keep
 * the document that they were cut from. Throws `payload_too_large` for more than 40 MB.
 */
export async function readStringTable(pieces: AsyncIterable<string>): Promise<StringTable> {
  const table = newTable();
  let text = "";
  let isText = false;
  let phonetic = 0;
  await readXml(pieces, {
    open(name) {
      if (name === "si") text = "";
      else if (name === "rPh") phonetic++;
      else if (name === "t") isText = phonetic === 0;
    },
    text(piece) {
      if (isText) text = appended(text, piece);
    },
    close(name) {
      if (name === "t") isText = false;
      else if (name === "rPh") phonetic--;
      else if (name === "si") table.add(withoutEscapes(text));
    },
  });
  return table;
}

/** A text with one more piece, as far as it is kept. */
export const appended = (text: string, piece: string): string =>
  text.length >= MAX_CELL_CHARS ? text : (text + piece).slice(0, MAX_CELL_CHARS);

/** Characters that XML cannot contain are written as `_x000D_`. */
export const withoutEscapes = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

function newTable(): StringTable & { add(text: string): void } {
  const utf8 = new TextEncoder();
  const decoder = new TextDecoder();
  const blocks: Uint8Array[] = [];
  let free = BLOCK_BYTES;
  let starts = new Uint32Array(1_024);
  let lengths = new Uint16Array(1_024);
  let size = 0;
  let bytes = 0;
  const recent = new Map<number, string>();
  return {
    add(text) {
      // A character takes three bytes at most.
      if (free + 3 * text.length > BLOCK_BYTES) {
        blocks.push(new Uint8Array(BLOCK_BYTES));
        free = 0;
      }
      const block = blocks.at(-1) ?? new Uint8Array();
      const { written } = utf8.encodeInto(text, block.subarray(free));
      if (size === starts.length) {
        starts = grown(starts, new Uint32Array(size * 2));
        lengths = grown(lengths, new Uint16Array(size * 2));
      }
      starts[size] = (blocks.length - 1) * BLOCK_BYTES + free;
      lengths[size] = written;
      size++;
      free += written;
      bytes += written + ENTRY_BYTES;
      if (bytes > MAX_TABLE_BYTES) throw tableTooLarge();
    },
    get(index) {
      const known = recent.get(index);
      if (known !== undefined) return known;
      const start = starts[index];
      if (start === undefined || index >= size) return "";
      const at = start % BLOCK_BYTES;
      const block = blocks[Math.floor(start / BLOCK_BYTES)];
      const text = decoder.decode(block?.subarray(at, at + (lengths[index] ?? 0)));
      if (recent.size >= RECENT) recent.clear();
      recent.set(index, text);
      return text;
    },
  };
}

function grown<T extends Uint32Array | Uint16Array>(full: T, larger: T): T {
  larger.set(full);
  return larger;
}

/** The limit of the document of such a table. */
export const MAX_TABLE_XML_BYTES = MAX_XML_BYTES;

const tableTooLarge = (): AppError =>
  new AppError(
    "payload_too_large",
    `The workbook has over ${MAX_TABLE_BYTES / 1024 / 1024} MB of different texts. Save the sheet as CSV, or split it.`,
  );
