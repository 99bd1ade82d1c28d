import { describe, expect, it } from "vitest";
import { harness } from "#test/support/harness.ts";
import { counterDrift, rowsOf, upload } from "#test/support/upload.ts";
import { workbook } from "#test/support/workbook.ts";

const KONTAKTE = {
  sheets: [
    { name: "Info", rows: [["Leads of the fair"]] },
    {
      name: "Kontakte",
      rows: [
        ["Export of 2026-11-24"],
        ["E-Mail-Adresse", "Vorname", "Nachname", "Firma", "Telefon", "Erster Kontakt"],
        [
          "ANN@x.example",
          "Ann",
          "Lee",
          "Acme & Co",
          491711234567,
          { xml: '<c s="1"><v>45000</v></c>' },
        ],
        { hidden: true as const, cells: ["hidden@x.example", "Hid"] },
        [{ xml: '<c t="str"><f>LOWER(A3)</f><v>bob@x.example</v></c>' }, "Bob"],
        ["not an address", "Bad"],
      ],
    },
  ],
  formats: ["dd.mm.yyyy"],
};

describe("uploading workbooks", () => {
  it("201: stores the rows of the sheet with addresses, values as they are meant", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const answer = await upload(t, wid, await workbook(KONTAKTE), "Messe.xlsx");
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      list_name: "Messe",
      total: 3,
      created: 2,
      invalid: 1,
      header_line: 2,
      format: "xlsx",
      workbook: {
        sheet: "Kontakte",
        sheets: [
          { name: "Info", hidden: false },
          { name: "Kontakte", hidden: false },
        ],
        hidden_rows: 1,
        empty_formulas: 0,
      },
      errors: [{ line: 6, code: "invalid_email", email: "not an address" }],
    });
    expect(answer.json.columns.slice(-2)).toEqual([
      {
        name: "Telefon",
        becomes: "phone",
        by: "name",
        suggestion: null,
        examples: ["491711234567"],
      },
      {
        name: "Erster Kontakt",
        becomes: "custom.erster_kontakt",
        by: "none",
        suggestion: null,
        examples: ["2023-03-15"],
      },
    ]);
    const leads = await rowsOf(t, "SELECT email, first_name, company, phone, custom FROM leads");
    expect(leads).toEqual([
      {
        email: "ann@x.example",
        first_name: "Ann",
        company: "Acme & Co",
        phone: "491711234567",
        custom: '{"erster_kontakt":"2023-03-15"}',
      },
      { email: "bob@x.example", first_name: "Bob", company: "", phone: "", custom: "{}" },
    ]);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("200: a dry run answers what storing would, hidden rows among them if they are wanted", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const file = await workbook(KONTAKTE);
    const parts = [
      ["sheet", "kontakte"],
      ["hidden_rows", "include"],
      ["mapping", '{"Erster Kontakt": null}'],
      ["file", file],
    ] as const;
    const dry = await upload(t, wid, [["dry_run", "true"], ...parts]);
    expect(dry.status).toBe(200);
    expect(dry.json).toMatchObject({ created: 3, invalid: 1, workbook: { hidden_rows: 0 } });
    const stored = await upload(t, wid, parts);
    const same = ({ total, created, columns, workbook: read }: Record<string, unknown>) => [
      total,
      created,
      columns,
      read,
    ];
    expect(same(stored.json)).toEqual(same(dry.json));
  });

  it("422: says which sheets there are, and what a file is that is no list", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const wrong = await upload(t, wid, [
      ["sheet", "Leads"],
      ["file", await workbook(KONTAKTE)],
    ]);
    expect([wrong.status, wrong.json.errors]).toEqual([
      422,
      [
        {
          path: "sheet",
          code: "unknown_sheet",
          message: 'The workbook has no sheet "Leads". It has "Info", "Kontakte".',
        },
      ],
    ]);
    const info = await upload(t, wid, [
      ["sheet", "Info"],
      ["file", await workbook(KONTAKTE)],
    ]);
    expect([info.status, info.json.errors[0]?.code]).toEqual([422, "no_email_column"]);
    const page = await upload(t, wid, "<html><body>Sign in</body></html>");
    expect([page.status, page.json.errors[0]?.code]).toEqual([422, "html_file"]);
    const hidden = await upload(
      t,
      wid,
      await workbook({
        sheets: [{ name: "S", rows: [["email"], { hidden: true, cells: ["a@x.example"] }] }],
      }),
    );
    expect([hidden.status, hidden.json.errors[0]?.code]).toEqual([422, "only_hidden_rows"]);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 0 }]);
  });

  it("413: above 32 MB, with what to do", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const file = new Uint8Array(33 * 1024 * 1024);
    file.set([0x50, 0x4b, 3, 4]);
    const answer = await upload(t, wid, file);
    expect([answer.status, answer.json.detail]).toEqual([
      413,
      "An XLSX file can have up to 32 MB. Save the sheet as CSV, or split it.",
    ]);
  });

  it("are taken by the imports of suppressions and mailboxes as well", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const form = new FormData();
    const list = await workbook({ sheets: [{ name: "S", rows: [["email"], ["a@x.example"]] }] });
    form.append("file", new Blob([list as Uint8Array<ArrayBuffer>]), "no.xlsx");
    const answer = await t.post(`/api/v1/workspaces/${wid}/suppressions/import`, form);
    expect(answer.json).toMatchObject({ total: 1, added: 1 });
  });
});

describe("uploading files without names of columns", () => {
  it("201: keeps the first row, which is no header, and takes columns for what they hold", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const csv = "Ann,ann.lee@acme.example,+49 30 123456\nBob,bob.roe@birds.example,+49 30 654321\n";
    const answer = await upload(t, wid, csv);
    expect(answer.json).toMatchObject({ total: 2, created: 2, header_line: 0, format: "csv" });
    expect(answer.json.columns.map((column: { becomes: string }) => column.becomes)).toEqual([
      "first_name",
      "email",
      "phone",
    ]);
    expect(await rowsOf(t, "SELECT email, first_name, phone FROM leads ORDER BY id")).toEqual([
      { email: "ann.lee@acme.example", first_name: "Ann", phone: "+49 30 123456" },
      { email: "bob.roe@birds.example", first_name: "Bob", phone: "+49 30 654321" },
    ]);
  });

  it("201: takes a mapping by place", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const answer = await upload(t, wid, [
      ["mapping", '{"column_1": "custom.nick", "column_3": null}'],
      ["file", "Ann,ann@x.example,1\n"],
    ]);
    expect(answer.json.created).toBe(1);
    expect(await rowsOf(t, "SELECT email, custom FROM leads")).toEqual([
      { email: "ann@x.example", custom: '{"nick":"Ann"}' },
    ]);
  });
});

describe("a dry run", () => {
  it("counts rows whose address is suppressed, as storing does", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    await t.post(`/api/v1/workspaces/${wid}/suppressions`, { email: "no@x.example" });
    await t.post(`/api/v1/workspaces/${wid}/suppressions`, { domain: "never.example" });
    const csv = "email\nno@x.example\nNO@x.example\na@never.example\nyes@x.example\n";
    const dry = await upload(t, wid, [
      ["dry_run", "true"],
      ["file", csv],
    ]);
    const stored = await upload(t, wid, csv);
    expect([dry.json.suppressed, stored.json.suppressed]).toEqual([3, 3]);
  });
});
