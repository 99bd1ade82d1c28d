import { AppError, invalidField } from "#platform/rules/errors.ts";
import type { Outside } from "#platform/rules/outside-text.ts";
import type { Archive } from "./workbook/archive.ts";

/** What people upload instead of a list: how its bytes begin, and what to do about it. */
type Foreign = {
  readonly begins: readonly (number | null)[];
  readonly code: string;
  readonly advice: string;
};

const text = (sign: string): number[] => Array.from(sign, (letter) => letter.charCodeAt(0));
const COMPRESSED = "Unpack it, and upload the CSV or XLSX file that it contains.";

const FOREIGN: readonly Foreign[] = [
  {
    begins: [0x1f, 0x8b],
    code: "compressed_file",
    advice: `The file is compressed (gzip). ${COMPRESSED}`,
  },
  {
    begins: text("7z\xbc\xaf"),
    code: "compressed_file",
    advice: `This is a 7z archive. ${COMPRESSED}`,
  },
  { begins: text("Rar!"), code: "compressed_file", advice: `This is a RAR archive. ${COMPRESSED}` },
  {
    begins: text("BZh"),
    code: "compressed_file",
    advice: `The file is compressed (bzip2). ${COMPRESSED}`,
  },
  {
    begins: [0xfd, ...text("7zXZ")],
    code: "compressed_file",
    advice: `The file is compressed (xz). ${COMPRESSED}`,
  },
  {
    begins: [0xd0, 0xcf, 0x11, 0xe0],
    code: "spreadsheet_file",
    advice:
      "This is an old Excel file (.xls), or one with a password. In Excel, save it as .xlsx without a password, or as CSV.",
  },
  {
    begins: text("%PDF"),
    code: "binary_file",
    advice: "This is a PDF. Export the list as CSV or XLSX from the program where it was made.",
  },
  {
    begins: text("{\\rtf"),
    code: "binary_file",
    advice: "This is a text document (RTF). Send a CSV or XLSX file.",
  },
  {
    begins: text("\x89PNG"),
    code: "binary_file",
    advice: "This is a picture. Send a CSV or XLSX file.",
  },
  {
    begins: [0xff, 0xd8, 0xff],
    code: "binary_file",
    advice: "This is a picture. Send a CSV or XLSX file.",
  },
  {
    begins: text("SQLite format 3"),
    code: "binary_file",
    advice: "This is a database (SQLite). Export its table as CSV.",
  },
  {
    begins: text("PAR1"),
    code: "binary_file",
    advice: "This is a Parquet file. Export it as CSV.",
  },
];

const startsWith = (bytes: Uint8Array, begins: Foreign["begins"]): boolean =>
  begins.every((byte, i) => bytes[i] === byte);

/** Throws `validation_failed` for bytes that no list begins with, naming what they are. */
export function refuseBytes(first: Outside<Uint8Array>): void {
  const foreign = FOREIGN.find(({ begins }) => startsWith(first, begins));
  if (foreign) throw invalidField("file", foreign.code, foreign.advice);
}

/** Texts that are no lists. */
const TEXTS: readonly (readonly [begins: RegExp, code: string, advice: string])[] = [
  [
    /^(?:<!--[^>]{0,200}-->\s*)?<(?:!doctype\s+html|html|head|body|table|meta)\b/i,
    "html_file",
    "This is a web page (HTML). If it came as an .xls file, open it in Excel and save it as .xlsx. If it came from a link, the link needs a sign-in.",
  ],
  [
    /^<\?xml/i,
    "xml_file",
    "This is an XML file. If it is a spreadsheet, open it in Excel and save it as .xlsx or CSV.",
  ],
  [
    /^(?:\{\s*"|\[\s*(?:\{|\[|"[^"]{0,100}"\s*[,\]])|\[\s*\]|\{\s*\})/,
    "json_file",
    "This is JSON. Send it to POST /leads, or convert it to CSV.",
  ],
  [
    /^BEGIN:VCARD/i,
    "vcard_file",
    "These are contacts (vCard). Export them as CSV from the program where they are.",
  ],
];
const TEXT_BYTES = 1_024;

/** Throws `validation_failed` for a text that is no list by its beginning. */
export function refuseText(first: Outside<Uint8Array>): void {
  const begins = new TextDecoder().decode(first.subarray(0, TEXT_BYTES)).trimStart();
  const foreign = TEXTS.find(([pattern]) => pattern.test(begins));
  if (foreign) throw invalidField("file", foreign[1], foreign[2]);
}

/** What the first bytes of every zip file are, and so those of workbooks. */
export const isArchive = (first: Outside<Uint8Array>): boolean =>
  startsWith(first, [0x50, 0x4b]) && (first[2] === 3 || first[2] === 5 || first[2] === 7);

/** Throws `validation_failed` for a zip file that is no XLSX workbook, naming what it is. */
export async function refuseArchive(archive: Outside<Archive>): Promise<void> {
  const { names } = archive;
  const has = (name: string): boolean => names.includes(name);
  if (has("xl/workbook.bin")) {
    throw spreadsheet("This is a binary workbook (.xlsb). In Excel, save it as .xlsx or CSV.");
  }
  if (has("[content_types].xml") && names.some((name) => name.startsWith("xl/"))) return;
  const kind = await mimeTypeOf(archive);
  if (kind.includes("opendocument.spreadsheet")) {
    throw spreadsheet("This is an OpenDocument sheet (.ods). Save it as .xlsx or CSV.");
  }
  if (has("index/document.iwa") || has("index.zip")) {
    throw spreadsheet("This is a file of Apple Numbers. In Numbers, export it to CSV or Excel.");
  }
  if (names.some((name) => name.startsWith("word/")) || kind.includes("opendocument.text")) {
    throw invalidField(
      "file",
      "binary_file",
      "This is a text document. Copy its table into a spreadsheet, and save that as XLSX or CSV.",
    );
  }
  if (names.some((name) => name.startsWith("ppt/"))) {
    throw invalidField("file", "binary_file", "This is a presentation. Send a CSV or XLSX file.");
  }
  throw invalidField("file", "compressed_file", `This is a zip archive. ${COMPRESSED}`);
}

const MAX_KIND_BYTES = 1_024;

async function mimeTypeOf(archive: Archive): Promise<string> {
  let kind = "";
  try {
    for await (const piece of archive.text("mimetype", MAX_KIND_BYTES)) kind += piece;
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
  }
  return kind;
}

const spreadsheet = (advice: string): AppError => invalidField("file", "spreadsheet_file", advice);
