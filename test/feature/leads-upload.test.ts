import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { assertNoScans } from "#test/support/explain.ts";
import { harness } from "#test/support/harness.ts";
import {
  counterDrift,
  rowsOf,
  upload,
  uploadForm,
  type UploadParts,
} from "#test/support/upload.ts";
import { cpuMs } from "#test/support/cpu-time.ts";
import { turnsDuring } from "#test/support/turns.ts";

const HEADER = "email,first_name,last_name,company,job_title,phone";
const bytes = (text: string, encoding: BufferEncoding = "utf8") =>
  new Uint8Array(Buffer.from(text, encoding));
const leadSql = "SELECT email, first_name, last_name, company, custom FROM leads ORDER BY id";

describe("uploading leads", () => {
  it("201: stores the rows, names the list after the file, answers the counts of the contract", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const csv = `${HEADER},City\nAnn@Example.com,Ann,Lee,Acme,CTO,+49 1,Berlin\nbob@example.com,Bob\n`;
    const answer = await upload(t, wid, csv, "My leads.csv");
    expect(answer.status).toBe(201);
    expect(answer.json).toEqual({
      list_id: 1,
      list_name: "My leads",
      total: 2,
      created: 2,
      duplicates: 0,
      updated: 0,
      invalid: 0,
      suppressed: 0,
      repeated: 0,
      header_line: 1,
      format: "csv",
      workbook: null,
      columns: [
        ["email", "email", "name", ["Ann@Example.com", "bob@example.com"]],
        ["first_name", "first_name", "name", ["Ann", "Bob"]],
        ["last_name", "last_name", "name", ["Lee"]],
        ["company", "company", "name", ["Acme"]],
        ["job_title", "job_title", "name", ["CTO"]],
        ["phone", "phone", "name", ["+49 1"]],
        ["City", "custom.city", "none", ["Berlin"]],
      ].map(([name, becomes, by, examples]) => ({ name, becomes, by, suggestion: null, examples })),
      encoding: "utf-8",
      encoding_guessed: false,
      ignored_cells: 0,
      errors: [],
      errors_url: `/api/v1/workspaces/${wid}/leads/imports/1/errors`,
    });
    expect(answer.headers.get("location")).toBe(`/api/v1/workspaces/${wid}/leads/imports/1`);
    expect(
      await rowsOf(
        t,
        "SELECT email, domain, first_name, last_name, company, job_title, phone, custom, score FROM leads ORDER BY id",
      ),
    ).toEqual([
      {
        email: "ann@example.com",
        domain: "example.com",
        first_name: "Ann",
        last_name: "Lee",
        company: "Acme",
        job_title: "CTO",
        phone: "+49 1",
        custom: '{"city":"Berlin"}',
        score: null,
      },
      {
        email: "bob@example.com",
        domain: "example.com",
        first_name: "Bob",
        last_name: "",
        company: "",
        job_title: "",
        phone: "",
        custom: "{}",
        score: null,
      },
    ]);
    const progress = await t.get(`/api/v1/workspaces/${wid}/leads/imports/1`);
    expect(progress.json).toMatchObject({
      id: 1,
      list_id: 1,
      list_name: "My leads",
      status: "completed",
      done: 2,
      total: 2,
      percent: 100,
      created: 2,
      error: null,
    });
    const all = await t.get(`/api/v1/workspaces/${wid}/leads/imports`);
    expect(all.json).toMatchObject({ data: [{ id: 1 }], pagination: { total: 1 } });
    expect(await counterDrift(t)).toEqual([]);
  });

  it("201: a real-life file, 500 rows with BOM, semicolons, quoted newlines, repeats and bad rows", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const lines = ["\uFEFFE-mail;First Name;Last Name;Firma;Position;Telefon;Notiz"];
    for (let i = 1; i <= 500; i++) {
      if (i % 100 === 0) lines.push(`;No;Address;Firma ${i};;;`);
      else if (i % 90 === 0) lines.push(`not an address;Bad;Row;;;;`);
      else if (i % 25 === 0) lines.push(` PERSON1@Firma1.example ;Again;;;;;`);
      else
        lines.push(
          `person${i}@firma${i}.example;Jürgen;"Müller; Nr. ${i}";"Firma ""${i}"" GmbH";CTO;'+49 ${i};"zwei\r\nZeilen"`,
        );
    }
    const answer = await upload(t, wid, [
      ["file", `${lines.join("\r\n")}\r\n`],
      ["list_name", "  Spring fair  "],
    ]);
    expect(answer.status).toBe(201);
    // 5 of i % 100, 5 of i % 90 (450 is also a multiple of 25, 90 comes first), 14 others of i % 25.
    expect(answer.json).toMatchObject({
      list_name: "Spring fair",
      total: 500,
      created: 476,
      duplicates: 14,
      updated: 0,
      invalid: 10,
      suppressed: 0,
    });
    // A row with a quoted newline takes two lines: row i begins behind its 89 double ones and row 25, 50, 75.
    expect(answer.json.errors[0]).toEqual({
      line: 1 + 90 + 86,
      email: "not an address",
      code: "invalid_email",
      message: expect.any(String),
    });
    expect(answer.json.errors[1]).toMatchObject({ code: "missing_email", email: "" });
    const [first] = await rowsOf(t, "SELECT * FROM leads ORDER BY id LIMIT 1");
    expect(first).toMatchObject({
      email: "person1@firma1.example",
      first_name: "Jürgen",
      last_name: "Müller; Nr. 1",
      job_title: "CTO",
      company: 'Firma "1" GmbH',
      phone: "+49 1",
      custom: '{"notiz":"zwei\\nZeilen"}',
    });
    const report = await t.get(answer.json.errors_url);
    expect(report.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(report.text.trimEnd().split("\r\n")).toHaveLength(11);
    expect(report.text.split("\r\n")[0]).toBe('"line","email","code","message"');
    expect(await counterDrift(t)).toEqual([]);
  });

  it("lists every kind of bad row by the line where it begins, and stores the others", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const csv = [
      `${HEADER}`,
      "a@x.example,A",
      ",Nobody",
      "@x.example,No local part",
      "b@,No domain",
      '"=1+1@",formula',
      `c@x.example,${"long".repeat(300)}`,
      "d@x.example,1,2,3,4,5,6,7",
      "e@x.example,,,,,,,,,",
      'f@x.example,"two',
      'lines"',
      "g@x.example,N\0UL",
      'h@x.example,"never closed',
      "i@x.example,I",
      "j@x.example; k@x.example,J",
      `l@x.example,${"x".repeat(300_000)}`,
      "m@x.example,M",
    ].join("\n");
    const answer = await upload(t, wid, csv);
    expect(answer.status).toBe(201);
    expect(answer.json.errors.map((e: { line: number; code: string }) => [e.line, e.code])).toEqual(
      [
        [3, "missing_email"],
        [4, "invalid_email"],
        [5, "invalid_email"],
        [6, "invalid_email"],
        [7, "field_too_long"],
        [13, "unclosed_quote"],
        [15, "several_addresses"],
        [16, "field_too_long"],
      ],
    );
    expect(answer.json).toMatchObject({ total: 15, created: 7, invalid: 8, ignored_cells: 2 });
    const report = await t.get(answer.json.errors_url);
    expect(report.text).toContain(`"6","'=1+1@","invalid_email"`);
    expect(
      (await rowsOf(t, "SELECT email FROM leads ORDER BY id")).map((row) => row["email"]),
    ).toEqual(["a", "d", "e", "f", "g", "i", "m"].map((name) => `${name}@x.example`));
    expect(await rowsOf(t, "SELECT first_name FROM leads WHERE email = 'g@x.example'")).toEqual([
      { first_name: "NUL" },
    ]);
  });

  it("201: a field of 50 MB costs its own row", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const start = cpuMs();
    const answer = await upload(
      t,
      wid,
      `email,name\na@x.example,"${"x".repeat(50_000_000)}"\nb@x.example,B\n`,
    );
    expect(answer.json).toMatchObject({ total: 2, created: 1, invalid: 1 });
    expect(answer.json.errors).toMatchObject([{ line: 2, code: "row_too_long" }]);
    expect(cpuMs() - start).toBeLessThan(10_000);
  });

  it.each<[string, string | Uint8Array, unknown[][]]>([
    [
      "German names, a family name called Name",
      "E-Mail;Vorname;Name;Unternehmen\nann@x.example;Ann;Lee;Acme\n",
      [["ann@x.example", "Ann", "Lee", "Acme"]],
    ],
    [
      "a title and blank lines above the header",
      "Our leads, spring 2026;;;\n\n;;;\nCourriel;Prénom;Nom;Société\nann@x.example;Ann;Lee;Acme\n",
      [["ann@x.example", "Ann", "Lee", "Acme"]],
    ],
    [
      "no known name over the addresses",
      "wer,was,wohin\nAnn,Acme,ann@x.example\nBob,,bob@x.example\n",
      [
        ["ann@x.example", "", "", ""],
        ["bob@x.example", "", "", ""],
      ],
    ],
    [
      "a name that stands twice: the first counts",
      "email,First Name,First Name,Company\nann@x.example,Ann,Wrong,Acme\n",
      [["ann@x.example", "Ann", "", "Acme"]],
    ],
    [
      "Japanese",
      "会社名,姓,名,メールアドレス\nアクメ,山田,花子,hanako＠x.example\n",
      [["hanako@x.example", "花子", "山田", "アクメ"]],
    ],
    [
      "hundreds of columns that nobody filled",
      `email,first_name${",".repeat(200)}\nann@x.example,Ann${",".repeat(200)}\n`,
      [["ann@x.example", "Ann", "", ""]],
    ],
    [
      "Polish in windows-1250",
      new Uint8Array([...bytes("email,first_name\nann@x.example,"), 0xa3, ...bytes("ukasz\n")]),
      [["ann@x.example", "Łukasz", "", ""]],
    ],
    [
      "Russian in windows-1251",
      new Uint8Array([...bytes("email,first_name\nann@x.example,"), 0xc8, 0xe2, 0xe0, 0xed, 10]),
      [["ann@x.example", "Иван", "", ""]],
    ],
  ])("201: reads %s", async (_, file, rows) => {
    const t = await harness();
    const { wid } = await t.signUp();
    const answer = await upload(t, wid, file);
    expect(answer.status).toBe(201);
    const leads = await rowsOf(
      t,
      "SELECT email, first_name, last_name, company FROM leads ORDER BY id",
    );
    expect(leads.map((lead) => Object.values(lead))).toEqual(rows);
  });

  it("names a guessed encoding in a dry run, and takes the one that is chosen", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const file = new Uint8Array([...bytes("email,city\nann@x.example,"), 0xc1, 0xf0, 0xe8, 10]);
    const dry = await upload(t, wid, [
      ["file", file],
      ["dry_run", "true"],
    ]);
    expect(dry.json).toMatchObject({ encoding: "windows-1251", encoding_guessed: true });
    const stored = await upload(t, wid, [
      ["encoding", "windows-1253"],
      ["file", file],
    ]);
    expect(stored.json).toMatchObject({ encoding: "windows-1253", encoding_guessed: false });
    expect(await rowsOf(t, "SELECT custom FROM leads")).toEqual([{ custom: '{"city":"Απθ"}' }]);
    const wrong = await upload(t, wid, [
      ["encoding", "ebcdic"],
      ["file", file],
    ]);
    expect([wrong.status, wrong.json.errors[0]?.path]).toEqual([422, "encoding"]);
  });

  it("201: takes UTF-16 of either kind, and a formula for the text that it is", async () => {
    const csv =
      "email,first_name,company\r\njürgen@x.example,Jürgen,=1+1\r\nbob@x.example,Боб,@SUM(1)\r\n";
    const little = Buffer.from(csv, "utf16le");
    const big = Buffer.from(csv, "utf16le").swap16();
    for (const file of [
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      little,
      Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
      big,
    ]) {
      const t = await harness();
      const { wid } = await t.signUp();
      const answer = await upload(t, wid, new Uint8Array(file));
      expect([answer.status, answer.json.created, answer.json.invalid]).toEqual([201, 2, 0]);
      expect(await rowsOf(t, "SELECT email, first_name, company FROM leads ORDER BY id")).toEqual([
        { email: "jürgen@x.example", first_name: "Jürgen", company: "=1+1" },
        { email: "bob@x.example", first_name: "Боб", company: "@SUM(1)" },
      ]);
    }
  });

  it("a repeat changes nothing but joins its list; update fills in what the file knows", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const first = `${HEADER},plan\nann@x.example,Ann,Lee,Acme,,,gold\nbob@x.example,Bob,,,,,\n`;
    await upload(t, wid, first);
    const again = await upload(t, wid, first);
    expect(again.json).toMatchObject({
      list_id: 2,
      total: 2,
      created: 0,
      duplicates: 2,
      updated: 0,
    });

    const second = `${HEADER},city\nANN@x.example,Anna,,,,,Berlin\nann@x.example,,Leigh,,,,\ncid@x.example,Cid,,,,,\n`;
    const skipped = await upload(t, wid, [
      ["list_id", "1"],
      ["file", second],
    ]);
    expect(skipped.json).toMatchObject({
      list_id: 1,
      total: 3,
      created: 1,
      duplicates: 2,
      updated: 0,
    });
    expect((await rowsOf(t, leadSql))[0]).toMatchObject({ first_name: "Ann", last_name: "Lee" });
    const updated = await upload(t, wid, [
      ["on_duplicate", "update"],
      ["list_id", "1"],
      ["file", second],
    ]);
    expect(updated.json).toMatchObject({
      list_id: 1,
      total: 3,
      created: 0,
      duplicates: 0,
      updated: 3,
    });
    expect(await rowsOf(t, leadSql)).toEqual([
      {
        email: "ann@x.example",
        first_name: "Anna",
        last_name: "Leigh",
        company: "Acme",
        custom: '{"plan":"gold","city":"Berlin"}',
      },
      { email: "bob@x.example", first_name: "Bob", last_name: "", company: "", custom: "{}" },
      { email: "cid@x.example", first_name: "Cid", last_name: "", company: "", custom: "{}" },
    ]);
    const lists = await t.get(`/api/v1/workspaces/${wid}/lists`);
    expect(lists.json.data.map((l: { lead_count: number }) => l.lead_count)).toEqual([2, 3]);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("two uploads of one file at the same time end with one lead per address", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const rows = Array.from({ length: 7_000 }, (_, i) => `p${i}@x${i % 50}.example,P${i}`);
    const csv = `email,first_name\n${rows.join("\n")}\n`;
    const answers = await Promise.all([
      upload(t, wid, csv),
      upload(t, wid, csv),
      upload(t, wid, csv),
    ]);
    expect(answers.map((a) => a.status)).toEqual([201, 201, 201]);
    const created = answers.map((a) => a.json.created as number);
    expect(created.reduce((a, b) => a + b, 0)).toBe(7_000);
    for (const { json } of answers) expect(json.created + json.duplicates).toBe(7_000);
    expect(await rowsOf(t, "SELECT count(*) AS n, count(DISTINCT email) AS d FROM leads")).toEqual([
      { n: 7_000, d: 7_000 },
    ]);
    expect((await rowsOf(t, "SELECT lead_count AS n FROM lists")).map((row) => row["n"])).toEqual([
      7_000, 7_000, 7_000,
    ]);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("counts the same whatever the borders of its chunks are", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const rows = Array.from(
      { length: 12_001 },
      (_, i) => `p${i % 6_500}@x.example,P${i},,,,${"x".repeat(i % 300)}`,
    );
    const csv = `${HEADER}\n${rows.join("\n")}\n`;
    const dry = await upload(t, wid, [
      ["file", csv],
      ["dry_run", "true"],
    ]);
    expect(dry.status).toBe(200);
    expect(dry.json).toMatchObject({
      list_id: null,
      total: 12_001,
      created: 6_500,
      duplicates: 5_501,
      errors_url: null,
    });
    expect(
      await rowsOf(
        t,
        "SELECT (SELECT count(*) FROM leads) + (SELECT count(*) FROM lists) + (SELECT count(*) FROM jobs) AS n",
      ),
    ).toEqual([{ n: 0 }]);
    const real = await upload(t, wid, csv);
    expect(real.json).toMatchObject({ total: 12_001, created: 6_500, duplicates: 5_501 });
    const dryUpdate = await upload(t, wid, [
      ["file", csv],
      ["dry_run", "1"],
      ["on_duplicate", "update"],
    ]);
    expect(dryUpdate.json).toMatchObject({
      total: 12_001,
      created: 0,
      updated: 12_001,
      duplicates: 0,
    });
    expect(await counterDrift(t)).toEqual([]);
  });

  it("obeys a mapping and takes its parts in any order", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const csv = "Contact;Email;Secret;Plan\nann@x.example;private@x.example;s3cret;gold\n";
    const mapping = JSON.stringify({ contact: "email", Secret: null, Plan: "tier" });
    const before: UploadParts = [
      ["mapping", mapping],
      ["list_name", "A"],
      ["file", csv],
    ];
    const behind: UploadParts = [
      ["file", csv],
      ["list_name", "A"],
      ["mapping", mapping],
    ];
    for (const parts of [before, behind]) {
      const answer = await upload(t, wid, parts);
      expect(answer.json).toMatchObject({ list_name: "A", total: 1 });
    }
    expect(await rowsOf(t, leadSql)).toMatchObject([
      { email: "ann@x.example", custom: '{"email":"private@x.example","tier":"gold"}' },
    ]);
  });

  it("counts suppressed addresses, stores them, and never lifts a suppression", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/suppressions`;
    await t.post(path, { email: "ann@x.example" });
    await t.post(path, { domain: "blocked.example" });
    const csv = "email\nann@x.example\nANN@x.example\nbob@blocked.example\ncid@x.example\n";
    const answer = await upload(t, wid, [
      ["file", csv],
      ["on_duplicate", "update"],
    ]);
    expect(answer.json).toMatchObject({ total: 4, created: 3, updated: 1, suppressed: 3 });
    expect((await t.get(path)).json.pagination.total).toBe(2);
    const leads = await t.get(`/api/v1/workspaces/${wid}/leads?sort=email&order=asc`);
    expect(leads.json.data.map((l: { is_suppressed: boolean }) => l.is_suppressed)).toEqual([
      true,
      true,
      false,
    ]);
  });

  const refused: readonly (readonly [
    name: string,
    status: number,
    code: string,
    file: string | Uint8Array | UploadParts,
  ])[] = [
    ["an empty file", 422, "empty_file", ""],
    ["a mark and nothing else", 422, "empty_file", "\uFEFF"],
    ["blank lines", 422, "empty_file", "\n\r\n\n"],
    ["a header only", 422, "no_rows", `${HEADER}\r\n`],
    ["no email column", 422, "no_email_column", "name,city\nAnn,Berlin\n"],
    [
      "65 columns",
      422,
      "too_many_columns",
      `email,${Array.from({ length: 64 }, (_, i) => `c${i}`).join(",")}\na@b\n`,
    ],
    ["a million columns", 422, "line_too_long", `email${",c".repeat(1_000_000)}\na@b\n`],
    ["one line of 3 MB", 422, "line_too_long", "x".repeat(3_000_000)],
    ["a header that never ends its quote", 422, "unclosed_quote", 'email,"name\na@b.example,x'],
    ["gzip", 422, "compressed_file", new Uint8Array(gzipSync(bytes("email\na@b\n")))],
    [
      "a spreadsheet that is cut off",
      422,
      "damaged_file",
      new Uint8Array([0x50, 0x4b, 3, 4, 20, 0, 6, 0]),
    ],
    [
      "a picture",
      422,
      "binary_file",
      new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]),
    ],
    ["NUL bytes", 422, "binary_file", "email\na@b\0\0\0c"],
    ["no file", 422, "required", [["list_name", "x"]]],
    [
      "two files",
      422,
      "duplicate_part",
      [
        ["file", "email\na@b\n"],
        ["file", "email\na@b\n"],
      ],
    ],
    [
      "an unknown part",
      422,
      "unknown_field",
      [
        ["file", "email\na@b\n"],
        ["lists", "x"],
      ],
    ],
    ["a file of another name", 422, "unknown_field", [["upload", bytes("email\na@b\n")]]],
    [
      "a part twice",
      422,
      "duplicate_part",
      [
        ["list_name", "a"],
        ["list_name", "b"],
        ["file", "email\na@b\n"],
      ],
    ],
    [
      "a mapping that is no JSON",
      422,
      "malformed_json",
      [
        ["mapping", "{nope"],
        ["file", "email\na@b\n"],
      ],
    ],
    [
      "a mapping of no column",
      422,
      "unknown_column",
      [
        ["mapping", '{"x":"email"}'],
        ["file", "email\na@b\n"],
      ],
    ],
    [
      "an unknown way with duplicates",
      422,
      "invalid_value",
      [
        ["on_duplicate", "merge"],
        ["file", "email\na@b\n"],
      ],
    ],
    [
      "list_id that is no id",
      422,
      "invalid_format",
      [
        ["list_id", "abc"],
        ["file", "email\na@b\n"],
      ],
    ],
    [
      "list_id and list_name",
      422,
      "one_of",
      [
        ["list_id", "1"],
        ["list_name", "x"],
        ["file", "email\na@b\n"],
      ],
    ],
  ];
  it.each(refused)("4xx: %s", async (_, status, code, file) => {
    const t = await harness();
    const { wid } = await t.signUp();
    const start = cpuMs();
    const answer = await upload(t, wid, file);
    expect([answer.status, answer.json.errors[0]?.code]).toEqual([status, code]);
    expect(answer.json.errors[0].path).not.toBe("");
    // Of the processor, not of the clock: a busy machine is no fault of the upload.
    expect(cpuMs() - start).toBeLessThan(5_000);
    expect(
      await rowsOf(
        t,
        "SELECT (SELECT count(*) FROM leads) + (SELECT count(*) FROM lists) + (SELECT count(*) FROM jobs) AS n",
      ),
    ).toEqual([{ n: 0 }]);
  });

  it("400, 404, 413, 415: a body that cannot be taken, a list of another workspace", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const path = `/api/v1/workspaces/${wid}/leads/upload`;
    await upload(t, other.json.id, "email\na@b.example\n");
    const foreign = await upload(t, wid, [
      ["list_id", "1"],
      ["file", "email\na@b.example\n"],
    ]);
    expect([foreign.status, foreign.json.code]).toEqual([404, "not_found"]);
    expect(await rowsOf(t, `SELECT count(*) AS n FROM leads WHERE workspace_id = ${wid}`)).toEqual([
      { n: 0 },
    ]);

    const json = await t.post(path, { file: "email\na@b\n" });
    expect([json.status, json.json.code]).toEqual([415, "unsupported_media_type"]);
    const none = await t.post(path);
    expect([none.status, none.json.code]).toEqual([415, "unsupported_media_type"]);
    const packed = await t.request("POST", path, uploadForm([["file", "email\na@b\n"]]), {
      "content-encoding": "gzip",
    });
    expect([packed.status, packed.json.code]).toEqual([415, "unsupported_media_type"]);
    const large = await t.request("POST", path, uploadForm([["file", "email\na@b\n"]]), {
      "content-length": "200000000",
    });
    expect([large.status, large.json.code]).toEqual([413, "payload_too_large"]);
    const type = { "content-type": "multipart/form-data; boundary=x" };
    const head = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n';
    for (const body of [
      `${head}email\na@b.example\n`,
      `${head}email\na@b.example\n\r\n--x`,
      "nothing like it",
      "--x\r\n",
      "",
    ]) {
      const cut = await t.request("POST", path, body, type);
      expect([body, cut.status]).toEqual([body, 400]);
    }
    // The one row that had come whole is kept.
    expect(await rowsOf(t, `SELECT email FROM leads WHERE workspace_id = ${wid}`)).toEqual([
      { email: "a@b.example" },
    ]);
  });

  it("a part behind a large file still names its list; one that would have changed the outcome is refused", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const csv = `email,note\n${Array.from({ length: 6_000 }, (_, i) => `p${i}@x.example,${"n".repeat(900)}`).join("\n")}\n`;
    const named = await upload(t, wid, [
      ["file", csv],
      ["list_name", "Late name"],
      ["on_duplicate", "skip"],
    ]);
    expect([named.status, named.json.list_name]).toEqual([201, "Late name"]);
    expect((await t.get(`/api/v1/workspaces/${wid}/lists/1`)).json).toMatchObject({
      name: "Late name",
      lead_count: 6_000,
    });
    expect((await t.get(`/api/v1/workspaces/${wid}/leads/imports/1`)).json.list_name).toBe(
      "Late name",
    );
    const late = await upload(t, wid, [
      ["file", csv],
      ["dry_run", "true"],
    ]);
    expect([late.status, late.json.errors[0].code]).toEqual([422, "part_after_file"]);
  });

  it("a connection that drops early keeps the rows that had come, whole ones only", async () => {
    const t = await harness();
    const { wid, cookie } = await t.signUp();
    const utf8 = new TextEncoder();
    const pieces = [
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail,note\n',
      Array.from({ length: 40 }, (_, i) => `p${i}@x.example,${"n".repeat(800)}\n`).join(""),
      "half@x.example,cut o",
    ];
    const body = new ReadableStream<Uint8Array>({
      pull(out) {
        const piece = pieces.shift();
        if (piece === undefined) out.error(new Error("the client went away"));
        else out.enqueue(utf8.encode(piece));
      },
    });
    const answer = await t.app.request(`/api/v1/workspaces/${wid}/leads/upload`, {
      method: "POST",
      headers: { cookie, "content-type": "multipart/form-data; boundary=x" },
      body,
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(400);
    const one = await t.get(`/api/v1/workspaces/${wid}/leads/imports/1`);
    expect(one.json).toMatchObject({
      status: "failed",
      error: { code: "malformed_request" },
      done: 40,
      created: 40,
    });
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 40 }]);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("a connection that drops keeps what was stored; a process that dies leaves a failed import, not a running one", async () => {
    const t = await harness();
    const { wid, cookie } = await t.signUp();
    const utf8 = new TextEncoder();
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(out) {
        if (sent === 0)
          out.enqueue(
            utf8.encode(
              '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail,note\n',
            ),
          );
        if (sent > 12_000) return out.error(new Error("the client went away"));
        let text = "";
        for (let n = 0; n < 500; n++) text += `p${sent++}@x.example,${"n".repeat(800)}\n`;
        out.enqueue(utf8.encode(text));
      },
    });
    const answer = await t.app.request(`/api/v1/workspaces/${wid}/leads/upload`, {
      method: "POST",
      headers: { cookie, "content-type": "multipart/form-data; boundary=x" },
      body,
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(400);
    const one = await t.get(`/api/v1/workspaces/${wid}/leads/imports/1`);
    expect(one.json).toMatchObject({
      status: "failed",
      error: { code: "malformed_request" },
      total: null,
    });
    expect(one.json.done).toBeGreaterThan(5_000);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: one.json.done }]);
    expect(await counterDrift(t)).toEqual([]);

    await t.client
      .execute(`INSERT INTO jobs (workspace_id, kind, state, params, result, lease_until, created_at)
      SELECT workspace_id, kind, 'running', params, json_remove(result, '$.error'), ${t.clock.now + 120_000}, created_at FROM jobs`);
    await t.tick();
    expect((await t.get(`/api/v1/workspaces/${wid}/leads/imports/2`)).json.status).toBe("running");
    t.advance(121_000);
    await assertNoScans(t.client, async () => {
      const { failLapsedImports } = await import("#modules/leads/imports/upload-leads.ts");
      await t.sweep(failLapsedImports);
    });
    expect((await t.get(`/api/v1/workspaces/${wid}/leads/imports/2`)).json).toMatchObject({
      status: "failed",
      error: { code: "interrupted" },
    });
  });

  it("leaves everybody else their turns while a long file is read", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const file = `email\n${Array.from({ length: 30_000 }, (_, i) => `s${i}@acme.test`).join("\n")}\n`;
    const { turns, answer } = await turnsDuring(upload(t, wid, file));
    expect([answer.status, answer.json.created]).toEqual([201, 30_000]);
    // One for each 32 KB, at least.
    expect(turns).toBeGreaterThan(file.length / 65_536 + 5);
    t.close();
  });

  it("409: a full workspace takes no more leads", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    await t.client.execute("UPDATE workspaces SET lead_count = 2000000");
    const answer = await upload(t, wid, "email\na@b.example\n");
    expect([answer.status, answer.json.code]).toEqual([409, "limit_reached"]);
  });

  it("403: a client may not upload", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    await t.client.execute("UPDATE users SET role = 'client'");
    const answer = await upload(t, wid, "email\na@b.example\n");
    expect([answer.status, answer.json.code]).toEqual([403, "forbidden"]);
  });

  it("walks no table while it stores", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    await t.post(`/api/v1/workspaces/${wid}/suppressions`, { email: "z@x.example" });
    const csv = "email\na@b.example\nbad\n";
    const statuses: number[] = [];
    for (const parts of [
      [["file", csv]],
      [
        ["list_id", "1"],
        ["file", csv],
      ],
      [
        ["on_duplicate", "update"],
        ["file", csv],
      ],
      [
        ["dry_run", "true"],
        ["file", csv],
      ],
    ] as UploadParts[]) {
      await assertNoScans(t.client, async () => {
        statuses.push((await upload(t, wid, parts)).status);
      });
    }
    for (const path of ["", "/1", "/1/errors"]) {
      await assertNoScans(t.client, async () => {
        statuses.push((await t.get(`/api/v1/workspaces/${wid}/leads/imports${path}`)).status);
      });
    }
    expect(statuses).toEqual([201, 201, 201, 200, 200, 200, 200]);
  });
});
