import { afterEach, describe, expect, it } from "vitest";
import { checkDomain } from "#modules/mailboxes/sending-domains/check-domain.ts";
import { MINUTE_MS } from "#platform/rules/time.ts";
import type { AskDns } from "#platform/rules/dns/record.ts";
import { type DnsZone, resolverOf } from "#test/support/dns-zone.ts";
import { assertNoScans, statementsOf } from "#test/support/explain.ts";
import { harness, type HarnessOptions } from "#test/support/harness.ts";
import { needs } from "#test/support/needs.ts";
import { ANSWERING, MAILBOX_BODY } from "#test/support/records.ts";
import { everyRole } from "#test/support/staff.ts";
import { twoDatabases } from "#test/support/two-databases.ts";
import { rowsOf } from "#test/support/upload.ts";
import { checkedByBind, importZone, readZone } from "#test/support/zone-reader.ts";

const DOMAINS = "/api/v1/admin/domains";
const LONG_KEY = `v=DKIM1; k=rsa; p=${"Ab1+".repeat(180)}`;
const GOOD = (domain: string): Record<string, DnsZone[string]> => ({
  [`${domain} MX`]: ["aspmx.l.google.com"],
  [`${domain} TXT`]: ["v=spf1 include:_spf.google.com ~all"],
  [`google._domainkey.${domain} TXT`]: [LONG_KEY],
  [`_dmarc.${domain} TXT`]: ["v=DMARC1; p=reject"],
  "_spf.google.com TXT": ["v=spf1 ip4:192.0.2.0/24 ~all"],
});
const GOOGLE = { smtp_host: "smtp.gmail.com", imap_host: "imap.gmail.com" };
type Row = {
  domain: string;
  workspace: { id: number; name: string };
  lacks: string[];
  records: { name: string; wanted: string[]; found: string[]; status: string; hint: string }[];
};

const open: { close(): void }[] = [];
afterEach(() => open.splice(0).forEach((t) => t.close()));

/** An install with workspaces, mailboxes, and DNS that answers from a zone and counts. */
async function setUp(zone: DnsZone, options: HarnessOptions = {}) {
  const dns = { zone, questions: 0, resolvers: 1 };
  const ask: AskDns = async (name, type) => {
    dns.questions++;
    return resolverOf(dns.zone)(name, type);
  };
  const t = await harness({
    ...ANSWERING,
    settings: { BASE_URL: "https://mail.ours.example" },
    dns: () => ({ atOnce: 6, ask, resolvers: [ask], route: async () => null }),
    ...options,
  });
  open.push(t);
  const { wid, cookie } = await t.signUp();
  let slugs = 0;
  const addWorkspace = async (name: string): Promise<number> => {
    const slug = `place-${++slugs}`;
    const made = await t.post("/api/v1/workspaces", { name, slug });
    if (made.status !== 201) throw new Error(made.text);
    return made.json.id as number;
  };
  const add = async (workspace: number, email: string, body: object = GOOGLE) => {
    const names = { smtp_username: email, imap_username: email };
    const made = await t.post(`/api/v1/workspaces/${workspace}/mailboxes`, {
      ...MAILBOX_BODY,
      ...names,
      email,
      ...body,
    });
    if (made.status !== 201) throw new Error(made.text);
  };
  const list = async (query = ""): Promise<Row[]> => {
    const answer = await t.get(`${DOMAINS}${query}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return answer.json.data as Row[];
  };
  const verify = async () => {
    const asked = await t.post(`${DOMAINS}/verify`);
    expect(asked.status, asked.text).toBe(202);
    await t.drain();
    return (await t.get(`${DOMAINS}/verify`)).json;
  };
  return { t, wid, cookie, dns, addWorkspace, add, list, verify };
}

describe("GET /admin/domains", () => {
  it("200: shows each domain of each workspace with its records wanted and found", async () => {
    const { t, wid, addWorkspace, add, list, verify } = await setUp({
      ...GOOD("acme.example"),
      "bad.example MX": ["mx.bad.example"],
      "bad.example TXT": ["v=spf1 a:old.example -all"],
    });
    const other = await addWorkspace("Second");
    await add(wid, "ann@acme.example");
    await add(wid, "bob@acme.example");
    await add(other, "cy@bad.example");
    const before = await list();
    expect(before.map(({ records }) => records.map(({ status }) => status))).toEqual([
      ["unknown", "unknown", "unknown", "unknown"],
      ["unknown", "unknown", "unknown", "unknown"],
    ]);
    await verify();
    const [acme, bad] = await list();
    expect(acme).toMatchObject({
      domain: "acme.example",
      workspace: { id: wid },
      mailboxes: 2,
      provider: "Gmail and Google Workspace",
      lacks: ["tracking"],
      tracking: null,
    });
    expect(acme?.records.map(({ name, wanted }) => [name, wanted])).toEqual([
      ["mx", ["10 aspmx.l.google.com"]],
      ["spf", ["v=spf1 include:_spf.google.com ~all"]],
      ["dkim", [LONG_KEY]],
      ["dmarc", ["v=DMARC1; p=reject"]],
    ]);
    expect(bad).toMatchObject({
      domain: "bad.example",
      workspace: { id: other, name: "Second" },
      lacks: ["spf", "dkim", "dmarc", "tracking"],
    });
    expect(bad?.records.slice(1).map(({ wanted, found }) => [wanted, found])).toEqual([
      [["v=spf1 a:old.example include:_spf.google.com -all"], ["v=spf1 a:old.example -all"]],
      [[], []],
      [["v=DMARC1; p=none"], []],
    ]);
    // The same of one workspace, and nothing of others.
    const own = await t.get(`/api/v1/workspaces/${other}/domains`);
    expect(own.json).toEqual({ data: [bad], total: 1, next_cursor: null });
  });

  it("200: pages, orders and filters over all workspaces", async () => {
    const zone = Object.assign({}, ...["b.example", "d.example"].map(GOOD)) as DnsZone;
    const { t, wid, addWorkspace, add, list, verify } = await setUp(zone);
    const other = await addWorkspace("Second");
    for (const name of ["d", "a"]) await add(wid, `x@${name}.example`);
    for (const name of ["c", "b", "a"]) await add(other, `x@${name}.example`);
    await verify();
    const all = [
      ["a.example", wid],
      ["a.example", other],
      ["b.example", other],
      ["c.example", other],
      ["d.example", wid],
    ];
    const names = (rows: Row[]) => rows.map(({ domain, workspace }) => [domain, workspace.id]);
    expect(names(await list())).toEqual(all);
    expect(names(await list("?order=desc"))).toEqual(all.toReversed());
    expect(names(await list("?sort=workspace"))).toEqual([
      ["a.example", wid],
      ["d.example", wid],
      ["a.example", other],
      ["b.example", other],
      ["c.example", other],
    ]);
    for (const query of ["?limit=2", "?limit=2&lacks=any", "?limit=2&order=desc&sort=workspace"]) {
      const whole = names(await list(query.replace("limit=2", "limit=200")));
      const paged: unknown[] = [];
      let cursor = "";
      do {
        const { json } = await t.get(`${DOMAINS}${query}${cursor}`);
        expect(json.data.length).toBeLessThanOrEqual(2);
        paged.push(...names(json.data as Row[]));
        cursor = json.next_cursor === null ? "" : `&cursor=${json.next_cursor as string}`;
      } while (cursor !== "");
      expect(paged).toEqual(whole);
      expect(whole).toHaveLength(5);
    }
    expect(names(await list("?lacks=spf,dkim"))).toEqual(
      all.filter(([name]) => !["b.example", "d.example"].includes(String(name))),
    );
    expect(names(await list("?q=B.exa"))).toEqual([["b.example", other]]);
    expect(names(await list(`?workspace_id=${wid}&order=desc`))).toEqual([
      ["d.example", wid],
      ["a.example", wid],
    ]);
    expect((await t.get(`${DOMAINS}?q=example`)).json.total).toBe(5);
    expect((await t.get(`${DOMAINS}?lacks=any`)).json.total).toBeNull();
    for (const query of ["lacks=nothing", "sort=age", "cursor=x"]) {
      expect((await t.get(`${DOMAINS}?${query}`)).status).toBe(400);
    }
    // What walks a table of the product would slow every page.
    if (t.database === "libsql") await assertNoScans(t.client, () => list("?limit=2&lacks=any"));
  });

  it("200: the domain of a provider lacks nothing that its customer could set", async () => {
    const { wid, add, list, verify } = await setUp({
      "gmail.com MX": ["gmail-smtp-in.l.google.com"],
    });
    await add(wid, "ann@gmail.com");
    await verify();
    expect(await list()).toMatchObject([{ is_provider_domain: true, lacks: [] }]);
    expect(await list("?lacks=any")).toEqual([]);
  });

  it("403: admins of the install alone, and a workspace's own to its staff", async () => {
    const t = await harness(ANSWERING);
    open.push(t);
    const people = await everyRole(t);
    for (const path of ["", "/export", "/zone", "/verify"]) {
      expect((await people.admin.get(`${DOMAINS}${path}`)).status).toBe(200);
      expect((await people.employee.get(`${DOMAINS}${path}`)).status).toBe(403);
      expect((await people.client.get(`${DOMAINS}${path}`)).status).toBe(403);
    }
    const body = { rule: "go.{domain}", dry_run: false };
    expect((await people.employee.post(`${DOMAINS}/verify`)).status).toBe(403);
    expect((await people.employee.post(`${DOMAINS}/tracking`, body)).status).toBe(403);
    const own = `/api/v1/workspaces/${people.clientWid}/domains`;
    expect((await people.admin.get(own)).status).toBe(200);
    expect((await people.client.get(own)).status).toBe(403);
    expect((await people.employee.get(`${own}/zone`)).status).toBe(403);
  });
});

describe("the records as files", () => {
  it("CSV has a line for each record, and no cell that is a formula", async () => {
    const { t, wid, cookie, add, verify } = await setUp({
      ...GOOD("acme.example"),
      "acme.example TXT": ['=HYPERLINK("x")', "v=spf1 include:_spf.google.com ~all"],
      "_dmarc.acme.example TXT": ["v=DMARC1; p=wrong"],
    });
    await add(wid, "ann@acme.example");
    await verify();
    const file = await t.get(`${DOMAINS}/export`);
    expect(file.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(file.headers.get("content-disposition")).toContain("domains.csv");
    const lines = file.text.split("\r\n");
    // A mark, which reading as text drops.
    const raw = await t.app.request(`${DOMAINS}/export`, { headers: { cookie } });
    expect([...new Uint8Array(await raw.arrayBuffer())].slice(0, 3)).toEqual([0xef, 0xbb, 0xbf]);
    expect(lines[0]).toBe(
      '"workspace_id","workspace","domain","record","type","host","wanted","found","status","code","hint","checked_at"',
    );
    expect(lines.slice(1, 5).map((line) => line.split('","')[3])).toEqual([
      "mx",
      "spf",
      "dkim",
      "dmarc",
    ]);
    expect(lines[4]).toContain('"v=DMARC1; p=none","v=DMARC1; p=wrong","fail","syntax"');
    expect(file.text).not.toMatch(/"=/);
    const own = await t.get(`/api/v1/workspaces/${wid}/domains/export?lacks=mx`);
    expect(own.text.trim().split("\r\n")).toHaveLength(1);
  });

  it("a zone file sets what is missing: once it is imported, nothing is that we know", async () => {
    const { t, wid, dns, add, addWorkspace, list, verify } = await setUp({
      ...GOOD("acme.example"),
      "acme.example TXT": ["v=spf1 a:old.example -all", 'note "quoted" \\ ü\n; not a remark'],
      "_dmarc.acme.example TXT": [],
      "google._domainkey.two.example TXT": [LONG_KEY],
    });
    const other = await addWorkspace("Second; evil IN TXT x");
    await add(wid, "ann@acme.example");
    await add(other, "bob@acme.example");
    await add(other, "bob@two.example");
    await t.put(`/api/v1/workspaces/${wid}/settings/tracking-domain`, {
      domain: "go.acme.example",
    });
    await verify();
    expect((await list("?lacks=spf,dmarc")).map(({ domain }) => domain)).toHaveLength(3);
    const file = await t.get(`${DOMAINS}/zone`);
    expect(file.headers.get("content-type")).toBe("text/dns; charset=utf-8");
    const read = readZone(file.text);
    expect(read).toContainEqual({
      host: "google._domainkey.acme.example",
      type: "TXT",
      values: [LONG_KEY.slice(0, 255), LONG_KEY.slice(255, 510), LONG_KEY.slice(510)],
    });
    expect(read).toContainEqual({
      host: "go.acme.example",
      type: "CNAME",
      values: ["mail.ours.example."],
    });
    expect(read).toContainEqual({
      host: "acme.example",
      type: "MX",
      values: ["10", "aspmx.l.google.com."],
    });
    // One domain of two workspaces stands there once.
    expect(read.filter(({ host }) => host === "_dmarc.acme.example")).toHaveLength(1);
    expect(file.text).toContain("; SPF replaces: v=spf1 a:old.example -all\n");

    const missing = readZone(
      (await t.get(`${DOMAINS}/zone?only=missing&domain=acme.example`)).text,
    );
    expect(missing.map(({ host, type }) => `${host} ${type}`).sort()).toEqual([
      "_dmarc.acme.example TXT",
      "_outrider.go.acme.example TXT",
      "acme.example TXT",
      "go.acme.example CNAME",
    ]);
    dns.zone = importZone(dns.zone, file.text);
    await verify();
    expect(await list("?lacks=spf,dkim,dmarc")).toEqual([]);
    expect((await list("?lacks=mx")).map(({ domain }) => domain)).toEqual(["two.example"]);
  });

  it(
    "a zone file is one for BIND, whatever the names of workspaces and old records",
    needs("bind"),
    async () => {
      const odd = 'v=spf1 a:"old\\".example -all';
      const { "_dmarc.acme.example TXT": _, ...good } = GOOD("acme.example");
      const zone = { ...good, "acme.example TXT": [odd] };
      const { t, wid, add, addWorkspace, verify } = await setUp(zone);
      const other = await addWorkspace("Second; evil IN TXT x");
      await add(wid, "ann@acme.example");
      await add(other, "bob@zwei.example");
      await t.put(`/api/v1/workspaces/${wid}/settings/tracking-domain`, {
        domain: "go.acme.example",
      });
      await verify();
      const { text } = await t.get(`${DOMAINS}/zone`);
      const { accepted, said } = checkedByBind(text);
      expect(accepted, said).toBe(true);
      expect(readZone(text).length).toBeGreaterThan(4);
      for (const { host, type } of readZone(text)) {
        expect(said).toMatch(
          new RegExp(`^${host.replaceAll(".", "[.]")}[.]\\s.*\\b${type}\\b`, "m"),
        );
      }
      expect(said).not.toContain("evil");
      expect(checkedByBind(`${text}\nacme.example. IN CNAME go.acme.example.\n`).accepted).toBe(
        false,
      );
    },
  );

  it("a zone file sets nothing where DNS gave no answer: a second record would break the first", async () => {
    const { t, wid, add, verify } = await setUp({ "*": "?" });
    await add(wid, "ann@acme.example");
    await verify();
    expect(readZone((await t.get(`${DOMAINS}/zone`)).text)).toEqual([]);
  });
});

describe("POST /admin/domains/verify", () => {
  it("202: checks every name once, ten at a time, and tells how far it is", async () => {
    const { t, wid, dns, add, addWorkspace } = await setUp(GOOD("d3.example"));
    const other = await addWorkspace("Second");
    for (let i = 0; i < 25; i++) await add(i % 2 ? wid : other, `x@d${i}.example`);
    await add(other, "y@d3.example");
    expect((await t.get(`${DOMAINS}/verify`)).json).toEqual({
      requested_at: null,
      total: 0,
      checked: 0,
      is_running: false,
    });
    t.queue.splice(0);
    const asked = await t.post(`${DOMAINS}/verify`);
    expect(asked.json).toMatchObject({ total: 25, checked: 0, is_running: true });
    expect(t.queue.filter(({ job }) => job.type === "domain.check.v1")).toHaveLength(10);
    // Asked for again, it has no more under way at a time.
    await t.post(`${DOMAINS}/verify`);
    await t.tick();
    const waiting = t.queue.filter(({ job }) => job.type === "domain.check.v1");
    expect(new Set(waiting.map(({ job }) => JSON.stringify(job))).size).toBeLessThanOrEqual(20);
    await t.drain();
    expect((await t.get(`${DOMAINS}/verify`)).json).toMatchObject({
      total: 25,
      checked: 25,
      is_running: false,
    });
    expect(dns.questions).toBeGreaterThan(0);
  });

  it("202: goes on after its wake-ups were lost", async () => {
    const { t, wid, add } = await setUp({});
    for (let i = 0; i < 15; i++) await add(wid, `x@d${i}.example`);
    await t.drain();
    await t.post(`${DOMAINS}/verify`);
    t.queue.splice(0);
    t.advance(11 * MINUTE_MS);
    await t.tick();
    await t.drain();
    expect((await t.get(`${DOMAINS}/verify`)).json).toMatchObject({
      checked: 15,
      is_running: false,
    });
  });

  it("202: ends though no resolver answers, and keeps what was known", async () => {
    const { t, wid, dns, add, list, verify } = await setUp(GOOD("acme.example"));
    await add(wid, "ann@acme.example");
    await verify();
    dns.zone = { "*": "?" };
    t.advance(MINUTE_MS);
    expect(await verify()).toMatchObject({ total: 1, checked: 1, is_running: false });
    expect((await list())[0]?.records.map(({ status }) => status)).toEqual(
      Array.from({ length: 4 }, () => "pass"),
    );
  });

  it("an ordinary check takes no further domain along", async () => {
    const { t, wid, add } = await setUp({});
    for (let i = 0; i < 3; i++) await add(wid, `x@d${i}.example`);
    await t.drain();
    await checkDomain(t.deps, "d0.example");
    expect(t.queue).toEqual([]);
  });
});

describe("POST /admin/domains/tracking", () => {
  const assign = (t: Awaited<ReturnType<typeof setUp>>["t"], body: object) =>
    t.post(`${DOMAINS}/tracking`, { rule: "go.{domain}", ...body });

  it("200: shows first, then gives those without one theirs, and touches no other", async () => {
    const { t, wid, addWorkspace, add, list } = await setUp({
      "go.big.example CNAME": ["prox.itrackly.com"],
      "go.third.example CNAME": ["somewhere.else.example"],
    });
    const [second, third, fourth] = [
      await addWorkspace("Second"),
      await addWorkspace("Third"),
      await addWorkspace("Fourth"),
    ];
    const empty = await addWorkspace("Empty");
    await add(wid, "a@kept.example");
    await add(second, "a@small.example");
    await add(second, "a@big.example");
    await add(second, "b@big.example");
    await add(second, "c@gmail.com");
    await add(third, "a@third.example");
    await add(fourth, "a@big.example");
    await t.put(`/api/v1/workspaces/${wid}/settings/tracking-domain`, { domain: "t.kept.example" });
    const hosts = () =>
      rowsOf(t, "SELECT workspace_id AS w, host FROM tracking_domains ORDER BY 1");
    const before = await hosts();
    const preview = await assign(t, { dry_run: true });
    expect(preview.json).toEqual({
      kept: 1,
      cname_target: "mail.ours.example",
      next_cursor: null,
      data: [
        {
          workspace: { id: second, name: "Second" },
          domain: "big.example",
          host: "go.big.example",
          status: "new",
          message: null,
          points_to: { target: "prox.itrackly.com", product: "Instantly" },
        },
        expect.objectContaining({
          host: "go.third.example",
          status: "new",
          points_to: { target: "somewhere.else.example", product: null },
        }),
        expect.objectContaining({
          workspace: { id: fourth, name: "Fourth" },
          host: "go.big.example",
          status: "taken",
        }),
        expect.objectContaining({ workspace: { id: empty, name: "Empty" }, status: "no_domain" }),
      ],
    });
    expect(await hosts()).toEqual(before);

    const done = await assign(t, { dry_run: false });
    expect(done.json.data.map(({ status }: { status: string }) => status)).toEqual([
      "assigned",
      "assigned",
      "taken",
      "no_domain",
    ]);
    expect(await hosts()).toEqual([
      ...before,
      { w: second, host: "go.big.example" },
      { w: third, host: "go.third.example" },
    ]);
    const lines = await rowsOf(
      t,
      "SELECT workspace_id AS w FROM audit_log WHERE action = 'settings.changed' ORDER BY id",
    );
    expect(lines.map(({ w }) => w)).toEqual([wid, second, third]);
    // A second time there is nothing left to do.
    const again = await assign(t, { dry_run: false });
    expect(again.json.kept).toBe(3);
    expect(await hosts()).toHaveLength(3);
    // The check tells whose name it still is.
    await t.post(`${DOMAINS}/verify`);
    await t.drain();
    const [row] = await list(`?workspace_id=${second}&q=big`);
    expect(row).toMatchObject({
      tracking: {
        domain: "go.big.example",
        status: "pending",
        points_to: { target: "prox.itrackly.com", product: "Instantly" },
      },
    });
    const cname = row?.records.find(({ name }) => name === "tracking");
    expect(cname?.hint).toContain("prox.itrackly.com (Instantly)");
  });

  it("200: goes through many workspaces by cursor, and a refused name is said", async () => {
    const { t, wid, add } = await setUp({}, { settings: { BASE_URL: "https://go.acme.example" } });
    await add(wid, "a@acme.example");
    expect((await assign(t, { dry_run: false })).json.data).toMatchObject([
      { status: "refused", message: expect.stringContaining("domain of this server") as string },
    ]);
    for (const body of [{ rule: "{domain}" }, { rule: "go.x.test" }, { rule: "a b.{domain}" }]) {
      expect((await assign(t, { dry_run: true, ...body })).status).toBe(422);
    }
    expect((await assign(t, {})).status).toBe(422);
    expect((await assign(t, { dry_run: true, cursor: "x" })).status).toBe(400);
  });
});

describe("fifty workspaces with four hundred mailboxes", () => {
  it(
    "cost a bounded number of reads, and one look at DNS for each name",
    { timeout: 120_000 },
    async () => {
      const { t, wid, dns, addWorkspace, add, list } = await setUp({});
      const places = [wid];
      while (places.length < 50) places.push(await addWorkspace(`w${places.length}`));
      await add(wid, "x@seed.example");
      // Two domains of four mailboxes for each; the columns are those of a mailbox that was added.
      const [seed] = await rowsOf(t, "SELECT * FROM mailboxes LIMIT 1");
      const columns = Object.keys(seed ?? {}).filter((name) => !["id", "domain"].includes(name));
      for (const place of places) {
        for (let i = 0; i < 8; i++) {
          const email = `x${i}@d${place}-${i % 2}.example`;
          const values = columns.map((name) =>
            name === "workspace_id" ? place : name === "email" ? email : (seed?.[name] ?? null),
          );
          await t.client.execute({
            sql: `INSERT INTO mailboxes (${columns.join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`,
            args: values as never,
          });
        }
        await t.client.execute({
          sql: "INSERT INTO domain_checks (domain, due_at) VALUES (?, 0), (?, 0)",
          args: [`d${place}-0.example`, `d${place}-1.example`],
        });
      }
      const before = await statementsOf(t.client, () => list("?limit=200"));
      const filtered = await statementsOf(t.client, () => list("?limit=50&lacks=spf"));
      const isRead = (text: string) => /mailboxes|domain_checks|tracking_domains/.test(text);
      if (t.database === "libsql" && !t.deps.shards) {
        // Pairs, their count, facts and tracking hosts.
        expect(before.filter(isRead).length).toBeLessThanOrEqual(4);
        expect(filtered.filter(isRead).length).toBeLessThanOrEqual(3);
      }
      expect(await list("?limit=200")).toHaveLength(101);
      t.queue.splice(0);
      dns.questions = 0;
      await t.post(`${DOMAINS}/verify`);
      await t.drain();
      expect((await t.get(`${DOMAINS}/verify`)).json).toMatchObject({ total: 101, checked: 101 });
      // MX with the addresses, SPF, 33 names of keys, DMARC and its parent: 40 at most, of one resolver.
      expect(dns.questions).toBeLessThanOrEqual(101 * 40);
      expect(dns.questions).toBeGreaterThan(101 * 30);
    },
  );
});

describe("a workspace in a database of its own", () => {
  it("is listed, exported, verified and assigned as the others", async () => {
    const zone: DnsZone = GOOD("there.example");
    const { t, admin, clientWid, rootWid, super_admin } = await twoDatabases({
      ...ANSWERING,
      settings: { BASE_URL: "https://mail.ours.example" },
      dns: () => ({
        atOnce: 6,
        ask: resolverOf(zone),
        resolvers: [resolverOf(zone)],
        route: async () => null,
      }),
    });
    for (const [wid, email] of [
      [rootWid, "ann@here.example"],
      [clientWid, "bob@there.example"],
    ] as const) {
      const made = await super_admin.post(`/api/v1/workspaces/${wid}/mailboxes`, {
        ...MAILBOX_BODY,
        ...GOOGLE,
        email,
        smtp_username: email,
        imap_username: email,
      });
      expect(made.status, made.text).toBe(201);
    }
    await admin.post(`${DOMAINS}/verify`);
    await t.drain();
    const { json } = await admin.get(DOMAINS);
    expect(json.total).toBe(2);
    expect(json.data).toMatchObject([
      {
        domain: "here.example",
        workspace: { id: rootWid },
        lacks: ["mx", "spf", "dkim", "dmarc", "tracking"],
      },
      { domain: "there.example", workspace: { id: clientWid, name: "Acme" }, lacks: ["tracking"] },
    ]);
    const first = (await admin.get(`${DOMAINS}?limit=1`)).json;
    const rest = (await admin.get(`${DOMAINS}?limit=1&cursor=${first.next_cursor as string}`)).json;
    expect([...first.data, ...rest.data].map(({ domain }: Row) => domain)).toEqual([
      "here.example",
      "there.example",
    ]);
    expect((await admin.get(`${DOMAINS}/zone`)).text).toContain("google._domainkey.there.example.");
    const done = await admin.post(`${DOMAINS}/tracking`, { rule: "go.{domain}", dry_run: false });
    expect(done.json.data).toMatchObject([
      { host: "go.here.example", status: "assigned" },
      { host: "go.there.example", status: "assigned" },
    ]);
  });
});
