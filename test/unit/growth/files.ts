import { isAddress, meaningOfValues } from "#modules/leads/rules/files/column-values.ts";
import {
  isArchive,
  refuseArchive,
  refuseBytes,
  refuseText,
} from "#modules/leads/rules/files/foreign-file.ts";
import { lineEnds } from "#modules/leads/rules/files/line-ends.ts";
import { cellAdder } from "#modules/leads/rules/files/workbook/add-cells.ts";
import { type ByteSource, openArchive } from "#modules/leads/rules/files/workbook/archive.ts";
import { numberFormat, numberText } from "#modules/leads/rules/files/workbook/cell-text.ts";
import { newFacts, openWorkbook } from "#modules/leads/rules/files/workbook/open-workbook.ts";
import { xmlReader } from "#modules/leads/rules/files/workbook/xml.ts";
import { storedZip, workbookParts } from "#test/support/workbook.ts";
import { families, type Family, repeat } from "./family.ts";

/** A cell of a workbook as it is kept, and one of a file that a column is guessed from. */
const CELL = 1_001;
const RECORD = 256 * 1024;
/** A piece of a document, and all of it that is read within one turn of the event loop. */
const PIECE = 64 * 1024;
/** Of a zip file, whose directory is read at once. */
const ARCHIVE = 512 * 1024;

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
const bytesOf =
  (make: (length: number) => string) =>
  (length: number): Uint8Array =>
    utf8(make(length));

const sourceOf = (bytes: Uint8Array): ByteSource => ({
  size: bytes.length,
  read: async (from, to) => bytes.subarray(from, to),
});

const VALUES = {
  "dots and letters": repeat("a."),
  "digits and dashes": repeat("1-"),
  slashes: repeat("/", { before: "https://www.a.b" }),
  "white space": repeat(" ", { before: "a", after: "b" }),
  commas: repeat(", "),
  accents: repeat("é\u0301"),
  "at signs": repeat("a@"),
};

const FORMATS = {
  quotes: repeat('"'),
  brackets: repeat("["),
  "closed brackets": repeat("[x]"),
  escapes: repeat("\\"),
  zeros: repeat("0"),
  semicolons: repeat(";"),
};

const DOCUMENTS = {
  "open elements": repeat("<a>"),
  "elements side by side": repeat("<c/>"),
  "an attribute without end": repeat("x", { before: '<a b="' }),
  attributes: repeat(' a="1"', { before: "<c" }),
  entities: repeat("&amp;"),
  ampersands: repeat("&"),
  "a comment without end": repeat("-", { before: "<!--" }),
  "open sections": repeat("<![CDATA["),
  instructions: repeat("<?x?>"),
  "signs of an end": repeat("</"),
};

/** Zip files whose directory or whose parts are hostile; `length` is that of the unpacked XML. */
async function rowsOf(sheet: Uint8Array): Promise<void> {
  const opened = await openWorkbook(sourceOf(sheet));
  for await (const rows of opened.rows(0, { withHidden: true, facts: newFacts() })) void rows;
}
const sheetOf =
  (data: (length: number) => string) =>
  (length: number): Uint8Array =>
    storedZip(workbookParts({ sheets: [{ name: "S", data: data(length) }] }));

export const FILES: readonly Family[] = [
  ...families(
    "modules/leads/rules/files/line-ends.ts#lineEnds.write",
    (bytes) => {
      const writer = lineEnds("byte", () => ",valid,90,,");
      for (let at = 0; at < bytes.length; at += 4_096) writer.write(bytes.subarray(at, at + 4_096));
      writer.end();
    },
    PIECE,
    {
      "line ends": bytesOf(repeat("\n")),
      "halves of line ends": bytesOf(repeat("\r")),
      "one line": bytesOf(repeat("x")),
    },
  ),
  ...families(
    "modules/leads/rules/files/workbook/add-cells.ts#cellAdder.write",
    (text) => {
      const adder = cellAdder(3, () => ["valid"]);
      for (let at = 0; at < text.length; at += 4_096) adder.write(text.slice(at, at + 4_096));
      adder.end();
    },
    RECORD,
    {
      ...DOCUMENTS,
      rows: repeat("<row></row>"),
      "rows with spans": repeat('<row spans="1:2"></row>'),
      dimensions: repeat("<dimension/>"),
    },
  ),
  ...families("modules/leads/rules/files/column-values.ts#isAddress", isAddress, RECORD, VALUES),
  ...families(
    "modules/leads/rules/files/column-values.ts#meaningOfValues",
    (cell) =>
      meaningOfValues(
        Array.from({ length: 30 }, () => cell),
        [cell],
      ),
    RECORD,
    VALUES,
  ),
  ...families(
    "modules/leads/rules/files/workbook/cell-text.ts#numberFormat",
    numberFormat,
    PIECE,
    FORMATS,
  ),
  ...families(
    "modules/leads/rules/files/workbook/cell-text.ts#numberText",
    (text) => numberText(text, "plain", "1900"),
    CELL,
    { digits: repeat("9"), exponents: repeat("1e"), "white space": repeat(" ") },
  ),
  ...families(
    "modules/leads/rules/files/workbook/xml.ts#xmlReader.write",
    (text) => {
      const reader = xmlReader({});
      for (let at = 0; at < text.length; at += 1_024) reader.write(text.slice(at, at + 1_024));
      reader.end();
    },
    RECORD,
    DOCUMENTS,
  ),
  ...families("modules/leads/rules/files/foreign-file.ts#refuseText", refuseText, RECORD, {
    "white space": bytesOf(repeat(" ")),
    "a comment without end": bytesOf(repeat("-", { before: "<!--" })),
    "open brackets": bytesOf(repeat("[ ")),
    "braces and white space": bytesOf(repeat(" ", { before: "{" })),
  }),
  ...families("modules/leads/rules/files/foreign-file.ts#refuseBytes", refuseBytes, RECORD, {
    zeros: (length: number) => new Uint8Array(length),
  }),
  ...families("modules/leads/rules/files/foreign-file.ts#isArchive", isArchive, RECORD, {
    zeros: (length: number) => new Uint8Array(length),
  }),
  ...families(
    "modules/leads/rules/files/foreign-file.ts#refuseArchive",
    async (names) => {
      await refuseArchive({
        names,
        async *text() {
          yield* names;
        },
      });
    },
    PIECE,
    { "many names": (length: number) => Array.from({ length: length / 16 }, (_, i) => `part${i}`) },
  ),
  ...families(
    "modules/leads/rules/files/workbook/archive.ts#openArchive",
    (bytes) => openArchive(sourceOf(bytes)),
    ARCHIVE,
    {
      zeros: (length: number) => new Uint8Array(length),
      "signs of a directory": bytesOf(repeat("PK\u0001\u0002")),
      "signs of an end": bytesOf(repeat("PK\u0005\u0006")),
      "signs of parts": bytesOf(repeat("PK\u0003\u0004")),
    },
  ),
  ...families("modules/leads/rules/files/workbook/open-workbook.ts#openWorkbook", rowsOf, RECORD, {
    "empty rows": sheetOf(repeat("<row/>")),
    "cells at the far right": sheetOf(repeat('<row><c r="IV1"><v>1</v></c></row>')),
    "cells of one row": sheetOf(repeat("<c><v>1</v></c>", { before: "<row>", after: "</row>" })),
    "text without end": sheetOf(repeat("x", { before: "<row><c><v>", after: "</v></c></row>" })),
    "pieces of a text": sheetOf(
      repeat("<r><t>x</t></r>", { before: "<row><c><is>", after: "</is></c></row>" }),
    ),
    "many parts": (length: number) =>
      storedZip(
        Object.fromEntries(
          Array.from({ length: Math.min(6_000, length / 64) }, (_, i) => [`xl/${i}.xml`, "x"]),
        ),
      ),
  }),
];
