import { describe, expect, it } from "vitest";
import type { FileRecord } from "#modules/leads/rules/files/open-rows.ts";
import { type ReadChoice, readFileRows } from "#modules/leads/files/read-rows.ts";
import {
  type CellSpec,
  storedZip,
  workbook,
  workbookParts,
  type WorkbookSpec,
  zip,
} from "#test/support/workbook.ts";
import { AppError } from "#platform/rules/errors.ts";

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

async function read(bytes: Uint8Array, choice: ReadChoice = {}, pieceSize = 7_000) {
  const source = readFileRows(inPieces(bytes, pieceSize), choice);
  const rows: FileRecord[] = [];
  for await (const some of source.rows) rows.push(...some);
  return { rows: rows.map(({ line, cells }) => [line, cells]), facts: source.facts().workbook };
}
const readSpec = async (spec: WorkbookSpec, choice?: ReadChoice) =>
  read(await workbook(spec), choice);
const valuesOf = async (
  cells: readonly CellSpec[],
  spec: Omit<WorkbookSpec, "sheets"> = {},
): Promise<unknown> => {
  const { rows } = await readSpec({ ...spec, sheets: [{ name: "S", rows: [[...cells, "end"]] }] });
  const found = rows[0]?.[1];
  return Array.isArray(found) ? found.slice(0, -1) : null;
};
const refusalOf = async (bytes: Uint8Array, choice?: ReadChoice) => {
  try {
    await read(bytes, choice);
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.errors[0]?.code ?? error.code, message: error.message };
  }
};

describe("the rows of a workbook", () => {
  it("come with the number of their row, gaps as empty cells, and none for empty rows", async () => {
    const { rows, facts } = await readSpec({
      sheets: [{ name: "Leads", rows: [["email", null, "city"], [], [null, "Ann & Bo <b>"]] }],
    });
    expect(rows).toEqual([
      [1, ["email", "", "city"]],
      [3, ["", "Ann & Bo <b>"]],
    ]);
    expect(facts).toMatchObject({ sheet: "Leads", hiddenRows: 0, emptyFormulas: 0 });
  });

  it("have formulas as their last results, and count those without one", async () => {
    const cells = [
      { xml: '<c t="str"><f>A1&amp;"x"</f><v>ann@x.example</v></c>' },
      { xml: "<c><f>1+1</f><v>2</v></c>" },
      { xml: '<c t="b"><f>TRUE()</f><v>1</v></c>' },
      { xml: '<c t="e"><f>1/0</f><v>#DIV/0!</v></c>' },
      { xml: "<c><f>NOW()</f></c>" },
    ];
    expect(await valuesOf(cells)).toEqual(["ann@x.example", "2", "TRUE", "", ""]);
    const { facts } = await readSpec({ sheets: [{ name: "S", rows: [[...cells, "x"]] }] });
    expect(facts?.emptyFormulas).toBe(1);
  });

  it("have texts as they are shown: rich ones joined, readings of characters left out", async () => {
    const cells = [
      { xml: '<c t="inlineStr"><is><t>in</t></is></c>' },
      { xml: '<c t="inlineStr"><is><r><t>Rich </t></r><r><t>text</t></r></is></c>' },
      { xml: '<c t="s"><v>0</v></c>' },
      { xml: '<c t="s"><v>99</v></c>' },
      { xml: '<c t="str"><v>a_x000D_b</v></c>' },
    ];
    const parts = {
      "xl/sharedStrings.xml":
        "<sst><si><r><t>山田</t></r><rPh><t>ヤマダ</t></rPh><r><t> 花子</t></r></si></sst>",
    };
    expect(await valuesOf(cells, { parts })).toEqual(["in", "Rich text", "山田 花子", "", "a\rb"]);
  });

  it("have telephone numbers and the like in all their digits", async () => {
    const cells = [
      { xml: "<c><v>4.917112345678E+12</v></c>" },
      { xml: "<c><v>0.10000000000000001</v></c>" },
      { xml: "<c><v>491711234567</v></c>" },
      { xml: '<c s="1"><v>1067</v></c>' },
      { xml: '<c s="2"><v>491711234567</v></c>' },
      { xml: '<c s="3"><v>0.5</v></c>' },
    ];
    expect(await valuesOf(cells, { formats: ["00000", "\\+00", "0%"] })).toEqual([
      "4917112345678",
      "0.1",
      "491711234567",
      "01067",
      "+491711234567",
      "0.5",
    ]);
  });

  it.each([
    ["yyyy-mm-dd", 45_000, "2023-03-15"],
    ["dd.mm.yyyy hh:mm", 45_000.75, "2023-03-15T18:00:00"],
    ["h:mm", 0.5, "12:00:00"],
    ["[h]:mm", 0.25, "06:00:00"],
    ['"Year" yyyy', 1, "1900-01-01"],
    ["d/m/yy", 59, "1900-02-28"],
    ["d/m/yy", 61, "1900-03-01"],
    ["mmm-yy", 45_000.999_999_99, "2023-03-16"],
    ["General", 45_000, "45000"],
    ["#,##0.00 [$€-407]", 45_000, "45000"],
    ['0 "days"', 45_000, "45000"],
    ["@", 45_000, "45000"],
    ["yyyy", 9_999_999, "9999999"],
    ["yyyy", -1, "-1"],
  ])("have a number under the format %s as %s says: %s", async (code, number, text) => {
    const cells = [{ xml: `<c s="1"><v>${number}</v></c>` }];
    expect(await valuesOf(cells, { formats: [code] })).toEqual([text]);
  });

  it("count days from 1904 where the workbook says so", async () => {
    const cells = [{ xml: '<c s="1"><v>0</v></c>' }, { xml: '<c s="1"><v>43538</v></c>' }];
    const spec = { formats: ["yyyy-mm-dd"], date1904: true };
    expect(await valuesOf(cells, spec)).toEqual(["1904-01-01", "2023-03-15"]);
  });

  it("leave hidden rows out and count them, unless they are wanted", async () => {
    const sheets = [
      {
        name: "S",
        rows: [["email"], { hidden: true as const, cells: ["a@x.example"] }, ["b@x.example"]],
      },
    ];
    const shown = await readSpec({ sheets });
    expect([shown.rows.map(([line]) => line), shown.facts?.hiddenRows]).toEqual([[1, 3], 1]);
    const all = await readSpec({ sheets }, { withHidden: true });
    expect([all.rows.map(([line]) => line), all.facts?.hiddenRows]).toEqual([[1, 2, 3], 0]);
  });

  it("come from the first visible sheet with addresses, or from the one that is named", async () => {
    const sheets = [
      { name: "Secret", state: "veryHidden" as const, rows: [["email"], ["s@x.example"]] },
      { name: "Notes", rows: [["Read me"], ["Prices of 2026"]] },
      {
        name: "Kontakte",
        rows: [
          ["Vorname", "E-Mail"],
          ["Ann", "ann@x.example"],
        ],
      },
      { name: "Old", rows: [["email"], ["old@x.example"]] },
    ];
    expect((await readSpec({ sheets })).facts?.sheet).toBe("Kontakte");
    expect((await readSpec({ sheets }, { sheet: " old " })).rows).toHaveLength(2);
    expect((await readSpec({ sheets }, { sheet: "Secret" })).facts?.sheet).toBe("Secret");
    expect(await refusalOf(await workbook({ sheets }), { sheet: "New" })).toEqual({
      code: "unknown_sheet",
      message: 'The workbook has no sheet "New". It has "Secret", "Notes", "Kontakte", "Old".',
    });
  });

  it("are found whatever prefixes, folders and missing references a program writes", async () => {
    const bytes = await zip({
      "[Content_Types].xml": "<Types/>",
      "_rels/.rels":
        '<Relationships><Relationship Id="a" Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/xl/wb.xml"/></Relationships>',
      "xl/wb.xml":
        '<x:workbook xmlns:x="u" xmlns:q="v"><x:sheets><x:sheet name="A" q:id="s"/></x:sheets></x:workbook>',
      "xl/_rels/wb.xml.rels":
        '<Relationships><Relationship Id="s" Type="http://purl.oclc.org/x/worksheet" Target="../xl/./sheets/Sheet1.xml"/></Relationships>',
      "XL/sheets/sheet1.XML":
        '<x:worksheet xmlns:x="u"><x:sheetData><x:row><x:c t="inlineStr"><x:is><x:t>email</x:t></x:is></x:c><x:c><x:v>1</x:v></x:c></x:row></x:sheetData></x:worksheet>',
    });
    expect((await read(bytes)).rows).toEqual([[1, ["email", "1"]]]);
  });

  it("end at the last column that is read; filled cells behind it are counted", async () => {
    const data = `<row r="1"><c r="A1"><v>1</v></c><c r="XFD1"><v>2</v></c></row><row r="1048576"><c r="B1048576"><v>3</v></c></row>`;
    const { rows, facts } = await readSpec({ sheets: [{ name: "S", data }] });
    expect(rows).toEqual([
      [1, ["1"]],
      [1_048_576, ["", "3"]],
    ]);
    expect(facts?.cellsBeyond).toBe(1);
  });
});

const TEXT = (bytes: number) => "x".repeat(bytes);

describe("a workbook that wants too much", () => {
  it("is refused for a part that unpacks to more than its limit", async () => {
    const bytes = await workbook({
      sheets: [{ name: "S", rows: [["email"]] }],
      parts: { "xl/workbook.xml": `<workbook>${" ".repeat(9 * 1024 * 1024)}</workbook>` },
    });
    expect(bytes.length).toBeLessThan(40_000);
    expect(await refusalOf(bytes)).toMatchObject({ code: "payload_too_large" });
  });

  it("is refused for more different texts than it may keep", async () => {
    const strings = Array.from({ length: 45_000 }, (_, i) => `<si><t>${i}${TEXT(1_000)}</t></si>`);
    const bytes = await workbook({
      sheets: [{ name: "S", rows: [["email"]] }],
      parts: { "xl/sharedStrings.xml": `<sst>${strings.join("")}</sst>` },
    });
    expect(await refusalOf(bytes)).toEqual({
      code: "payload_too_large",
      message: expect.stringContaining("40 MB of different texts"),
    });
  });

  it("is refused for thousands of parts, also where they are folders", async () => {
    const folders = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`${i}/`, ""]));
    const parts = workbookParts({ sheets: [{ name: "S", rows: [["email"]] }] });
    expect(await refusalOf(storedZip({ ...parts, ...folders(4_900) }))).toBeNull();
    const many = storedZip({ ...folders(5_100), ...parts });
    expect(await refusalOf(many)).toMatchObject({ code: "damaged_file" });
  });

  it("is refused where few texts fill many cells with more than a CSV may hold", async () => {
    const cell = '<c t="s"><v>0</v></c>';
    const row = `<row>${cell.repeat(200)}</row>`;
    const bytes = await workbook({
      sheets: [{ name: "S", data: row.repeat(1_000) }],
      parts: { "xl/sharedStrings.xml": `<sst><si><t>${TEXT(1_000)}</t></si></sst>` },
    });
    expect(bytes.length).toBeLessThan(100_000);
    expect(await refusalOf(bytes)).toEqual({
      code: "payload_too_large",
      message: "The cells of a sheet can have up to 100 MB of text. Split it.",
    });
  });

  it.each([
    ["a document type", '<!DOCTYPE x [<!ENTITY a "b">]><sst><si><t>&a;</t></si></sst>'],
    ["elements nested without end", "<a>".repeat(100)],
    ["an attribute without end", `<a b="${TEXT(3_000_000)}`],
    ["a comment without end", `<!-- ${TEXT(3_000_000)}`],
    [
      "more attributes than any element has",
      `<a ${Array.from({ length: 100 }, (_, i) => `a${i}="1"`).join(" ")}/>`,
    ],
  ])("is refused for %s", async (_, xml) => {
    const bytes = await workbook({
      sheets: [{ name: "S", rows: [["email"]] }],
      parts: { "xl/sharedStrings.xml": xml },
    });
    expect(await refusalOf(bytes)).toMatchObject({ code: "damaged_file" });
  });

  it("expands no entity and fetches nothing", async () => {
    const cells = [{ xml: '<c t="str"><v>&xxe; &#65; &amp;lt;</v></c>' }];
    expect(await valuesOf(cells)).toEqual(["&xxe; A &lt;"]);
  });

  it("is refused where it was cut off or changed on its way", async () => {
    const bytes = await workbook({ sheets: [{ name: "S", rows: [["email"], ["a@x.example"]] }] });
    expect(await refusalOf(bytes.subarray(0, bytes.length - 30))).toMatchObject({
      code: "damaged_file",
    });
    const sheet = await workbook({
      sheets: [{ name: "S", rows: Array.from({ length: 500 }, (_, i) => [`p${i}@x.example`]) }],
    });
    const changed = sheet.map((byte, i) => (i > 1_200 && i < 1_260 ? byte ^ 0xff : byte));
    expect(await refusalOf(changed)).toMatchObject({ code: "damaged_file" });
  });
});

describe("a file of another kind", () => {
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
  it.each<[string, () => Uint8Array | Promise<Uint8Array>, string, string]>([
    ["an old Excel file", () => bytes("\xd0\xcf\x11\xe0\xa1\xb1"), "spreadsheet_file", ".xls"],
    [
      "an OpenDocument sheet",
      () =>
        zip({
          mimetype: "application/vnd.oasis.opendocument.spreadsheet",
          "content.xml": "<x/>",
        }),
      "spreadsheet_file",
      ".ods",
    ],
    ["a file of Numbers", () => zip({ "Index/Document.iwa": "x" }), "spreadsheet_file", "Numbers"],
    ["a binary workbook", () => zip({ "xl/workbook.bin": "x" }), "spreadsheet_file", ".xlsb"],
    ["a Word document", () => zip({ "word/document.xml": "x" }), "binary_file", "text document"],
    ["a presentation", () => zip({ "ppt/slides/1.xml": "x" }), "binary_file", "presentation"],
    ["a zip archive", () => zip({ "leads.csv": "email\n" }), "compressed_file", "zip archive"],
    ["gzip", () => bytes("\x1f\x8b\x08"), "compressed_file", "gzip"],
    ["a 7z archive", () => bytes("7z\xbc\xaf\x27\x1c"), "compressed_file", "7z"],
    ["a PDF", () => bytes("%PDF-1.7"), "binary_file", "PDF"],
    ["a web page", () => bytes("\r\n<!DOCTYPE html><html>"), "html_file", "web page"],
    [
      "a table of HTML",
      () => bytes("\xef\xbb\xbf<table><tr><td>a@x.example"),
      "html_file",
      ".xlsx",
    ],
    ["JSON", () => bytes('[\n  {"email": "a@x.example"}]'), "json_file", "JSON"],
    ["JSON in lines", () => bytes('{"email": "a@x.example"}\n'), "json_file", "JSON"],
    ["XML", () => bytes('<?xml version="1.0"?><Workbook/>'), "xml_file", "XML"],
    ["contacts", () => bytes("BEGIN:VCARD\nEMAIL:a@x.example"), "vcard_file", "vCard"],
    ["a picture", () => bytes("\x89PNG\r\n"), "binary_file", "picture"],
  ])("is named with what to do about it: %s", async (_, make, code, word) => {
    expect(await refusalOf(await make())).toEqual({
      code,
      message: expect.stringContaining(word),
    });
  });

  it("is not seen in a list that only begins a little like one", async () => {
    const lists = ["[Email],Name\na@x.example,A\n", "{email};x\n", "<b>,email\n", "PK;email\n"];
    for (const list of lists) expect(await refusalOf(bytes(list))).toBeNull();
  });
});
