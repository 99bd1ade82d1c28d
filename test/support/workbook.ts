import { crc32 } from "node:zlib";
import { ZipWriter } from "@zip.js/zip.js/lib/zip-core-writer.js";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** A cell: a text, a number, or XML as a spreadsheet program writes it. */
export type CellSpec = string | number | null | { readonly xml: string };
export type RowSpec =
  | readonly CellSpec[]
  | { readonly hidden: true; readonly cells: readonly CellSpec[] };
export type SheetSpec = {
  readonly name: string;
  readonly rows?: readonly RowSpec[];
  /** Instead of rows: what is inside of `sheetData`. */
  readonly data?: string;
  readonly state?: "hidden" | "veryHidden";
};
export type WorkbookSpec = {
  readonly sheets: readonly SheetSpec[];
  readonly date1904?: boolean;
  /** Formats of numbers by the style of a cell, from style 1 on. */
  readonly formats?: readonly string[];
  /** Parts that are added, or come instead of ours. */
  readonly parts?: Readonly<Record<string, string | Uint8Array>>;
};

/** An XLSX file, its texts in the shared table as Excel has them. */
export const workbook = (spec: WorkbookSpec): Promise<Uint8Array> => zip(workbookParts(spec));

/** The parts of such a file. */
export function workbookParts(spec: WorkbookSpec): Record<string, string | Uint8Array> {
  const strings = new Map<string, number>();
  const sheets = spec.sheets.map((sheet) => sheetXml(sheet, strings));
  return {
    "[Content_Types].xml": `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    "_rels/.rels": relations([["officeDocument", "xl/workbook.xml"]]),
    "xl/workbook.xml": `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><workbookPr${spec.date1904 ? ' date1904="1"' : ""}/><sheets>${spec.sheets
      .map(
        ({ name, state }, i) =>
          `<sheet name="${escaped(name)}" sheetId="${i + 1}"${state ? ` state="${state}"` : ""} r:id="rId${i + 1}"/>`,
      )
      .join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations([
      ...spec.sheets.map((_, i) => ["worksheet", `worksheets/sheet${i + 1}.xml`] as const),
      ["sharedStrings", "sharedStrings.xml"],
      ["styles", "styles.xml"],
    ]),
    ...Object.fromEntries(sheets.map((xml, i) => [`xl/worksheets/sheet${i + 1}.xml`, xml])),
    "xl/styles.xml": stylesXml(spec.formats ?? []),
    "xl/sharedStrings.xml": `<sst xmlns="${MAIN}">${[...strings.keys()].map((text) => `<si><t>${escaped(text)}</t></si>`).join("")}</sst>`,
    ...spec.parts,
  };
}

/** A zip file with these parts as they are, made at once. */
export function storedZip(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(parts)) {
    const data = Buffer.from(content as string);
    const title = Buffer.from(name);
    const about = Buffer.alloc(26);
    about.writeUInt16LE(20, 0);
    about.writeUInt32LE(crc32(data), 10);
    about.writeUInt32LE(data.length, 14);
    about.writeUInt32LE(data.length, 18);
    about.writeUInt16LE(title.length, 22);
    files.push(Buffer.from("PK\u0003\u0004"), about, title, data);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), about, place, title);
    offset += 30 + title.length + data.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  const count = Object.keys(parts).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...files, entries, Buffer.from("PK\u0005\u0006"), end]);
}

/** A zip file with these parts. */
export async function zip(
  parts: Readonly<Record<string, string | Uint8Array>>,
): Promise<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const bytes = whole(readable);
  const writer = new ZipWriter(writable, { useWebWorkers: false, level: 6 });
  for (const [name, content] of Object.entries(parts)) {
    const data = typeof content === "string" ? new TextEncoder().encode(content) : content;
    await writer.add(name, new Blob([new Uint8Array(data)]).stream(), { useWebWorkers: false });
  }
  await writer.close();
  return bytes;
}

async function whole(stream: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for await (const piece of stream) pieces.push(piece);
  return Buffer.concat(pieces);
}

const relations = (list: readonly (readonly [type: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}/relationships">${list
    .map(
      ([type, target], i) =>
        `<Relationship Id="rId${i + 1}" Type="${RELATIONS}/${type}" Target="${target}"/>`,
    )
    .join("")}</Relationships>`;

function sheetXml({ rows = [], data }: SheetSpec, strings: Map<string, number>): string {
  const body =
    data ??
    rows
      .map((row, r) => {
        const { hidden, cells } = "cells" in row ? row : { hidden: false, cells: row };
        const written = cells.map((cell, c) => cellXml(cell, `${letter(c)}${r + 1}`, strings));
        return `<row r="${r + 1}"${hidden ? ' hidden="1"' : ""}>${written.join("")}</row>`;
      })
      .join("");
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="${MAIN}"><sheetData>${body}</sheetData></worksheet>`;
}

function cellXml(cell: CellSpec, at: string, strings: Map<string, number>): string {
  if (cell === null) return "";
  if (typeof cell === "object") return cell.xml.replace("<c", `<c r="${at}"`);
  if (typeof cell === "number") return `<c r="${at}"><v>${cell}</v></c>`;
  const index = strings.get(cell) ?? strings.size;
  strings.set(cell, index);
  return `<c r="${at}" t="s"><v>${index}</v></c>`;
}

const letter = (column: number): string =>
  column < 26
    ? String.fromCharCode(65 + column)
    : letter(Math.floor(column / 26) - 1) + letter(column % 26);

const stylesXml = (formats: readonly string[]): string =>
  `<styleSheet xmlns="${MAIN}"><numFmts>${formats
    .map((code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${escaped(code)}"/>`)
    .join("")}</numFmts><cellXfs><xf numFmtId="0"/>${formats
    .map((_, i) => `<xf numFmtId="${164 + i}"/>`)
    .join("")}</cellXfs></styleSheet>`;

const escaped = (text: string): string =>
  text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
