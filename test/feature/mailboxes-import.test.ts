import { afterEach, describe, expect, it } from "vitest";
import { ImportPreview, MailboxImport } from "#modules/mailboxes/contract/mailbox-imports.ts";
import { forgetOldImports } from "#modules/mailboxes/imports/forget-imports.ts";
import { DAY_MS, MINUTE_MS } from "#platform/rules/time.ts";
import { wakeOverdueImports } from "#modules/mailboxes/imports/run-import.ts";
import { signIn } from "#test/support/staff.ts";
import { manyMailboxes, rowsFrom } from "#test/support/many-mailboxes.ts";
import { rowsOf, uploadForm } from "#test/support/upload.ts";

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));
const start = async (...options: Parameters<typeof manyMailboxes>) => {
  const t = await manyMailboxes(...options);
  open.push(t);
  return t;
};

const HEADER =
  "email,password,smtp_host,smtp_port,imap_host,imap_port,from_name,daily_limit,tags,group,warmup_enabled,warmup_daily_volume";

describe("POST /mailboxes/import", () => {
  it("202: rows become mailboxes, are tested in the background and send nothing before", async () => {
    const t = await start();
    const begun = await t.send(
      [
        HEADER,
        'ann@acme.test,secret-1,smtp.example.com,465,imap.example.com,993,Ann,40,"sales; north",Acme,yes,30',
        "bob@acme.test,wrong-1,smtp.example.com,465,imap.example.com,993,Bob,,,,,",
        "cy@acme.test,secret-3,smtp.example.com,465,,,Cy,,,,,",
        "not-an-address,secret,smtp.example.com,465,,,,,,,,",
      ].join("\n"),
    );
    expect(begun.status).toBe(202);
    const made = MailboxImport.parse(begun.json);
    expect(begun.headers.get("location")).toBe(`${t.path}/imports/${made.import_id}`);
    expect(made).toMatchObject({ status: "running", total: 4, stored: 0, failed: 1, skipped: 0 });

    await t.drain();
    const done = await t.get(`${t.path}/imports/${made.import_id}`);
    expect(MailboxImport.parse(done.json)).toMatchObject({
      status: "completed",
      total: 4,
      stored: 3,
      tested: 3,
      active: 2,
      failed: 2,
      skipped: 0,
      finished_at: expect.any(String) as string,
    });
    expect(done.json.causes.map((cause: { code: string }) => cause.code).sort()).toEqual([
      "invalid_format",
      "smtp_auth_failed",
    ]);
    const list = (await t.get(t.path)).json.data;
    expect(list.map((m: { email: string; status: string }) => [m.email, m.status])).toEqual([
      ["cy@acme.test", "active"],
      ["bob@acme.test", "connection_error"],
      ["ann@acme.test", "active"],
    ]);
    expect(list[2]).toMatchObject({
      from_name: "Ann",
      daily_limit: 40,
      tags: ["sales", "north"],
      group: "Acme",
      imap_username: "ann@acme.test",
      warmup: { state: "warming" },
    });
    expect(list[0]).toMatchObject({ imap_host: null, has_imap_password: false });
    expect(t.asked).toHaveLength(3);
    expect(t.asked[0]).toMatchObject({
      smtp: { username: "ann@acme.test", password: "secret-1" },
      imap: { password: "secret-1" },
    });
    const [warmup] = await rowsOf(t, "SELECT daily_limit FROM warmups");
    expect(warmup).toEqual({ daily_limit: 30 });

    const errors = await t.get(`${t.path}/imports/${made.import_id}/errors`);
    expect(errors.headers.get("content-type")).toContain("text/csv");
    expect(errors.text.split("\r\n").slice(0, 3)).toEqual([
      '"line","email","code","message"',
      '"3","bob@acme.test","smtp_auth_failed","SMTP failed at auth: 535 5.7.8 refused Use an app password."',
      expect.stringMatching(/^"5","not-an-address","invalid_format","email: /) as string,
    ]);
    // No password stays beside the mailboxes, or shows anywhere.
    const rows = await rowsOf(t, "SELECT * FROM mailbox_import_rows");
    expect(rows.every((row) => row["smtp_password"] === null && row["fields"] === null)).toBe(true);
    for (const text of [begun.text, done.text, errors.text, JSON.stringify(t.lines)]) {
      expect(text).not.toMatch(/secret-|wrong-1/);
    }
    const audit = await rowsOf(
      t,
      "SELECT details FROM audit_log WHERE action = 'mailboxes.imported'",
    );
    expect(audit.map((row) => JSON.parse(String(row["details"])))).toEqual([
      { name: "mailboxes.csv", mailboxes: 3 },
    ]);
    expect((await t.get(`${t.path}/imports`)).json).toMatchObject({
      data: [{ import_id: made.import_id }],
      pagination: { total: 1 },
    });
  });

  it("200: a dry run shows what would be stored, and stores nothing", async () => {
    const t = await start({ "shop.test MX": ["aspmx.l.google.com"] });
    await t.post(t.path, {
      email: "there@acme.test",
      smtp_host: "smtp.example.com",
      smtp_port: 465,
      smtp_username: "there",
      smtp_password: "x",
    });
    const answer = await t.preview(
      [
        "Email;App Password;Organisation ID;Tags",
        "ann@shop.test;secret-1;;a, b",
        "ANN@shop.test;secret-1;;",
        "there@acme.test;secret-1;;",
        "bob@unknown.test;secret-1;;",
        "cy@shop.test;;7;",
        "dee@shop.test;;;",
      ].join("\n"),
    );
    expect(answer.status).toBe(200);
    const preview = ImportPreview.parse(answer.json);
    expect(preview).toMatchObject({ total: 6, new: 1, failed: 3, skipped: 2, room: 199 });
    expect(preview.columns).toEqual([
      { name: "Email", field: "email" },
      { name: "App Password", field: "app_password" },
      { name: "Organisation ID", field: "organisation_id" },
      { name: "Tags", field: "tags" },
    ]);
    expect(preview.rows.map(({ state, code }) => [state, code])).toEqual([
      ["new", null],
      ["skipped", "repeated"],
      ["skipped", "exists"],
      ["failed", "required"],
      ["failed", "not_granted"],
      ["failed", "required"],
    ]);
    expect(preview.rows[0]?.mailbox).toMatchObject({
      smtp_host: "smtp.gmail.com",
      smtp_port: 465,
      imap_host: "imap.gmail.com",
      imap_port: 993,
      imap_username: "ann@shop.test",
      tags: ["a", "b"],
    });
    expect(answer.text).not.toContain("secret-1");
    expect(await rowsOf(t, "SELECT id FROM mailbox_imports")).toEqual([]);
    expect((await t.get(t.path)).json.pagination.total).toBe(1);
  });

  it("knows the exports of Instantly, Smartlead, Google Admin and Microsoft 365", async () => {
    const t = await start({
      "corp.test MX": ["aspmx.l.google.com"],
      "ms.test MX": ["ms-test.mail.protection.outlook.com"],
    });
    const instantly = await t.preview(
      "Email,First Name,Last Name,IMAP Username,IMAP Password,IMAP Host,IMAP Port,SMTP Username,SMTP Password,SMTP Host,SMTP Port,Daily Limit,Warmup Enabled,Warmup Limit,Warmup Increment,Tracking Domain,Tags\n" +
        'a@x.test,Ann,Lee,a-in,p-in,imap.x.test,993,a-out,p-out,smtp.x.test,587,35,TRUE,20,2,inst.x.test,"one,two"',
    );
    expect(instantly.json).toMatchObject({
      format: "instantly",
      rows: [
        {
          mailbox: {
            from_name: "Ann Lee",
            smtp_username: "a-out",
            imap_username: "a-in",
            daily_limit: 35,
            tags: ["one", "two"],
            warmup: true,
          },
        },
      ],
    });
    const smartlead = await t.preview(
      "\u{feff}from_name,from_email,user_name,password,smtp_host,smtp_port,imap_host,imap_port,max_email_per_day,custom_tracking_url,warmup_enabled,total_warmup_per_day,daily_rampup,reply_rate_percentage,bcc,signature,different_reply_to_address,imap_user_name,imap_password\n" +
        "Bob,bob@x.test,bob-user,p1,smtp.x.test,465,imap.x.test,993,50,http://t.x.test,true,40,5,30,,<b>Bob</b>,re@x.test,,",
    );
    expect(smartlead.json).toMatchObject({
      format: "smartlead",
      rows: [
        {
          mailbox: {
            from_name: "Bob",
            smtp_username: "bob-user",
            imap_username: "bob-user",
            daily_limit: 50,
            reply_to: "re@x.test",
            warmup: true,
          },
        },
      ],
    });
    const google = await t.preview(
      "First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Password Hash Function [UPLOAD ONLY],Org Unit Path [Required],Status [READ ONLY],Last Sign In [READ ONLY],App password\n" +
        "Cy,Day,cy@corp.test,****,,/,Active,2026/01/01,app-1\nDi,Day,di@corp.test,****,,/,Suspended,Never,app-2\nEd,Day,ed@corp.test,****,,/,Active,Never,",
    );
    expect(google.json).toMatchObject({ format: "google_admin", new: 1, failed: 1, skipped: 1 });
    expect(google.json.rows[0].mailbox).toMatchObject({
      from_name: "Cy Day",
      smtp_host: "smtp.gmail.com",
    });
    expect(google.json.rows.map((row: { code: string | null }) => row.code)).toEqual([
      null,
      "suspended",
      "required",
    ]);
    const microsoft = await t.preview(
      "Block credential,City,Display name,First name,Last name,Licenses,Object Id,Proxy addresses,User principal name,Password\n" +
        "False,X,Flo Ms,Flo,Ms,Business,1,SMTP:flo@ms.test+smtp:f@old.test,flo@ms.onmicrosoft.com,p\n" +
        "True,X,Gus,Gus,Ms,Business,1,,gus@ms.test,p\nFalse,X,Hal,Hal,Ms,Unlicensed,1,,hal@ms.test,p\n" +
        "False,X,Guest,G,X,,1,,guest_x.test#EXT#@ms.test,p",
    );
    expect(microsoft.json).toMatchObject({ format: "microsoft_365", new: 1, skipped: 3 });
    expect(microsoft.json.rows[0]).toMatchObject({
      email: "flo@ms.test",
      mailbox: { from_name: "Flo Ms", smtp_host: "smtp.office365.com", smtp_port: 587 },
    });
    expect(microsoft.json.rows.map((row: { code: string | null }) => row.code)).toEqual([
      null,
      "blocked",
      "unlicensed",
      "guest",
    ]);
  });

  it("a repeat stores nothing twice, and changes nothing that is there", async () => {
    const t = await start();
    await t.send(rowsFrom(1, 3, "first"));
    await t.drain();
    const again = await t.send(rowsFrom(1, 4, "second"));
    expect(again.json).toMatchObject({ total: 4, skipped: 3 });
    await t.drain();
    const rows = await rowsOf(t, "SELECT email, tags FROM mailboxes ORDER BY id");
    expect(rows.map((row) => row["tags"])).toEqual([
      '["first"]',
      '["first"]',
      '["first"]',
      '["second"]',
    ]);
  });

  it("two uploads of the same file at once make each mailbox once", async () => {
    const t = await start();
    const [one, two] = await Promise.all([t.send(rowsFrom(1, 30)), t.send(rowsFrom(1, 30))]);
    expect([one.status, two.status]).toEqual([202, 202]);
    await t.drain();
    const [count] = await rowsOf(t, "SELECT count(*) AS n FROM mailboxes");
    expect(count).toEqual({ n: 30 });
    const imports = (await t.get(`${t.path}/imports`)).json.data;
    const sum = (what: string) =>
      imports.reduce((all: number, one: Record<string, number>) => all + (one[what] ?? 0), 0);
    expect([sum("active"), sum("skipped"), sum("failed")]).toEqual([30, 30, 0]);
    expect(imports.every((one: { status: string }) => one.status === "completed")).toBe(true);
  });

  it("killed anywhere it goes on: lost wake-ups, lost tests, and a service that is away", async () => {
    let away = true;
    const t = await start(
      {},
      {
        mail: {
          test: async () => {
            if (away) throw new Error("killed");
            return {
              smtp: {
                ok: true,
                latency_ms: 1,
                step: "ok",
                error_code: null,
                message: null,
                hint: null,
              },
              imap: {
                ok: true,
                latency_ms: 1,
                step: "ok",
                error_code: null,
                message: null,
                hint: null,
                folders: { inbox: "INBOX", sent: "Sent", junk: "Junk" },
              },
            };
          },
        },
      },
    );
    const { import_id: id } = (await t.send(rowsFrom(1, 50))).json;
    const read = async () => (await t.get(`${t.path}/imports/${id}`)).json;
    // The wake-up of the upload is lost.
    t.queue.length = 0;
    await t.sweep(wakeOverdueImports);
    expect(t.queue).toEqual([]);
    t.advance(MINUTE_MS);
    await t.sweep(wakeOverdueImports);
    // The process dies between the batch and the wake-ups of its tests.
    const send = t.deps.queue.send.bind(t.deps.queue);
    const woken = t.queue.splice(0);
    t.deps.queue.send = async () => {
      throw new Error("killed");
    };
    expect(woken.map(({ job }) => job.type)).toEqual(["mailboxes.import.v1"]);
    t.queue.push(...woken);
    await t.drain();
    t.deps.queue.send = send;
    expect(await read()).toMatchObject({ status: "running", stored: 20, tested: 0 });
    t.queue.length = 0;
    // Tests that say nothing are asked for again.
    away = false;
    for (let rounds = 0; rounds < 8; rounds++) {
      t.advance(MINUTE_MS);
      await t.sweep(wakeOverdueImports);
      await t.drain();
    }
    expect(await read()).toMatchObject({ status: "completed", stored: 50, active: 50, failed: 0 });
    const [count] = await rowsOf(
      t,
      "SELECT count(DISTINCT email) AS n, count(*) AS all_of FROM mailboxes",
    );
    expect(count).toEqual({ n: 50, all_of: 50 });
  });

  it("a mailbox that is deleted, or whose test never comes, ends its row", async () => {
    const t = await start();
    const { import_id: id } = (await t.send(rowsFrom(1, 2))).json;
    const held: typeof t.queue = [];
    const send = t.deps.queue.send.bind(t.deps.queue);
    t.deps.queue.send = async (wake, options) => {
      if (wake.type !== "mailbox.check.v1") await send(wake, options);
      else held.push({ job: wake, at: t.clock.now, trace: undefined });
    };
    await t.drain();
    expect(held).toHaveLength(2);
    await t.delete(`${t.path}/1`);
    for (let rounds = 0; rounds < 80; rounds++) {
      t.advance(MINUTE_MS);
      await t.sweep(wakeOverdueImports);
      await t.drain();
    }
    expect((await t.get(`${t.path}/imports/${id}`)).json).toMatchObject({
      status: "completed",
      failed: 2,
    });
    const rows = await rowsOf(t, "SELECT code, asked FROM mailbox_import_rows ORDER BY line");
    expect(rows).toEqual([
      { code: "deleted", asked: 1 },
      { code: "not_tested", asked: 10 },
    ]);
  });

  it("409: an import that would pass the limit stores nothing; a preview tells the room", async () => {
    const t = await start({}, { settings: { MAX_MAILBOXES_PER_WORKSPACE: "3" } });
    const refused = await t.send(rowsFrom(1, 4));
    expect([refused.status, refused.json.code]).toEqual([409, "limit_reached"]);
    expect(await rowsOf(t, "SELECT id FROM mailbox_imports")).toEqual([]);
    expect((await t.preview(rowsFrom(1, 4))).json).toMatchObject({ new: 4, room: 3 });
    // Others took the room in the meantime.
    await t.send(rowsFrom(1, 3));
    await t.post(t.path, {
      email: "other@acme.test",
      smtp_host: "smtp.example.com",
      smtp_port: 465,
      smtp_username: "u",
      smtp_password: "p",
    });
    await t.drain();
    const { data } = (await t.get(`${t.path}/imports`)).json;
    expect(data[0]).toMatchObject({ status: "completed", total: 3, active: 2, failed: 1 });
  });

  it("413, 415, 422, 400: what is no such file is refused before anything is stored", async () => {
    const t = await start();
    const codes = async (answer: ReturnType<typeof t.send>) => {
      const { status, json } = await answer;
      return [status, json.errors?.[0]?.code ?? json.code];
    };
    const big = `email,password\n${`${"x".repeat(60)}\n`.repeat(90_000)}`;
    expect(await codes(t.send(big))).toEqual([413, "payload_too_large"]);
    const many = `email,password\n${"a@b.test,p\n".repeat(5_001)}`;
    expect(await codes(t.send(many))).toEqual([413, "payload_too_large"]);
    expect(await codes(t.send("name,city\nAnn,Rome"))).toEqual([422, "no_email_column"]);
    expect(await codes(t.send("email,password\n"))).toEqual([422, "no_rows"]);
    expect(await codes(t.send(""))).toEqual([422, "empty_file"]);
    expect(await codes(t.send(new Uint8Array([0x50, 0x4b, 3, 4, 0, 0])))).toEqual([
      422,
      "damaged_file",
    ]);
    expect(await codes(t.send(rowsFrom(1, 1), ["surprise", "x"]))).toEqual([422, "unknown_field"]);
    expect(await codes(t.post(`${t.path}/import`, uploadForm([["dry_run", "true"]])))).toEqual([
      422,
      "required",
    ]);
    expect(await codes(t.post(`${t.path}/import`, { email: "x" }))).toEqual([
      415,
      "unsupported_media_type",
    ]);
    const broken = await t.request("POST", `${t.path}/import`, "--b\r\nnothing", {
      "content-type": "multipart/form-data; boundary=b",
    });
    expect(broken.status).toBe(400);
    expect(await rowsOf(t, "SELECT id FROM mailbox_imports")).toEqual([]);
  });

  it("hostile cells cost their own row only", async () => {
    const t = await start();
    const huge = "x".repeat(100_000);
    const file = [
      HEADER,
      "nul\0l@acme.test,se\0cret,smtp.example.com,465,,,N\0ame,,,,,",
      `huge@acme.test,p,smtp.example.com,465,,,${huge},,,,,`,
      "=cmd@acme.test,p,smtp.example.com,70000,,,,,,,,",
      'line@acme.test,p,smtp.example.com,465,,,"Ann\nBcc: all@acme.test",,,,,',
      "inner@acme.test,p,127.0.0.1,465,,,,,,,,",
      "tags@acme.test,p,smtp.example.com,465,,,,,a;b;c,,,",
      "tags2@acme.test,p,smtp.example.com,465,,," + `,,${"t;".repeat(60)},,,`,
    ].join("\n");
    const strict = await start({}, { settings: { ALLOW_PRIVATE_NETWORKS: "false" } });
    const { rows } = (await strict.preview(file)).json;
    expect(
      rows.map((row: { email: string; state: string; code: string | null }) => [
        row.email,
        row.state,
        row.code,
      ]),
    ).toEqual([
      ["null@acme.test", "new", null],
      ["huge@acme.test", "failed", "too_big"],
      ["=cmd@acme.test", "failed", "too_big"],
      ["line@acme.test", "failed", "invalid_format"],
      ["inner@acme.test", "failed", "address_not_allowed"],
      ["tags@acme.test", "new", null],
      ["tags2@acme.test", "failed", "too_big"],
    ]);
    expect(rows[0].mailbox.from_name).toBe("Name");
    const { import_id: id } = (await t.send(file)).json;
    await t.drain();
    // A spreadsheet takes no cell of it for a formula.
    expect((await t.get(`${t.path}/imports/${id}/errors`)).text).toContain(`"'=cmd@acme.test"`);
    const latin = Buffer.from(
      "email,password,smtp_host,smtp_port,from_name\na@b.test,p,smtp.b.test,465,J\u00f6rg",
      "latin1",
    );
    expect((await t.preview(latin)).json.rows[0].mailbox.from_name).toBe("J\u00f6rg");
    const wide = Buffer.from(`\ufeff${rowsFrom(1, 2)}`, "utf16le");
    expect((await t.preview(wide)).json).toMatchObject({ new: 2 });
    const quote = `${rowsFrom(1, 1)}\n"open,p,smtp.b.test`;
    expect((await t.preview(quote)).json).toMatchObject({ new: 1, failed: 1 });
  });

  it("400 rows: at most 20 connections are tested at a time", async () => {
    const t = await start({}, { settings: { MAX_MAILBOXES_PER_WORKSPACE: "500" } });
    const { import_id: id } = (await t.send(rowsFrom(1, 400))).json;
    let most = 0;
    const send = t.deps.queue.send.bind(t.deps.queue);
    t.deps.queue.send = async (job, options) => {
      await send(job, options);
      most = Math.max(
        most,
        t.queue.filter((entry) => entry.job.type === "mailbox.check.v1").length,
      );
    };
    await t.drain();
    expect(most).toBeLessThanOrEqual(20);
    expect((await t.get(`${t.path}/imports/${id}`)).json).toMatchObject({
      status: "completed",
      stored: 400,
      active: 400,
    });
  });

  it("401, 403, 404: who may not, and imports of others", async () => {
    const t = await start();
    const { import_id: id } = (await t.send(rowsFrom(1, 1))).json;
    const one = `${t.path}/imports/${id}`;
    expect((await t.get(`${t.path}/imports/9999`)).status).toBe(404);
    expect((await t.get(`${t.path}/imports/9999/errors`)).status).toBe(404);
    t.useCookie("");
    for (const path of [one, `${one}/errors`, `${t.path}/imports`]) {
      expect((await t.get(path)).status).toBe(401);
    }
    expect((await t.send(rowsFrom(1, 1))).status).toBe(401);
  });
});

describe("imports of mailboxes that ended", () => {
  const left = (t: Awaited<ReturnType<typeof start>>) =>
    rowsOf(
      t,
      "SELECT (SELECT count(*) FROM mailbox_imports) AS imports, (SELECT count(*) FROM mailbox_import_rows) AS rows",
    );

  it("are forgotten after 90 days with their rows, not before and not while they run", async () => {
    const t = await start();
    await t.send(rowsFrom(1, 3));
    await t.drain();
    t.advance(80 * DAY_MS);
    // The session has ended meanwhile.
    t.useCookie((await signIn(t, "ann@example.com")).cookie);
    expect((await t.send(rowsFrom(4, 5))).status).toBe(202);
    t.queue.splice(0);
    await t.sweep(forgetOldImports);
    expect(await left(t)).toEqual([{ imports: 2, rows: 5 }]);
    t.advance(11 * DAY_MS);
    await t.sweep(forgetOldImports);
    expect(await left(t)).toEqual([{ imports: 1, rows: 2 }]);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM mailboxes")).toEqual([{ n: 3 }]);
    t.advance(100 * DAY_MS);
    await t.sweep(forgetOldImports);
    expect(await left(t)).toEqual([{ imports: 1, rows: 2 }]);
  });

  it("are forgotten earlier in a workspace that keeps less", async () => {
    const t = await start();
    await t.put(`${t.base}/settings`, { compliance: { retention_days: 10 } });
    await t.send(rowsFrom(1, 3));
    await t.drain();
    t.advance(9 * DAY_MS);
    await t.tick();
    expect(await left(t)).toEqual([{ imports: 1, rows: 3 }]);
    t.advance(2 * DAY_MS);
    await t.tick();
    expect(await left(t)).toEqual([{ imports: 0, rows: 0 }]);
  });
});
