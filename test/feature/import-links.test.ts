import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, describe, expect, it } from "vitest";
import type { Egress } from "#platform/ctx/ports.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { nodeEgress } from "#server/egress.ts";
import { file, fileServer, marked, redirect, type Serve } from "#test/support/file-server.ts";
import { harness, type Harness } from "#test/support/harness.ts";
import { workbook } from "#test/support/workbook.ts";

const real = nodeEgress({ allowPrivate: true });
const server = await fileServer();
afterAll(() => server.close());
beforeEach(() => {
  server.serve = file("");
  server.asked.length = 0;
});

const SHEET = "E-Mail;Vorname;Firma\nann@x.example;Ann;Acme\nbob@x.example;Bob;\n";

async function open(egress: Partial<Egress> = real) {
  const t = await harness({ egress, settings: { ALLOW_PRIVATE_NETWORKS: "true" } });
  const { wid } = await t.signUp();
  return { t, wid, links: `/api/v1/workspaces/${wid}/leads/import-links` };
}

/** Adds a link to what the server serves, and runs it. */
async function linked(serve: Serve, body: Record<string, unknown> = {}, egress?: Partial<Egress>) {
  const world = await open(egress);
  server.serve = serve;
  const made = await world.t.post(world.links, {
    name: "Fair",
    url: `${server.url}/list.csv?token=canary-secret`,
    ...body,
  });
  expect(made.status).toBe(201);
  await world.t.drain();
  const link = `${world.links}/${made.json.id}`;
  return { ...world, link, ...reading(world.t, world.wid, link) };
}

const reading = (t: Harness, wid: number, link: string) => ({
  runs: async () => (await t.get(`${link}/runs`)).json.data,
  last: async () => (await t.get(`${link}/runs`)).json.data[0],
  leads: async (): Promise<Record<string, unknown>[]> =>
    (await t.get(`/api/v1/workspaces/${wid}/leads?sort=email&order=asc`)).json.data,
  /** Serves something else, and runs the link now. */
  again: async (serve: Serve) => {
    server.serve = serve;
    expect((await t.post(`${link}/run`)).status).toBe(202);
    await t.drain();
    return (await t.get(`${link}/runs`)).json.data[0];
  },
});

describe("links that leads are imported from", () => {
  it("201: a link fetches its file at once, and stores its rows in a new list of its name", async () => {
    const w = await linked(file(SHEET));
    expect(await w.last()).toMatchObject({
      status: "completed",
      trigger: "schedule",
      outcome: "changed",
      rows: 2,
      created: 2,
      changed: 0,
      unchanged: 0,
      refused: 0,
      error: null,
      duration_ms: 0,
    });
    expect(await w.leads()).toMatchObject([
      { email: "ann@x.example", first_name: "Ann", company: "Acme", source: "link" },
      { email: "bob@x.example", first_name: "Bob" },
    ]);
    expect((await w.t.get(w.link)).json).toMatchObject({
      name: "Fair",
      every: "day",
      list_name: "Fair",
      on_duplicate: "update",
      status: "active",
      is_running: false,
    });
    const lists = (await w.t.get(`/api/v1/workspaces/${w.wid}/lists`)).json.data;
    expect(lists).toMatchObject([{ name: "Fair", lead_count: 2 }]);
  });

  it("a run tells new, changed, unchanged and refused rows, those with line, column and reason", async () => {
    const w = await linked(file(SHEET));
    const next =
      "E-Mail;Vorname;Firma\nann@x.example;Ann;Acme Ltd\nbob@x.example;Bob;\ncal@x.example;Cal;\nnobody;Bad;\n";
    w.t.advance(HOUR_MS);
    const run = await w.again(file(next));
    expect(run).toMatchObject({
      trigger: "person",
      outcome: "changed",
      rows: 4,
      created: 1,
      changed: 1,
      unchanged: 1,
      refused: 1,
      refused_rows: [{ line: 5, column: "E-Mail", email: "nobody", code: "invalid_email" }],
    });
    const [ann, bob] = await w.leads();
    expect(ann).toMatchObject({ company: "Acme Ltd" });
    expect(ann?.["updated_at"]).not.toBe(ann?.["created_at"]);
    expect(bob?.["updated_at"]).toBe(bob?.["created_at"]);
    expect((await w.t.get(run.errors_url)).text).toContain('"5","nobody","invalid_email"');
  });

  it("a row that vanished from the file deletes nothing, and a file with nothing new says so", async () => {
    const w = await linked(file(SHEET));
    const run = await w.again(file("E-Mail;Vorname;Firma\nann@x.example;Ann;Acme\n"));
    expect(run).toMatchObject({ outcome: "nothing_new", created: 0, changed: 0, unchanged: 1 });
    expect(await w.leads()).toHaveLength(2);
  });

  it("a file that did not change is not read again: by its mark, and by its bytes", async () => {
    const w = await linked(marked(SHEET, '"v1"'));
    expect(await w.again(marked(SHEET, '"v1"'))).toMatchObject({ outcome: "same_file", rows: 0 });
    expect(server.asked.at(-1)?.headers["if-none-match"]).toBe('"v1"');
    expect(await w.again(file(SHEET))).toMatchObject({ outcome: "same_file", rows: 0 });
  });

  it("a changed mapping reads the same file again, and a list that it names gets its leads", async () => {
    const w = await linked(marked(SHEET, '"v1"'));
    const put = await w.t.put(w.link, { mapping: { Firma: "custom.firm" } });
    expect(put.status).toBe(200);
    await w.t.drain();
    expect(await w.last()).toMatchObject({ outcome: "changed", changed: 1 });
    const [ann] = await w.leads();
    expect(ann).toMatchObject({ custom: { firm: "Acme" } });
    const other = await w.t.post(w.links, { name: "Other", url: `${server.url}/other` });
    await w.t.drain();
    await w.t.put(w.link, { list_id: other.json.list_id });
    await w.t.drain();
    expect(await w.last()).toMatchObject({ outcome: "nothing_new", listed: 0, unchanged: 2 });
  });

  it("runs on its schedule by the tick, and not while it is paused", async () => {
    const w = await linked(file(SHEET), { every: "six_hours" });
    const step = async () => {
      await w.t.tick();
      await w.t.drain();
      return (await w.runs()).length;
    };
    w.t.advance(5 * HOUR_MS);
    expect(await step()).toBe(1);
    w.t.advance(HOUR_MS);
    expect(await step()).toBe(2);
    expect((await w.t.put(w.link, { active: false })).json).toMatchObject({
      status: "paused",
      next_run_at: null,
    });
    w.t.advance(2 * DAY_MS);
    expect(await step()).toBe(2);
    await w.t.put(w.link, { active: true });
    expect(await step()).toBe(3);
  });

  it("reads a workbook, its sheet by name", async () => {
    const bytes = await workbook({
      sheets: [
        { name: "One", rows: [["Email"], ["one@x.example"]] },
        { name: "Two", rows: [["Email"], ["two@x.example"]] },
      ],
    });
    const w = await linked(file(bytes, { "content-type": "application/octet-stream" }), {
      sheet: "Two",
    });
    expect(await w.last()).toMatchObject({ outcome: "changed", created: 1 });
    expect(await w.leads()).toMatchObject([{ email: "two@x.example" }]);
  });

  it("new leads join the campaign of the link, those who were here do not", async () => {
    const w = await open();
    server.serve = file(SHEET);
    const list = await w.t.post(`/api/v1/workspaces/${w.wid}/leads`, {
      leads: [{ email: "ann@x.example" }],
    });
    expect(list.status).toBe(200);
    const campaign = await w.t.post(`/api/v1/workspaces/${w.wid}/campaigns`, { name: "Fair" });
    const made = await w.t.post(w.links, {
      name: "Fair",
      url: `${server.url}/x`,
      campaign_id: campaign.json.id,
    });
    expect(made.status).toBe(201);
    await w.t.drain();
    const enrolled = await w.t.get(
      `/api/v1/workspaces/${w.wid}/campaigns/${campaign.json.id}/leads`,
    );
    expect(enrolled.json.data).toMatchObject([{ email: "bob@x.example" }]);
    expect(
      (await w.t.post(w.links, { name: "Fair", url: `${server.url}/x`, campaign_id: 999 })).status,
    ).toBe(404);
  });

  it("the query of an address stands nowhere: answers, rows, log and audit", async () => {
    const w = await linked(file("", { "content-type": "text/plain" }, 500));
    const shown = await w.t.get(w.link);
    expect(shown.json.url).toBe(`${server.url}/list.csv?...`);
    const runs = await w.t.get(`${w.link}/runs`);
    const audit = await w.t.get("/api/v1/admin/audit");
    const tables = ["import_links", "jobs", "notifications", "audit_log"];
    const rows = await Promise.all(tables.map((name) => w.t.db.all(`SELECT * FROM ${name}`)));
    const all = JSON.stringify([shown.text, runs.text, audit.text, rows, w.t.lines]);
    expect(all).not.toContain("canary-secret");
    expect(server.asked[0]?.url).toContain("canary-secret");
  });

  it("204: deletes a link with its runs; its leads stay", async () => {
    const w = await linked(file(SHEET));
    expect((await w.t.delete(w.link)).status).toBe(204);
    expect((await w.t.get(w.link)).status).toBe(404);
    expect((await w.t.get(`${w.link}/runs`)).status).toBe(404);
    expect((await w.t.post(`${w.link}/run`)).status).toBe(404);
    expect((await w.t.delete(w.link)).status).toBe(404);
    expect(await w.leads()).toHaveLength(2);
    const left = await w.t.db.all<{ n: number }>("SELECT count(*) AS n FROM jobs");
    expect(left[0]?.n).toBe(0);
  });

  it("200: shows the first rows of a file and what becomes of its columns, and stores nothing", async () => {
    const w = await open();
    server.serve = file(SHEET);
    const answer = await w.t.post(`${w.links}/preview`, { url: `${server.url}/p?key=canary` });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({
      url: `${server.url}/p?...`,
      header_line: 1,
      format: "csv",
      columns: [{ becomes: "email" }, { becomes: "first_name" }, { becomes: "company" }],
      rows: [
        ["ann@x.example", "Ann", "Acme"],
        ["bob@x.example", "Bob", ""],
      ],
    });
    const made = await w.t.post(w.links, { name: "P", url: `${server.url}/p`, active: false });
    expect(made.json).toMatchObject({ status: "paused", next_run_at: null, last_run: null });
    const mapped = await w.t.post(`${w.links}/preview`, {
      link_id: made.json.id,
      mapping: { Vorname: null },
    });
    expect(mapped.json.columns[1]).toMatchObject({ becomes: null, by: "mapping" });
    expect(await reading(w.t, w.wid, "").leads()).toEqual([]);
  });

  it("422: refuses addresses that may not be fetched, 404: a list of another workspace", async () => {
    const w = await open();
    const bad = async (url: string) =>
      (await w.t.post(w.links, { name: "x", url })).json.errors[0].code;
    expect(await bad("ftp://x.example/a.csv")).toBe("invalid_url");
    expect(await bad("http://files.example.com/a.csv")).toBe("https_required");
    expect(await bad("https://user:pass@files.example.com/a.csv")).toBe("credentials_in_url");
    const foreign = await w.t.post(w.links, { name: "x", url: `${server.url}/a`, list_id: 99 });
    expect(foreign.status).toBe(404);
  });
});

describe("a run that fails", () => {
  const failing: Record<string, [Serve, string]> = {
    "a page to sign in": [
      file("<!doctype html><title>Sign in</title>", { "content-type": "text/html" }),
      "link_needs_login",
    ],
    "a page under a false type": [file("\n<html><body>Hello</body></html>"), "link_needs_login"],
    "a redirect to a log-in": [
      redirect("https://accounts.google.com/ServiceLogin?continue=x"),
      "link_needs_login",
    ],
    "a refusal": [file("no", {}, 403), "link_needs_login"],
    "a missing file": [file("no", {}, 404), "link_not_found"],
    "a server in trouble": [file("no", {}, 503), "link_unavailable"],
    "a redirect to itself": [redirect("/list.csv"), "too_many_redirects"],
    "a redirect to plain http elsewhere": [redirect("http://files.example.com/x"), "link_blocked"],
    "a picture": [
      file(Buffer.from("\x89PNG\r\n\x1a\n....", "latin1"), { "content-type": "image/png" }),
      "binary_file",
    ],
    "a file without addresses": [file("a;b\n1;2\n"), "no_email_column"],
    "a file without rows": [file("email;name\n"), "no_rows"],
    "an empty file": [file(""), "empty_file"],
    "a file that breaks off": [
      (_request, response) => {
        response.writeHead(200, { "content-type": "text/csv", "content-length": "1000" });
        response.write(SHEET.replaceAll("x.example", "y.example"));
        setImmediate(() => response.destroy());
      },
      "link_unreachable",
    ],
    "an announced giant": [
      (_request, response) => {
        response.writeHead(200, { "content-length": String(200 * 1024 * 1024) });
        response.write("email\n");
      },
      "payload_too_large",
    ],
    "a packed bomb": [
      file(gzipSync(Buffer.alloc(110 * 1024 * 1024, "a@b.example\n"), { level: 9 }), {
        "content-type": "text/csv",
        "content-encoding": "gzip",
      }),
      "payload_too_large",
    ],
  };
  for (const [what, [serve, code]] of Object.entries(failing)) {
    it(`changes nothing and says why: ${what}`, async () => {
      const w = await linked(file(SHEET));
      const run = await w.again(serve);
      expect(run).toMatchObject({ status: "failed", outcome: null, created: 0, rows: 0 });
      expect(run.error.code).toBe(code);
      expect(await w.leads()).toHaveLength(2);
      const kept = await w.t.db.all<{ n: number }>("SELECT count(*) AS n FROM job_files");
      expect(kept[0]?.n).toBe(0);
    });
  }

  it("changes nothing: an endless body is left at 100 MB", { timeout: 60_000 }, async () => {
    const block = Buffer.from("a@b.example,Ann\n".repeat(64 * 1024));
    let hungUp = (): void => undefined;
    const isOver = new Promise<void>((resolve) => (hungUp = resolve));
    const w = await linked(file(SHEET));
    const run = await w.again((_request, response) => {
      response.writeHead(200, { "content-type": "text/csv" });
      const more = (): void => {
        while (!response.destroyed && response.write(block));
      };
      response.on("drain", more).on("close", hungUp);
      more();
    });
    expect(run).toMatchObject({ status: "failed", error: { code: "payload_too_large" } });
    expect(await w.leads()).toHaveLength(2);
    await isOver;
  });

  it("changes nothing: a body that stops coming is left at its time", async () => {
    const w = await linked(
      file(SHEET),
      {},
      {
        download: (request) => real.download({ ...request, timeoutMs: 300 }),
      },
    );
    const run = await w.again((_request, response) => {
      response.writeHead(200, { "content-type": "text/csv" });
      response.write(SHEET);
    });
    expect(run).toMatchObject({ status: "failed", error: { code: "link_too_slow" } });
    const silent = await w.again(() => undefined);
    expect(silent).toMatchObject({ status: "failed", error: { code: "link_unreachable" } });
  });

  it("never follows a redirect to a private address", async () => {
    const inner = await fileServer(file(SHEET));
    // The public address is led to a server here; every other goes through the guard as it is.
    const guarded = nodeEgress({ allowPrivate: false });
    const download: Egress["download"] = (request) =>
      request.url === "https://files.example.com/list.csv"
        ? real.download({ ...request, url: `${server.url}/list.csv` })
        : guarded.download(request);
    const t = await harness({
      egress: { download },
      settings: { ALLOW_PRIVATE_NETWORKS: "false" },
    });
    const { wid } = await t.signUp();
    const links = `/api/v1/workspaces/${wid}/leads/import-links`;
    for (const to of [inner.url, "https://127.0.0.1/", "https://169.254.169.254/latest"]) {
      server.serve = redirect(to);
      const made = await t.post(links, { name: "x", url: "https://files.example.com/list.csv" });
      expect(made.status).toBe(201);
      await t.drain();
      const [run] = (await t.get(`${links}/${made.json.id}/runs`)).json.data;
      expect(run.error.code).toBe("link_blocked");
    }
    expect(inner.asked).toEqual([]);
    await inner.close();
  });

  it("is told once, and again when the link waits after three; a success makes it active", async () => {
    const w = await linked(file(SHEET), { every: "hour" });
    const notices = async () =>
      (await w.t.get(`/api/v1/workspaces/${w.wid}/notifications`)).json.data;
    const trouble = file("no", {}, 503);
    await w.again(trouble);
    await w.again(trouble);
    expect(await notices()).toMatchObject([{ kind: "import_link_failed", severity: "warning" }]);
    await w.again(trouble);
    await w.again(trouble);
    expect(await notices()).toMatchObject([{ severity: "error" }, { severity: "warning" }]);
    const waiting = (await w.t.get(w.link)).json;
    expect(waiting).toMatchObject({ status: "waiting", failures: 4 });
    expect(Date.parse(waiting.next_run_at) - w.t.clock.now).toBe(DAY_MS);
    expect(await w.again(file(`${SHEET}cal@x.example;Cal;\n`))).toMatchObject({ created: 1 });
    expect((await w.t.get(w.link)).json).toMatchObject({ status: "active", failures: 0 });
  });

  it("a column that a mapping names and that went away fails; others are told", async () => {
    const w = await linked(file(SHEET));
    const run = await w.again(file("E-Mail;Vorname\ncal@x.example;Cal\n"));
    expect(run).toMatchObject({ status: "completed", created: 1, missing_columns: ["Firma"] });
    await w.t.put(w.link, { mapping: { Vorname: "first_name" } });
    await w.t.drain();
    const failed = await w.again(file("E-Mail;Name\ndan@x.example;Dan\n"));
    expect(failed).toMatchObject({ status: "failed", error: { code: "unknown_column" } });
    expect(await w.leads()).toHaveLength(3);
  });

  it("says so where its list was deleted", async () => {
    const w = await linked(file(SHEET));
    const { list_id: listId } = (await w.t.get(w.link)).json;
    await w.t.delete(`/api/v1/workspaces/${w.wid}/lists/${listId}`);
    expect(await w.again(file(SHEET))).toMatchObject({ error: { code: "list_deleted" } });
    expect((await w.t.get(w.link)).json.list_name).toBeNull();
  });
});

describe("a run whose process dies", () => {
  const rows = (from: number, to: number): string =>
    Array.from({ length: to - from }, (_, i) => `lead${from + i}@x.example,Ann`).join("\n");
  const BIG = `email,name\n${rows(0, 25_000)}\n`;

  it("goes on where it was, and counts each row once", async () => {
    const w = await open();
    server.serve = file(BIG);
    // The second chunk that it stores never reaches the database.
    let chunks = 0;
    w.t.replaceDatabases(
      (db) =>
        ({
          ...db,
          all: db.all.bind(db),
          run: db.run.bind(db),
          select: db.select.bind(db),
          insert: db.insert.bind(db),
          update: db.update.bind(db),
          delete: db.delete.bind(db),
          batch: async (queries: never) => {
            const text = (queries as { toSQL?: () => { sql: string } }[])
              .map((query) => query.toSQL?.().sql ?? "")
              .join();
            if (/update "jobs" set "state"/.test(text) && ++chunks === 2) throw new Error("killed");
            return db.batch(queries);
          },
        }) as unknown as typeof db,
    );
    const made = await w.t.post(w.links, { name: "Big", url: `${server.url}/big` });
    await w.t.drain();
    const { runs, leads } = reading(w.t, w.wid, `${w.links}/${made.json.id}`);
    expect(await runs()).toMatchObject([{ status: "running", rows: 10_000, created: 10_000 }]);
    w.t.replaceDatabases(null);
    // It goes on with the file that it has: the server has another one by now.
    server.serve = file("gone", {}, 404);
    w.t.advance(6 * MINUTE_MS);
    await w.t.tick();
    await w.t.drain();
    expect(await runs()).toMatchObject([
      { status: "completed", outcome: "changed", rows: 25_000, created: 25_000, unchanged: 0 },
    ]);
    expect(await leads()).toHaveLength(50);
  });

  it("writes nothing once another process has taken it over", async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let calls = 0;
    const w = await open({
      download: async (request) => {
        const isFirst = ++calls === 1;
        const answer = await real.download(request);
        if (isFirst) await held;
        return answer;
      },
    });
    server.serve = file(SHEET);
    const made = await w.t.post(w.links, { name: "Slow", url: `${server.url}/slow` });
    const first = w.t.drain();
    while (calls === 0) await new Promise((resolve) => setImmediate(resolve));
    w.t.advance(6 * MINUTE_MS);
    await w.t.tick();
    await w.t.drain();
    const { runs } = reading(w.t, w.wid, `${w.links}/${made.json.id}`);
    expect(await runs()).toMatchObject([{ status: "completed", created: 2 }]);
    release();
    await first;
    expect(await runs()).toMatchObject([{ status: "completed", created: 2, rows: 2 }]);
  });
});
