import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "#platform/rules/errors.ts";
import { csvLine } from "#platform/rules/csv.ts";
import { announcedDelimiter, detectDelimiter } from "#modules/leads/rules/files/delimiter.ts";
import { detectEncoding } from "#modules/leads/rules/files/encoding.ts";

const bytes = (text: string, encoding: BufferEncoding = "utf8") =>
  new Uint8Array(Buffer.from(text, encoding));
const encodingCode = (given: Uint8Array): string => {
  try {
    return detectEncoding(given, true).encoding;
  } catch (error) {
    return error instanceof AppError ? (error.errors[0]?.code ?? "") : String(error);
  }
};

describe("the delimiter", () => {
  it.each([
    ["email,first_name", ","],
    ["email;first_name", ";"],
    ["email\tfirst_name", "\t"],
    ["email|first_name", "|"],
    ["email", ","],
    ['"Name, full";email;"a, b, c"', ";"],
    ["a,b,c,d;E-mail", ";"],
    ["a,b,c", ","],
    ["", ","],
  ])("of %j is %j", (line, delimiter) => {
    expect(detectDelimiter(line)).toBe(delimiter);
  });

  it("can be announced by a first line", () => {
    expect(["sep=;", "SEP=,\r", "sep=\t", "sep=x", "email"].map(announcedDelimiter)).toEqual([
      ";",
      ",",
      "\t",
      null,
      null,
    ]);
  });
});

describe("the encoding", () => {
  it.each([
    ["UTF-8 with its mark", bytes("\uFEFFemail"), "utf-8"],
    ["plain ASCII", bytes("email,name"), "utf-8"],
    ["UTF-8", bytes("email,größe"), "utf-8"],
    ["UTF-16 LE with its mark", bytes("\uFEFFemail", "utf16le"), "utf-16le"],
    ["UTF-16 LE without", bytes("email,name\n", "utf16le"), "utf-16le"],
    [
      "UTF-16 BE with its mark",
      bytes("\uFEFFemail", "utf16le").map((_, i, all) => all[i ^ 1] ?? 0),
      "utf-16be",
    ],
    [
      "UTF-16 BE without",
      bytes("email,name\n", "utf16le").map((_, i, all) => all[i ^ 1] ?? 0),
      "utf-16be",
    ],
    ["windows-1252", bytes("email,größe", "latin1"), "windows-1252"],
    ["gzip", new Uint8Array([0x1f, 0x8b, 8, 0]), "compressed_file"],
    ["an old spreadsheet", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0]), "spreadsheet_file"],
    ["a PDF", bytes("%PDF-1.7"), "binary_file"],
    [
      "a picture",
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
      "binary_file",
    ],
  ])("of %s", (_, given, encoding) => {
    expect(encodingCode(given)).toBe(encoding);
  });

  it("takes a character cut by the end of the sample for what it is", () => {
    const cut = bytes("email,grö").subarray(0, -1);
    expect([detectEncoding(cut, false), detectEncoding(cut, true)]).toEqual([
      { encoding: "utf-8", guessed: false },
      { encoding: "windows-1252", guessed: true },
    ]);
  });
});

describe("an exported line", () => {
  it("quotes every cell and never starts one with a formula", () => {
    expect(csvLine(["=1+1", 'a"b', null, -3, "＝x", "ok"])).toBe(
      `"'=1+1","a""b","","-3","'＝x","ok"\r\n`,
    );
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(csvLine([text])).not.toMatch(/^"[=+\-@\t\r\n＝＋－＠]/);
      }),
    );
  });
});
