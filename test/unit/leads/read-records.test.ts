import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AppError } from "#platform/rules/errors.ts";
import { decodeCsv } from "#modules/leads/files/decode-csv.ts";
import { readRecords } from "#modules/leads/files/read-records.ts";

async function* cut(bytes: Uint8Array, sizes: readonly number[]) {
  let at = 0;
  for (let i = 0; at < bytes.length; i++) {
    const size = sizes[i % sizes.length] ?? bytes.length;
    yield bytes.subarray(at, at + size);
    at += size;
  }
}
/** Pieces of at most `size` code units that never cut a character, as the decoder makes them. */
async function* texts(text: string, size: number) {
  let piece = "";
  for (const char of text) {
    if (piece !== "" && piece.length + char.length > size) {
      yield piece;
      piece = "";
    }
    piece += char;
  }
  yield piece;
}
/** Every record with its line; a line that could not be read has no cells. `step` 1 looks again at every character. */
async function recordsOf(source: AsyncIterable<string>, step = 1) {
  const all: (readonly [number, readonly string[] | null])[] = [];
  for await (const batch of readRecords(source, undefined, step)) {
    for (const { line, cells } of batch) all.push([line, cells]);
  }
  return all;
}
const read = (bytes: Uint8Array, ...sizes: number[]) =>
  recordsOf(decodeCsv(cut(bytes, sizes)).text, bytes.length > 10_000 ? 65_536 : 1);
const utf8 = (text: string) => new Uint8Array(Buffer.from(text));
const codeOf = async (run: Promise<unknown>): Promise<unknown> => {
  const thrown: unknown = await run.then(() => undefined).catch((error: unknown) => error);
  return thrown instanceof AppError ? thrown.errors[0]?.code : thrown;
};

const FILE =
  "\uFEFFemail;Größe;Notiz\r\n" +
  'ann@example.com;"5 ""Fuß""";"erste Zeile\r\nzweite; Zeile"\r\n' +
  "\r\n" +
  'bob@example.com;12" Rad;kurz\r\n' +
  "zoë@example.com;ß€🚀;\n" +
  "last@example.com;;";
const ROWS = [
  [1, ["email", "Größe", "Notiz"]],
  [2, ["ann@example.com", '5 "Fuß"', "erste Zeile\nzweite; Zeile"]],
  [5, ["bob@example.com", '12" Rad', "kurz"]],
  [6, ["zoë@example.com", "ß€🚀", ""]],
  [7, ["last@example.com", "", ""]],
];

describe("reading CSV", () => {
  it("gives the same rows wherever the file is cut, at every byte", async () => {
    const file = utf8(FILE);
    expect(await read(file)).toEqual(ROWS);
    for (let at = 1; at < file.length; at++) {
      const decoded = decodeCsv(cut(file, [at, file.length]));
      let text = "";
      for await (const piece of decoded.text) text += piece;
      expect(await recordsOf(texts(text, at))).toEqual(ROWS);
    }
  });

  it("gives the same rows past the first look at the encoding, at every byte", async () => {
    const filler = `${"x".repeat(998)}@y\n`.repeat(263);
    const file = utf8(`email;a;b\n${filler}${FILE.slice(1)}`);
    const whole = await read(file);
    expect(whole.slice(-ROWS.length)).toEqual(
      ROWS.map(([line, cells]) => [(line as number) + 264, cells]),
    );
    const from = file.length - utf8(FILE).length;
    for (let at = from; at < file.length; at++)
      expect(await read(file, at, file.length)).toEqual(whole);
    expect(await read(file, 7)).toEqual(whole);
  });

  it("gives back what was written, for any cells", async () => {
    const cell = fc
      .string({
        unit: fc.constantFrom("a", "ä", "🚀", '"', ",", ";", "\n", "\r\n", "\t", " ", "'"),
      })
      .map((text) => text.replace(/\r\n?/g, "\n"));
    const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(
        rows,
        fc.constantFrom("\n", "\r\n", "\r"),
        fc.integer({ min: 1, max: 40 }),
        async (body, end, size) => {
          const table = [["email", "x"], ...body];
          const text = table
            .map((row) =>
              row.map((c) => `"${c.replaceAll('"', '""').replaceAll("\n", end)}"`).join(","),
            )
            .join(end);
          const records = await read(utf8(text), size);
          expect(records.map(([, cells]) => cells)).toEqual(table);
          let line = 1;
          for (const [i, row] of table.entries()) {
            expect(records[i]?.[0]).toBe(line);
            line += 1 + row.join("").split("\n").length - 1;
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it("reads what another parser reads, quoted or not", async () => {
    const cell = fc.string({ unit: fc.constantFrom("a", "é", '"', ",", "\n", " ", "@") });
    const rows = fc.array(fc.array(fc.tuple(cell, fc.boolean()), { minLength: 2, maxLength: 4 }), {
      minLength: 1,
      maxLength: 8,
    });
    await fc.assert(
      fc.asyncProperty(rows, fc.integer({ min: 1, max: 40 }), async (body, size) => {
        const written = body.map((row) =>
          row.map(([text, quoted]) =>
            quoted || /^"|[,\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text,
          ),
        );
        const text = `email,x\n${written.map((row) => row.join(",")).join("\n")}`;
        const others: unknown = parse(text, {
          record_delimiter: "\n",
          relax_column_count: true,
          relax_quotes: true,
          skip_empty_lines: true,
        });
        const records = await recordsOf(texts(text, size));
        expect(records.map(([, cells]) => cells)).toEqual(others);
      }),
      { numRuns: 500 },
    );
  });

  it("keeps stray quotes of a quoted cell, and gives up a line whose cell ran on behind one", async () => {
    const file = 'email,name\na@x.com,"The "best" of all"\nb@x.com,"Bob" Lee\nc@x.com,"Cid"\n';
    for (let size = 1; size <= file.length; size++) {
      expect(await recordsOf(texts(file, size))).toEqual([
        [1, ["email", "name"]],
        [2, ["a@x.com", 'The "best" of all']],
        [3, null],
        [4, ["c@x.com", "Cid"]],
      ]);
    }
  });

  it("reads UTF-16 and windows-1252, also when the first umlaut comes late", async () => {
    const text = "email;name\nann@example.com;Jürgen €\n";
    const rows = [
      [1, ["email", "name"]],
      [2, ["ann@example.com", "Jürgen €"]],
    ];
    const le = new Uint8Array(Buffer.from(`\uFEFF${text}`, "utf16le"));
    expect(await read(le, 3)).toEqual(rows);
    expect(
      await read(
        le.map((_, i, all) => all[i ^ 1] ?? 0),
        5,
      ),
    ).toEqual(rows);
    const cp1252 = (s: string) =>
      new Uint8Array(Buffer.from(s.replaceAll("€", "\u0080"), "latin1"));
    expect(await read(cp1252(text), 4)).toEqual(rows);
    const late = `email;name\n${"a@example.com;A\n".repeat(20_000)}b@example.com;Jürgen €\n`;
    expect((await read(cp1252(late), 65_536)).at(-1)).toEqual([
      20_002,
      ["b@example.com", "Jürgen €"],
    ]);
  });

  it("obeys an announced delimiter and counts its line", async () => {
    expect(await read(utf8("sep=;\r\nemail;a,b,c\r\nx@y;1,2\r\n"))).toEqual([
      [2, ["email", "a,b,c"]],
      [3, ["x@y", "1,2"]],
    ]);
  });

  it("loses only the line whose quote is never closed", async () => {
    const file = 'email,name\na@x.com,Ann\nb@x.com,"Bob\n\nc@x.com,Cid\nd@x.com,"Dan\nDee"\n';
    for (let size = 1; size <= file.length; size++) {
      // The two stray quotes pair up: the row that holds them spans their lines.
      const records = await recordsOf(texts(file, size));
      expect(records[0]).toEqual([1, ["email", "name"]]);
      expect(records[1]).toEqual([2, ["a@x.com", "Ann"]]);
    }
    const stray = 'email,name\na@x.com,Ann\n\nb@x.com,"Bob\nc@x.com,Cid\n\nd@x.com,Dan';
    for (let size = 1; size <= stray.length; size++) {
      expect(await recordsOf(texts(stray, size))).toEqual([
        [1, ["email", "name"]],
        [2, ["a@x.com", "Ann"]],
        [4, null],
        [5, ["c@x.com", "Cid"]],
        [7, ["d@x.com", "Dan"]],
      ]);
    }
    const many = `email,name\nq@x.com,"Bob\n${"c@x.com,Cid\n".repeat(60_000)}`;
    const records = await recordsOf(texts(many, 65_536), 65_536);
    expect(records.length).toBe(60_002);
    expect(records[1]).toEqual([2, null]);
    expect(records.at(-1)).toEqual([60_002, ["c@x.com", "Cid"]]);
  });

  it("passes over a line that is too long to be a row, soon, wherever the file is cut", async () => {
    const long = `email,name\na@x.com,"${"x".repeat(5_000_000)}"\nb@x.com,B\n`;
    for (const size of [65_536, 1_000_003, 10_000_000]) {
      expect(await read(utf8(long), size)).toEqual([
        [1, ["email", "name"]],
        [2, null],
        [3, ["b@x.com", "B"]],
      ]);
    }
    expect(await read(utf8(`email\n${"x".repeat(5_000_000)}`), 65_536)).toEqual([
      [1, ["email"]],
      [2, null],
    ]);
  });

  it("refuses what is no CSV, soon", async () => {
    expect(await codeOf(read(new Uint8Array(0)))).toBe("empty_file");
    expect(await codeOf(read(utf8(`${"a,".repeat(1_000_000)}email\n`), 65_536))).toBe(
      "line_too_long",
    );
    expect(await codeOf(read(utf8("x".repeat(3_000_000)), 65_536))).toBe("line_too_long");
    const odd = `email,name\n${`a@x.com,"b\n${"c@x.com,d\n".repeat(30_000)}`.repeat(102)}`;
    expect(await codeOf(read(utf8(odd), 65_536))).toBe("unclosed_quotes");
    expect(await codeOf(read(utf8(`email\n${"\n".repeat(6_000_000)}`), 65_536))).toBe(
      "too_many_lines",
    );
  });
});
