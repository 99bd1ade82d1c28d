import { afterEach, describe, expect, it } from "vitest";
import type { Zone } from "#test/support/doh-server.ts";
import { planOf, scansIn, statementsOf } from "#test/support/explain.ts";
import { rowsOf, upload } from "#test/support/upload.ts";
import { calls, closeResolvers, validating } from "#test/support/validating.ts";

afterEach(closeResolvers);

const ACME: Zone = { "acme.com": { mx: [[10, "mx.acme.com"]] } };

describe("POST /leads/validate", () => {
  it("202, then results: every lead of the list has its score, status and breakdown", async () => {
    const { t, list, start, job, results, base } = await validating({
      ...ACME,
      "gmail.com": { mx: [[5, "gmail-smtp-in.l.google.com"]] },
      "only-a.com": { a: ["93.184.216.34"] },
      "v6.com": { aaaa: ["2606:2800:220:1::1"] },
      "private.com": { a: ["10.0.0.7"] },
      "nodata.com": {},
      "nullmx.com": { mx: [[0, "."]] },
      "alias.com": { cname: "acme.com" },
      "mailinator.com": { mx: [[1, "mx.mailinator.com"]] },
      "xn--mller-kva.de": { mx: [[1, "mx.de"]] },
    });
    const listId = await list([
      "anna@acme.com",
      "info@acme.com",
      "john@gmail.com",
      "maria@only-a.com",
      "six@v6.com",
      "p@private.com",
      "p@nodata.com",
      "p@nullmx.com",
      "p@nxdomain.com",
      "al@alias.com",
      "jane@mailinator.com",
      "peter@müller.de",
      "john..doe@acme.com",
      "p@[192.0.2.1]",
    ]);
    const begun = await start(listId);
    expect([begun.status, begun.json]).toEqual([
      202,
      { job_id: expect.any(Number), list_id: listId, total: 14, status: "queued" },
    ]);
    const id = begun.json.job_id;
    expect(await job(id)).toMatchObject({ status: "queued", done: 0, started_at: null });
    await t.drain();
    expect(await job(id)).toEqual({
      job_id: id,
      list_id: listId,
      status: "completed",
      total: 14,
      done: 14,
      counts: { valid: 4, risky: 3, invalid: 7 },
      created_at: "2026-11-18T12:00:00.000Z",
      started_at: "2026-11-18T12:00:00.000Z",
      finished_at: "2026-11-18T12:00:00.000Z",
    });
    const found = await results();
    expect(
      Object.fromEntries(Object.entries(found).map(([e, r]) => [e, [r.score, r.status]])),
    ).toEqual({
      "anna@acme.com": [90, "valid"],
      "info@acme.com": [75, "risky"],
      "john@gmail.com": [90, "valid"],
      "maria@only-a.com": [70, "risky"],
      "six@v6.com": [70, "risky"],
      "p@private.com": [20, "invalid"],
      "p@nodata.com": [20, "invalid"],
      "p@nullmx.com": [20, "invalid"],
      "p@nxdomain.com": [20, "invalid"],
      "al@alias.com": [90, "valid"],
      "jane@mailinator.com": [30, "invalid"],
      "peter@müller.de": [90, "valid"],
      "john..doe@acme.com": [0, "invalid"],
      "p@[192.0.2.1]": [20, "invalid"],
    });
    expect(found["john@gmail.com"]?.validation).toMatchObject({
      score: 90,
      status: "valid",
      points: { syntax: 20, domain: 20, person: 15, route: 35, avatar: 0 },
      free: true,
      mx: { state: "mx", hosts: ["gmail-smtp-in.l.google.com"], provider: "google" },
      avatar: { state: "off" },
      reason: null,
      retryAt: null,
      checkedAt: "2026-11-18T12:00:00.000Z",
    });
    const lead = (await t.get(`${base}/leads?q=anna@`)).json.data[0];
    expect(lead).toMatchObject({
      score: 90,
      validation_status: "valid",
      validation: { score: 90 },
      validated_at: "2026-11-18T12:00:00.000Z",
    });
  });

  it.each([
    ["silence", { hang: true }],
    ["SERVFAIL", { rcode: "SERVFAIL" }],
    ["REFUSED", { rcode: "REFUSED" }],
    ["HTTP 500", { http: 500 }],
    ["a cut answer", { cut: true }],
    ["64 KB of nothing", { bytes: Buffer.alloc(70_000) }],
    ["the answer to another question", { as: "other.com", mx: [[1, "mx.other.com"]] }],
  ] as const)(
    "DNS trouble makes nobody invalid: %s is risky, with its reason and the next try",
    async (_, trouble) => {
      const { t, list, start, results } = await validating(
        { ...ACME, "slow.com": trouble },
        { timeoutMs: 1_000 },
      );
      await start(
        await list(["max@slow.com", "sales@slow.com", "noreply@slow.com", "anna@acme.com"]),
      );
      await t.drain();
      const found = await results();
      const scores = Object.values(found).map((r) => [r.score, r.status]);
      expect(scores).toEqual([
        [75, "risky"],
        [60, "risky"],
        [50, "risky"],
        [90, "valid"],
      ]);
      expect(found["max@slow.com"]?.validation).toMatchObject({
        reason: "dns_unknown",
        retryAt: "2026-11-18T12:05:00.000Z",
        mx: { state: "temporary" },
      });
      expect(await rowsOf(t, "SELECT domain FROM dns_routes")).toEqual([{ domain: "acme.com" }]);
    },
  );

  it("no resolver at all: every lead is risky, none invalid, and the job ends", async () => {
    const { t, list, start, server, job, results } = await validating({});
    const { json } = await start(await list(["a@acme.com", "b@beta.com", "c@gamma.com"]));
    await server.close();
    await t.drain();
    expect(await job(json.job_id)).toMatchObject({ status: "completed", counts: { risky: 3 } });
    expect(Object.values(await results()).map((r) => r.validation.mx.trouble)).toEqual([
      "unreachable",
      "unreachable",
      "unreachable",
    ]);
  });

  it("asks about a domain once, however many leads, lists and workspaces have it", async () => {
    const { t, wid, list, start, server } = await validating({
      ...ACME,
      "only-a.com": { a: ["93.184.216.34"] },
    });
    const emails = Array.from(
      { length: 40 },
      (_, i) => `p${i}@${i % 2 === 0 ? "acme.com" : "only-a.com"}`,
    );
    await start(await list(emails));
    await t.drain();
    const once = ["acme.com MX", "only-a.com A", "only-a.com MX"];
    expect(server.asked.toSorted()).toEqual(once);
    await start(await list(["new@acme.com"]));
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const there = calls(t, other.json.id);
    await there.start(await there.list(["p@acme.com"]));
    t.advance(14 * 60_000);
    await start(await list(["newer@acme.com"]));
    await t.drain();
    expect(server.asked.toSorted()).toEqual(once);
    expect(
      await rowsOf(
        t,
        `SELECT count(*) AS n FROM leads WHERE score IS NULL AND workspace_id = ${wid}`,
      ),
    ).toEqual([{ n: 0 }]);
    // TTLs of five minutes count for fifteen; after them DNS is asked again.
    t.advance(60_000);
    await start(await list(["newest@acme.com"]));
    await t.drain();
    expect(server.asked.length).toBe(4);
    t.advance(16 * 60_000);
    await t.tick();
    expect(await rowsOf(t, "SELECT domain FROM dns_routes")).toEqual([]);
  });

  it("202: an empty list is completed at once", async () => {
    const { t, base, list, start, job } = await validating({});
    const listId = await list(["a@acme.com"]);
    const [lead] = (await t.get(`${base}/leads`)).json.data;
    await t.delete(`${base}/leads/${lead.id}`);
    const begun = await start(listId);
    expect([begun.status, begun.json]).toMatchObject([202, { total: 0, status: "completed" }]);
    expect(await job(begun.json.job_id)).toMatchObject({
      done: 0,
      finished_at: "2026-11-18T12:00:00.000Z",
    });
    expect(t.queue).toEqual([]);
  });

  it("202: the same job while the list is being validated, a new one afterwards", async () => {
    const { t, list, start } = await validating(ACME);
    const listId = await list(["a@acme.com"]);
    const both = await Promise.all([start(listId), start(listId)]);
    expect(both.map((answer) => [answer.status, answer.json.job_id])).toEqual([
      [202, both[0].json.job_id],
      [202, both[0].json.job_id],
    ]);
    expect(t.queue).toHaveLength(1);
    await t.drain();
    expect((await start(listId)).json.job_id).not.toBe(both[0].json.job_id);
  });

  it("404, 422: a list that is not there or another workspace's, a body that is none", async () => {
    const { t, base, list, start, job } = await validating(ACME);
    const listId = await list(["a@acme.com"]);
    const { json } = await start(listId);
    expect((await start(listId + 7)).status).toBe(404);
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const there = calls(t, other.json.id);
    expect((await there.start(listId)).status).toBe(404);
    expect((await there.job(json.job_id)).status).toBe(404);
    expect((await there.cancel(json.job_id)).status).toBe(404);
    expect(await job(json.job_id)).toMatchObject({ status: "queued" });
    expect((await t.post(`${base}/leads/validate`, {})).status).toBe(422);
    expect((await t.post(`${base}/leads/validate`, { list_id: "1" })).status).toBe(422);
    expect((await t.get(`${base}/leads/validate/x`)).status).toBe(404);
    // An import is no validation, though both are jobs.
    const { json: imports } = await t.get(`${base}/leads/imports`);
    expect((await job(imports.data[0].id)).code).toBe("not_found");
  });

  it("200: the validations of the workspace, newest first", async () => {
    const { t, base, list, start } = await validating(ACME);
    const first = await start(await list(["a@acme.com"]));
    const second = await start(await list(["b@acme.com"]));
    const page = await t.get(`${base}/leads/validate?limit=1`);
    expect(page.json).toMatchObject({
      data: [{ job_id: second.json.job_id }],
      pagination: { total: 2 },
    });
    const next = await t.get(
      `${base}/leads/validate?limit=1&cursor=${page.json.pagination.next_cursor}`,
    );
    expect(next.json.data).toMatchObject([{ job_id: first.json.job_id }]);
  });

  it("takes leads that are deleted, edited or moved meanwhile as they are", async () => {
    const { t, base, list, start, job, results } = await validating({
      ...ACME,
      "slow.com": { mx: [[1, "mx.slow.com"]], delayMs: 120 },
    });
    const listId = await list(["a@slow.com", "b@slow.com", "c@slow.com"]);
    const { json } = await start(listId);
    const running = t.drain();
    const [c, b] = (await t.get(`${base}/leads`)).json.data;
    await t.put(`${base}/leads/${b.id}`, { email: "b@moved.com" });
    await t.delete(`${base}/leads/${c.id}`);
    // Comes too late for this job.
    await upload(t, Number(base.split("/").at(-1)), [
      ["list_id", String(listId)],
      ["file", "email\nlate@acme.com\n"],
    ]);
    await running;
    expect(await job(json.job_id)).toMatchObject({ status: "completed" });
    expect(Object.entries(await results()).map(([email, r]) => [email, r.score])).toEqual([
      ["a@slow.com", 90],
      ["b@moved.com", null],
      ["late@acme.com", null],
    ]);
  });

  it("an address that bounced here is invalid, one that answered is valid, and the later one counts", async () => {
    const { t, list, start, results } = await validating({
      ...ACME,
      "slow.com": { rcode: "SERVFAIL" },
    });
    const listId = await list(["bounced@acme.com", "info@acme.com", "both@acme.com", "x@slow.com"]);
    const replied = (email: string, at: number) =>
      `INSERT INTO sends (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id,
         state, due_at, message_id, to_email, created_at, replied_at)
       SELECT workspace_id, 1, 1, id, id, 1, 1, 'sent', 1, email, email, 1, ${at} FROM leads WHERE email = '${email}'`;
    for (const sql of [
      "UPDATE leads SET bounced_at = 5 WHERE email IN ('bounced@acme.com', 'both@acme.com')",
      replied("info@acme.com", 3),
      replied("both@acme.com", 9),
      replied("x@slow.com", 3),
    ]) {
      await t.client.execute(sql);
    }
    await start(listId);
    await t.drain();
    expect(Object.values(await results()).map((r) => [r.score, r.validation.history])).toEqual([
      [10, { bounced: true, replied: false }],
      [90, { bounced: false, replied: true }],
      [90, { bounced: false, replied: true }],
      [90, { bounced: false, replied: true }],
    ]);
  });
});

describe("its queries", () => {
  it("search by id and key, whatever the size of workspace and list", async () => {
    const { t, base, list, start, cancel } = await validating({
      ...ACME,
      "slow.com": { http: 500 },
    });
    const listId = await list(["a@acme.com", "b@slow.com", "c@gone.com"]);
    let jobId = 0;
    const statements = await statementsOf(t.client, async () => {
      jobId = (await start(listId)).json.job_id;
      await t.drain();
      await t.get(`${base}/leads/validate/${jobId}`);
      await t.get(`${base}/leads/validate`);
      await t.post(`${base}/leads/validate-email`, { email: "a@acme.com" });
      await start(listId);
      await cancel(jobId + 1);
      t.advance(6 * 60_000);
      await t.tick();
      await t.drain();
    });
    const own = statements.filter((sql) =>
      /jobs|dns_routes|validation_retries|list_leads|validation_status/.test(sql),
    );
    expect(own.length).toBeGreaterThan(10);
    for (const statement of new Set(own)) {
      if (!/^\s*(select|insert|update|delete|with)\b/i.test(statement)) continue;
      const plan = await planOf(t.client, statement);
      const walks = plan.filter((line) => line.endsWith("(workspace_id=?)"));
      expect([statement, scansIn(plan), walks]).toEqual([statement, [], []]);
    }
  });
});
