import { afterEach, describe, expect, it } from "vitest";
import { readFileRows } from "#modules/leads/files/read-rows.ts";
import { gate } from "#test/support/dns-gate.ts";
import type { Zone } from "#test/support/doh-server.ts";
import { rowsOf, uploadForm, type UploadParts } from "#test/support/upload.ts";
import { closeResolvers, validating } from "#test/support/validating.ts";
import { workbook } from "#test/support/workbook.ts";

afterEach(closeResolvers);

const ZONE: Zone = {
  "acme.com": { mx: [[10, "mx.acme.com"]] },
  "only-a.com": { a: ["93.184.216.34"] },
  "gmial.com": { mx: [[10, "mx.gmial.com"]] },
};

async function world() {
  const all = await validating(ZONE);
  const { t, base, cookie } = all;
  const at = `${base}/validations`;
  return {
    ...all,
    at,
    emails: (emails: readonly string[]) => t.post(at, { emails }),
    file: (file: string | Uint8Array | UploadParts, filename = "leads.csv") =>
      t.post(
        `${at}/file`,
        uploadForm(
          typeof file === "string" || file instanceof Uint8Array ? [["file", file]] : file,
          filename,
        ),
      ),
    read: async (id: number) => (await t.get(`${at}/${id}`)).json,
    results: async (id: number, query = "") => (await t.get(`${at}/${id}/results${query}`)).json,
    download: (id: number) => t.get(`${at}/${id}/file`),
    bytes: async (id: number) =>
      new Uint8Array(
        await (await t.app.request(`${at}/${id}/file`, { headers: { cookie } })).arrayBuffer(),
      ),
  };
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}
const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1");
const latin1 = (content: string): Uint8Array => new Uint8Array(Buffer.from(content, "latin1"));
const utf16 = (content: string): Uint8Array => new Uint8Array(Buffer.from(content, "utf16le"));

describe("validating addresses by JSON", () => {
  it("200: results in their order with reasons, each domain asked about once, and no leads", async () => {
    const { t, emails, read, results, server } = await world();
    const given = [
      "ann@acme.com",
      "info@acme.com",
      "bob@only-a.com",
      "cid@gone.com",
      "not an address",
      "dee@mailinator.com",
      "eve@gmial.com",
      "ann@acme.com",
      "",
      "ZOË@acme.com",
    ];
    const answer = await emails(given);
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      source: "addresses",
      format: null,
      status: "completed",
      total: 10,
      done: 10,
      counts: { valid: 2, risky: 4, invalid: 3, no_address: 1 },
    });
    const shown = (all: Record<string, unknown>[]) =>
      all.map(({ email, verdict, reasons, suggestion }) => [email, verdict, reasons, suggestion]);
    expect(shown(answer.json.results)).toEqual([
      ["ann@acme.com", "valid", [], null],
      ["info@acme.com", "risky", ["role_address"], null],
      ["bob@only-a.com", "risky", ["no_mx"], null],
      ["cid@gone.com", "invalid", ["domain_unknown"], null],
      ["not an address", "invalid", ["syntax_text_after_gap"], null],
      ["dee@mailinator.com", "invalid", ["disposable", "domain_unknown"], null],
      ["eve@gmial.com", "risky", expect.arrayContaining(["likely_typo"]), "eve@gmail.com"],
      ["ann@acme.com", "valid", [], null],
      ["", null, ["no_address"], null],
      ["ZOË@acme.com", "risky", ["unusual_syntax"], null],
    ]);
    expect(server.asked.filter((question) => question === "acme.com MX")).toHaveLength(1);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 0 }]);
    expect((await results(answer.json.id)).data).toEqual(answer.json.results);
    expect(await read(answer.json.id)).toMatchObject({ status: "completed" });
  });

  it("knows what the workspace saw of an address: bounced before", async () => {
    const { t, list, emails } = await world();
    await list(["ann@acme.com"]);
    await t.client.execute("UPDATE leads SET bounced_at = 1");
    const { json } = await emails(["Ann@acme.com"]);
    expect(json.results).toMatchObject([{ verdict: "invalid", reasons: ["bounced_before"] }]);
  });

  it("202: goes on in the background where it takes longer, two of a workspace at a time", async () => {
    const { t, emails, read, results, list, start } = await world();
    const held = gate("acme.com");
    Object.assign(t.deps, { dns: held.over(t.deps.dns) });
    await start(await list(["a@acme.com"]));
    await start(await list(["b@acme.com"]));
    const consumers = [t.drain(), t.drain()];
    await held.reached;
    await expect
      .poll(() => rowsOf(t, "SELECT count(*) AS n FROM jobs WHERE state = 'running'"))
      .toEqual([{ n: 2 }]);
    const answer = await emails(["c@acme.com", "d@only-a.com"]);
    expect([answer.status, answer.json.status, answer.json.results]).toEqual([202, "queued", null]);
    expect((await results(answer.json.id)).data).toEqual([]);
    held.open();
    await Promise.all(consumers);
    await t.drain();
    expect(await read(answer.json.id)).toMatchObject({ status: "completed", done: 2 });
    expect((await results(answer.json.id)).data).toHaveLength(2);
  });

  it("422: none, or more than 1,000", async () => {
    const { emails } = await world();
    expect((await emails([])).json.errors[0]).toMatchObject({ path: "emails" });
    const many = await emails(Array.from({ length: 1_001 }, (_, i) => `p${i}@acme.com`));
    expect([many.status, many.json.errors[0].message]).toEqual([
      422,
      "Send up to 1000 addresses, or a file.",
    ]);
  });

  it("gives the results back in pages, and as a CSV", async () => {
    const { emails, results, download } = await world();
    const given = Array.from({ length: 7 }, (_, i) => `p${i}@acme.com`);
    const { json } = await emails([...given, "=1+1@acme.com"]);
    const seen: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await results(json.id, `?limit=3${cursor === "" ? "" : `&cursor=${cursor}`}`);
      seen.push(...page.data.map(({ email }: { email: string }) => email));
      cursor = page.pagination.next_cursor;
    }
    expect(seen).toEqual([...given, "=1+1@acme.com"]);
    const file = await download(json.id);
    expect(file.headers.get("content-disposition")).toContain("-validated.csv");
    expect(file.text.split("\r\n").at(-2)).toMatch(/^"'=1\+1@acme\.com","valid","/);
  });
});

const RESULT = "(?:valid|risky|invalid)";

describe("validating a file", () => {
  it("202: gives the same file back, with verdict, score and reasons behind the others", async () => {
    const { t, file, read, download } = await world();
    const csv =
      'Name;E-Mail;"Notes; all";City\r\n"Lee, Ann";ann@acme.com;"says ""hi""\r\nand more";Köln\r\n\r\n;;;\r\nBob;info@acme.com\r\nCid;nobody;x;y;z\r\nDee;dee@gmial.com;;Bonn';
    const started = await file(csv, "Messe Köln.csv");
    expect(started.status).toBe(202);
    expect(started.json).toMatchObject({
      name: "Messe Köln.csv",
      source: "file",
      format: "csv",
      column: "E-Mail",
      status: "queued",
      total: 5,
      done: 0,
    });
    expect((await download(started.json.id)).json).toMatchObject({
      status: 409,
      code: "invalid_state",
    });
    await t.drain();
    expect(await read(started.json.id)).toMatchObject({
      status: "completed",
      done: 5,
      counts: { valid: 1, risky: 2, invalid: 1, no_address: 1 },
      reasons: { no_address: 1, role_address: 1, syntax_no_at: 1, likely_typo: 1 },
    });
    const got = await download(started.json.id);
    expect(got.text.split("\r\n")).toEqual([
      'Name;E-Mail;"Notes; all";City;;verdict;score;reasons;suggestion',
      '"Lee, Ann";ann@acme.com;"says ""hi""',
      'and more";Köln;;valid;90;;',
      "",
      ";;;;;;;no_address;",
      "Bob;info@acme.com;;;;risky;75;role_address;",
      "Cid;nobody;x;y;z;invalid;0;syntax_no_at;",
      expect.stringMatching(/^Dee;dee@gmial\.com;;Bonn;;risky;\d+;.*likely_typo;dee@gmail\.com$/),
    ]);
    expect(got.headers.get("content-disposition")).toBe(
      "attachment; filename=\"Messe K_ln-validated.csv\"; filename*=UTF-8''Messe%20K%C3%B6ln-validated.csv",
    );
    expect(await rowsOf(t, "SELECT count(*) AS n FROM leads")).toEqual([{ n: 0 }]);
  });

  const HEAD = "email,name\n";
  it.each<[string, Uint8Array | string, string | Uint8Array]>([
    ["a mark at the beginning", "\uFEFFemail,name\nann@acme.com,Zoë\n", ","],
    ["line ends of Windows", "email\tname\r\nann@acme.com\tAnn\r\n", "\t"],
    ["line ends of old Macs", "email|name\rann@acme.com|Ann\rbob@acme.com|Bob", "|"],
    ["a code page", latin1("email;name\nann@acme.com;J\xfcrgen\nbob@acme.com;\xa4\n"), ";"],
    ["UTF-16", utf16("\uFEFFemail\tname\r\nann@acme.com\tJürgen\r\nbob@acme.com\tБоб"), "\t"],
    ["an announced separator", "sep=;\nemail;name\nann@acme.com;Ann\n", ";"],
    ["titles above its names", "My leads\n\n,,\nemail,name\nann@acme.com,Ann\n", ","],
    ["no names", "ann@acme.com,Ann\nbob@acme.com,Bob\n", ","],
    ["addresses alone", "ann@acme.com\nbob@acme.com", ","],
    ["a quote that is never closed", `${HEAD}a@acme.com,"x\nb@acme.com,B\nc@acme.com,C\n`, ","],
    ["stray quotes", `${HEAD}a@acme.com,5" screen\nb@acme.com,"B"x\n`, ","],
    ["blank lines in the middle and at the end", `${HEAD}\n\na@acme.com,A\n\n\n`, ","],
    ["a row without a comma at all", `${HEAD}a@acme.com\nb@acme.com,B\n`, ","],
  ])("keeps every byte of a file with %s", async (_, content, delimiter) => {
    const { t, file, bytes } = await world();
    const given = typeof content === "string" ? new Uint8Array(Buffer.from(content)) : content;
    const { json } = await file(given);
    await t.drain();
    const got = await bytes(json.id);
    const wide = text(given).includes("\0");
    // What was added is taken off again: what is left are the bytes that were sent.
    const d = `\\${String(delimiter)}`;
    const plain = wide ? text(got).replaceAll("\0", "") : text(got);
    const added = new RegExp(
      `(?:${d})*(?:${d}verdict${d}score${d}reasons${d}suggestion|${d}${RESULT}${d}\\d+${d}[a-z_ ]*${d}|${d}${d}${d}no_address${d})(?=[\\r\\n]|$)`,
      "g",
    );
    const sent = wide ? text(given).replaceAll("\0", "") : text(given);
    expect(plain.match(added)?.length).toBeGreaterThan(0);
    expect(plain.replace(added, "").replace(new RegExp(`${d}+(?=[\\r\\n]|$)`, "g"), "")).toBe(
      sent.replace(new RegExp(`${d}+(?=[\\r\\n]|$)`, "g"), ""),
    );
    // And both are read as the same rows.
    const cells = async (file: Uint8Array) => {
      const rows: (readonly string[])[] = [];
      for await (const some of readFileRows(once(file)).rows) {
        for (const row of some) if (row.cells !== null) rows.push(row.cells);
      }
      return rows;
    };
    const [before, after] = [await cells(given), await cells(got)];
    expect(after.map((row, i) => row.slice(0, before[i]?.length))).toEqual(before);
  });

  it("keeps an XLSX as a workbook: other sheets, formats and formulas stay", async () => {
    const { t, file, bytes, read } = await world();
    const spec = {
      sheets: [
        { name: "Notes", rows: [["Read me"]] },
        {
          name: "Leads",
          rows: [
            ["Email", "First contact", "score"],
            ["ann@acme.com", { xml: '<c s="1"><v>45000</v></c>' }, 3],
            { hidden: true as const, cells: ["info@acme.com"] },
            [null, "no address"],
            [{ xml: '<c t="str"><f>LOWER("X@ACME.COM")</f><v>x@acme.com</v></c>' }, "", "", "wide"],
          ],
        },
      ],
      formats: ["dd.mm.yyyy"],
    };
    const given = await workbook(spec);
    const { json } = await file(given, "Leads.xlsx");
    expect(json).toMatchObject({ format: "xlsx", sheet: "Leads", column: "Email", total: 4 });
    await t.drain();
    expect(await read(json.id)).toMatchObject({ status: "completed" });
    const got = await bytes(json.id);
    const rowsOfSheet = async (sheet: string) => {
      const rows: unknown[] = [];
      for await (const some of readFileRows(once(got), { sheet, withHidden: true }).rows) {
        rows.push(...some.map(({ cells }) => cells));
      }
      return rows;
    };
    expect(await rowsOfSheet("Leads")).toEqual([
      ["Email", "First contact", "score", "", "verdict", "score_2", "reasons", "suggestion"],
      ["ann@acme.com", "2023-03-15", "3", "", "valid", "90"],
      ["info@acme.com", "", "", "", "risky", "75", "role_address"],
      ["", "no address", "", "", "", "", "no_address"],
      ["x@acme.com", "", "", "wide", "valid", "90"],
    ]);
    expect(await rowsOfSheet("Notes")).toEqual([["Read me"]]);
  });

  it("takes the column that is named, or found by its cells", async () => {
    const { t, file, results } = await world();
    const csv = "old,new\nx@gone.com,ann@acme.com\n";
    const named = await file([
      ["column", "new"],
      ["file", csv],
    ]);
    expect(named.json.column).toBe("new");
    const placed = await file([
      ["column", "column_2"],
      ["file", csv],
    ]);
    await t.drain();
    expect((await results(named.json.id)).data).toMatchObject([{ email: "ann@acme.com" }]);
    expect((await results(placed.json.id)).data).toMatchObject([{ email: "ann@acme.com" }]);
    const found = await file("a,b\n1,ann@acme.com\n");
    expect(found.json.column).toBe("b");
  });

  it.each<[string, UploadParts, string]>([
    ["a file without addresses", [["file", "name\nAnn\n"]], "no_email_column"],
    ["an empty file", [["file", ""]], "empty_file"],
    ["names alone", [["file", "email,name\n"]], "no_rows"],
    ["a PDF", [["file", "%PDF-1.7"]], "binary_file"],
    [
      "a column that is not there",
      [
        ["column", "x"],
        ["file", "email\na@b.c\n"],
      ],
      "unknown_column",
    ],
    [
      "a part behind the file",
      [
        ["file", "email\na@b.c\n"],
        ["column", "email"],
      ],
      "part_after_file",
    ],
    ["no file", [["column", "email"]], "required"],
    [
      "an unknown part",
      [
        ["mapping", "{}"],
        ["file", "email\na@b.c\n"],
      ],
      "unknown_field",
    ],
  ])("422: %s leaves nothing behind", async (_, parts, code) => {
    const { t, file } = await world();
    const answer = await file(parts);
    expect([answer.status, answer.json.errors[0]?.code]).toEqual([422, code]);
    for (const table of ["jobs", "job_files", "validation_rows"]) {
      expect(await rowsOf(t, `SELECT count(*) AS n FROM ${table}`)).toEqual([{ n: 0 }]);
    }
  });

  it("goes on where it was killed, with nothing twice", async () => {
    const { t, file, read, results, bytes } = await world();
    const emails = Array.from({ length: 1_700 }, (_, i) => `p${i}@acme.com`);
    emails[900] = "x@only-a.com";
    const { json } = await file(`email\n${emails.join("\n")}\n`);
    const held = gate("only-a.com");
    const { dns } = t.deps;
    Object.assign(t.deps, { dns: held.over(dns) });
    const dead = t.drain();
    await held.reached;
    await expect.poll(async () => (await read(json.id)).done).toBe(900);
    expect((await results(json.id, "?limit=200")).pagination.total).toBe(900);
    Object.assign(t.deps, { dns });
    t.advance(61_000);
    await t.tick();
    await t.drain();
    held.open();
    await dead;
    expect(await read(json.id)).toMatchObject({
      status: "completed",
      done: 1_700,
      counts: { valid: 1_699, risky: 1 },
      reasons: { no_mx: 1 },
    });
    const lines = text(await bytes(json.id))
      .trimEnd()
      .split("\n");
    expect(lines.slice(1).map((line) => line.split(",")[0])).toEqual(emails);
    expect(lines.filter((line) => line.includes(",risky,"))).toHaveLength(1);
  });

  it("200: stops when it is cancelled; its file comes with the results so far", async () => {
    const { t, file, at, read, download } = await world();
    const held = gate("only-a.com");
    Object.assign(t.deps, { dns: held.over(t.deps.dns) });
    const { json } = await file("email\na@acme.com\nb@only-a.com\nc@acme.com\n");
    const running = t.drain();
    await expect.poll(async () => (await read(json.id)).done).toBe(1);
    const stopped = await t.post(`${at}/${json.id}/cancel`);
    expect(stopped.json).toMatchObject({ status: "cancelled", done: 1, total: 3 });
    held.open();
    await running;
    expect((await t.post(`${at}/${json.id}/cancel`)).status).toBe(200);
    expect((await download(json.id)).text).toBe(
      "email,verdict,score,reasons,suggestion\na@acme.com,valid,90,,\nb@only-a.com,,,,\nc@acme.com,,,,\n",
    );
  });

  it("204: is deleted with its file and results, by hand or a week after it ended", async () => {
    const { t, file, at, emails, read } = await world();
    const first = await file("email\na@acme.com\n");
    await t.drain();
    const second = await emails(["a@acme.com"]);
    const counted = async () =>
      Object.assign(
        {},
        ...(await Promise.all(
          ["jobs", "job_files", "validation_rows", "validation_results"].map(async (table) => ({
            [table]: (await rowsOf(t, `SELECT count(*) AS n FROM ${table}`))[0]?.["n"],
          })),
        )),
      );
    expect(await counted()).toEqual({
      jobs: 2,
      job_files: 1,
      validation_rows: 2,
      validation_results: 2,
    });
    expect((await t.delete(`${at}/${first.json.id}`)).status).toBe(204);
    expect((await t.delete(`${at}/${first.json.id}`)).status).toBe(404);
    expect((await read(second.json.id)).status).toBe("completed");
    t.advance(8 * 86_400_000);
    await t.tick();
    expect(await counted()).toEqual({
      jobs: 0,
      job_files: 0,
      validation_rows: 0,
      validation_results: 0,
    });
  });

  it("leaves nothing of an upload that broke off", async () => {
    const { t, at, cookie } = await world();
    const utf8 = new TextEncoder();
    const body = new ReadableStream<Uint8Array>({
      start(out) {
        const rows = Array.from({ length: 200_000 }, (_, i) => `p${i}@acme.com\n`).join("");
        out.enqueue(
          utf8.encode(
            `--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\nemail\n${rows}`,
          ),
        );
        out.close();
      },
    });
    const answer = await t.app.request(`${at}/file`, {
      method: "POST",
      headers: { cookie, "content-type": "multipart/form-data; boundary=x" },
      body,
      duplex: "half",
    } as RequestInit);
    expect(answer.status).toBe(400);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM validation_rows")).toEqual([{ n: 0 }]);
    // Nor of one whose process died: nobody was there to clean up.
    await t.client.execute(
      `INSERT INTO jobs (workspace_id, kind, state, params, lease_until, created_at) VALUES (1, 'addresses', 'receiving', '{}', ${t.clock.now + 60_000}, 1)`,
    );
    await t.client.execute("INSERT INTO job_files VALUES (last_insert_rowid(), 0, 1, 'x')");
    expect((await t.get(at)).json.data).toEqual([]);
    t.advance(61_000);
    await t.tick();
    expect(await rowsOf(t, "SELECT count(*) AS n FROM job_files")).toEqual([{ n: 0 }]);
  });

  it("forgets files with an address that is erased", async () => {
    const { t, file, list, base, at } = await world();
    await list(["ann@acme.com"]);
    const one = await file("email\nANN@acme.com\nbob@acme.com\n");
    const other = await file("email\nbob@acme.com\n");
    await t.drain();
    const { json } = await t.get(`${base}/leads?q=ann`);
    expect((await t.delete(`${base}/leads/${json.data[0].id}?erase=true`)).status).toBe(204);
    expect((await t.get(`${at}/${one.json.id}`)).status).toBe(404);
    expect((await t.get(`${at}/${other.json.id}`)).status).toBe(200);
  });

  it("409: refuses more than two million rows that are kept", async () => {
    const { t, emails, file } = await world();
    const { json } = await emails(["ann@acme.com"]);
    await t.client.execute(`UPDATE jobs SET total = 1999999 WHERE id = ${json.id}`);
    const answer = await file("email\na@acme.com\nb@acme.com\n");
    expect([answer.status, answer.json.code]).toEqual([409, "limit_reached"]);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM jobs")).toEqual([{ n: 1 }]);
  });
});
