import { beforeAll, describe, expect, it } from "vitest";
import { assertNoScans, planOf, statementsOf } from "#test/support/explain.ts";
import { type Harness, harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { counterDrift, rowsOf, upload } from "#test/support/upload.ts";

type Item = { id: number; email: string };
const emails = (json: { data: Item[] }) => json.data.map((lead) => lead.email);

describe("the list of leads", () => {
  let t: Harness;
  let wid: number;
  let path: string;
  let list: number;

  beforeAll(async () => {
    t = await harness();
    ({ wid } = await t.signUp());
    path = `/api/v1/workspaces/${wid}/leads`;
    const rows = Array.from(
      { length: 30 },
      (_, i) =>
        `p${String(i).padStart(2, "0")}@firm${i % 3}.example,First${i},Last,${i % 2 ? "Größe GmbH" : "100% Acme_Co"}`,
    );
    await upload(t, wid, `email,first_name,last_name,company\n${rows.join("\n")}\n`);
    const answer = await upload(
      t,
      wid,
      `email\n${rows.slice(0, 7).join("\n")}\nnew@firm9.example\n`.replaceAll(/,.*/g, ""),
    );
    list = answer.json.list_id;
    // Scores 0, 10, ... 90 for the first ten; their status as validation would set it.
    await t.client.execute(`UPDATE leads SET score = (id - 1) * 10,
      validation_status = CASE WHEN id > 8 THEN 'valid' WHEN id > 5 THEN 'risky' ELSE 'invalid' END WHERE id <= 10`);
    // The first six opened two mails each, two of them answered one.
    await t.client
      .execute(`INSERT INTO sends (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step,
        mailbox_id, state, due_at, message_id, to_email, created_at, sent_at, opened_at, replied_at)
      SELECT ${wid}, 1, l.id, l.id, n.value, n.value, 1, 'sent', 1, 'm' || l.id || n.value, l.email, 1, 1, 2,
        CASE WHEN l.id <= 2 AND n.value = 2 THEN 3 END
      FROM leads l, json_each('[1, 2]') n WHERE l.workspace_id = ${wid} AND l.id <= 6`);
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    await upload(t, other.json.id, "email\nforeign@x.example\n");
    return () => t.close();
  });

  it("200: newest first, with every field of a lead and exact totals", async () => {
    const answer = await t.get(`${path}?limit=2`);
    expect(answer.json).toEqual({
      data: [
        expect.objectContaining({ email: "new@firm9.example" }),
        {
          id: 30,
          workspace_id: wid,
          email: "p29@firm2.example",
          first_name: "First29",
          last_name: "Last",
          company: "Größe GmbH",
          job_title: "",
          source: "file",
          source_name: "leads.csv",
          source_by: "Ann Operator",
          tags: [],
          linkedin_url: "",
          phone: "",
          custom: {},
          score: null,
          validation_status: null,
          validation: null,
          validated_at: null,
          bounced_at: null,
          unsubscribed_at: null,
          is_suppressed: false,
          campaign: null,
          last_event: null,
          created_at: "2026-11-18T12:00:00.000Z",
          updated_at: "2026-11-18T12:00:00.000Z",
        },
      ],
      pagination: {
        page: 1,
        limit: 2,
        total: 31,
        total_pages: 16,
        next_cursor: expect.any(String),
      },
    });
  });

  it.each([
    ["sort=id&order=asc"],
    ["sort=id"],
    ["sort=email&order=asc"],
    ["sort=email"],
    ["sort=created_at&order=asc"],
    ["sort=score"],
    ["sort=score&order=asc"],
    ["sort=email&list_id=2"],
    ["sort=score&list_id=2&order=asc"],
    ["q=first1"],
    ["q=p0&sort=score"],
    ["status=unvalidated&order=asc"],
    ["engaged=opened&sort=email"],
  ])("pages of %s: all of them once and in order, by cursor and by number", async (query) => {
    const whole = await t.get(`${path}?limit=200&${query}`);
    expect(whole.json.data.length).toBeGreaterThan(3);
    expect(whole.json.pagination.next_cursor).toBeNull();
    expect(whole.json.pagination.total).toBe(whole.json.data.length);
    const walked: string[] = [];
    let cursor: string | null = "";
    while (cursor !== null) {
      const page = await t.get(
        `${path}?limit=4&${query}${cursor === "" ? "" : `&cursor=${cursor}`}`,
      );
      walked.push(...emails(page.json));
      cursor = page.json.pagination.next_cursor;
    }
    expect(walked).toEqual(emails(whole.json));
    const numbered: string[] = [];
    for (let n = 1; n <= whole.json.pagination.total / 4 + 1; n++) {
      numbered.push(...emails((await t.get(`${path}?limit=4&page=${n}&${query}`)).json));
    }
    expect(numbered).toEqual(walked);
  });

  it.each([
    ["status=valid", 2],
    ["status=risky", 3],
    ["status=invalid", 5],
    ["status=unvalidated", 21],
    ["min_score=50", 5],
    ["min_score=0", 10],
    ["engaged=opened", 6],
    ["engaged=replied", 2],
    ["engaged=clicked", 0],
    ["engaged=opened&list_id=2&min_score=20", 4],
    ["min_score=60&status=risky", 2],
    ["list_id=2", 8],
    ["list_id=2&min_score=30", 4],
    ["list_id=99", 0],
    ["campaign_id=99", 0],
    ["q=p1", 10],
    ["q=P1", 10],
    ["q=p05%40firm2.example", 1],
    ["q=p05%40firm", 1],
    ["q=%40firm1.example", 10],
    ["q=%40firm", 31],
    ["q=first2", 11],
    ["q=größe", 15],
    ["q=grosse", 0],
    ["q=groß", 15],
    ["q=GROSZE", 0],
    ["q=gmbh größe", 15],
    ["q=last firm2", 10],
    ["q=firm2 größe", 5],
    ["q=p1 last", 0],
    ["q=p10 last", 1],
    ["q=gr", 0],
    ["q=100%25", 15],
    ["q=acme_", 15],
    ["q=acme-co", 15],
    ["q=cme", 0],
    ["q=%25", 0],
    ["q=_", 0],
    ['q="', 0],
    ["q=p05 AND last", 0],
    ["q=workspace_id : 2", 0],
    ["q=p05 NOT p06", 0],
    ["q={email} : p05", 0],
    ["q=p05*", 1],
    [`q=${"p05 ".repeat(40)}`, 1],
    ["q=' OR 1=1 --", 0],
    [`q=${"x".repeat(60)}`, 0],
    ["q=%20%20", 31],
    ["q=%f0%9f%9a%80", 0],
  ])("%s finds %i, and counts them", async (query, found) => {
    const answer = await t.get(`${path}?limit=200&${query}`);
    expect([answer.status, answer.json.data.length, answer.json.pagination.total]).toEqual([
      200,
      found,
      found,
    ]);
    await assertNoScans(t.client, () => t.get(`${path}?${query}`));
    await assertNoScans(t.client, () => t.get(`${path}?sort=score&${query}`));
    await assertNoScans(t.client, () => t.get(`${path}?sort=email&${query}`));
  });

  it("walks an index in order: a page sorts nothing but its own rows", async () => {
    for (const query of [
      "sort=id",
      "sort=email",
      "sort=score",
      "status=valid",
      `list_id=${list}`,
      "campaign_id=1",
    ]) {
      const sent = await statementsOf(t.client, () => t.get(`${path}?${query}`));
      const page = sent.find((text) => /order by .* LIMIT/is.test(text)) ?? "";
      const [lookUp, ...inner] = await planOf(t.client, page);
      expect(lookUp).toBe("SEARCH leads USING INTEGER PRIMARY KEY (rowid=?)");
      const walk = inner.filter((line) => line !== "USE TEMP B-TREE FOR ORDER BY");
      expect(inner.length - walk.length).toBeLessThanOrEqual(1);
      expect(inner.slice(0, -1)).not.toContain("USE TEMP B-TREE FOR ORDER BY");
    }
  });

  it("counts filtered rows exactly to 10,000 and no further", async () => {
    const big = await t.post("/api/v1/workspaces", { name: "Big", slug: "big" });
    await upload(
      t,
      big.json.id,
      `email\n${Array.from({ length: 10_050 }, (_, i) => `p${i}@x.example`).join("\n")}\n`,
    );
    const filtered = await t.get(`/api/v1/workspaces/${big.json.id}/leads?q=p&limit=1`);
    expect(filtered.json.pagination).toMatchObject({
      total: null,
      total_at_least: 10_000,
      total_pages: null,
    });
    const whole = await t.get(`/api/v1/workspaces/${big.json.id}/leads?limit=1`);
    expect(whole.json.pagination).toMatchObject({ total: 10_050, total_pages: 10_050 });
    const inList = await t.get(
      `/api/v1/workspaces/${big.json.id}/leads?list_id=${(await t.get(`/api/v1/workspaces/${big.json.id}/lists`)).json.data[0].id}&limit=1`,
    );
    expect(inList.json.pagination).toMatchObject({ total: 10_050 });
  });

  it("200 and 400: a limit above 200 is 200; a wrong parameter is named", async () => {
    expect((await t.get(`${path}?limit=1000`)).json.pagination.limit).toBe(200);
    for (const [query, at] of [
      ["sort=password", "sort"],
      ["order=up", "order"],
      ["status=bad", "status"],
      ["min_score=101", "min_score"],
      ["list_id=x", "list_id"],
      ["limit=0", "limit"],
      ["page=0", "page"],
      ["cursor=nonsense", "cursor"],
      [`cursor=${Buffer.from('["email desc","x",1]').toString("base64url")}`, "cursor"],
      [`cursor=${Buffer.from('["id desc",{"x":1},1]').toString("base64url")}`, "cursor"],
    ]) {
      const answer = await t.get(`${path}?${query}`);
      expect([query, answer.status, answer.json.code, answer.json.errors[0].path]).toEqual([
        query,
        400,
        "malformed_request",
        at,
      ]);
    }
  });
});

describe("searching leads", () => {
  it("follows every change of a lead, and forgets it with it", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/leads`;
    await upload(t, wid, "email,first_name,company\nann@x.example,Ann,Acme\nbob@x.example,Bob,\n");
    const found = async (q: string) => emails((await t.get(`${path}?q=${q}`)).json);
    expect(await found("acme")).toEqual(["ann@x.example"]);
    await t.put(`${path}/1`, { company: "Zenith", email: "anna@x.example" });
    expect([await found("acme"), await found("zenith"), await found("anna")]).toEqual([
      [],
      ["anna@x.example"],
      ["anna@x.example"],
    ]);
    await upload(t, wid, [
      ["on_duplicate", "update"],
      ["file", "email,company\nbob@x.example,Zenith\n"],
    ]);
    expect(await found("zenith")).toEqual(["bob@x.example", "anna@x.example"]);
    await t.delete(`${path}/1`);
    expect(await found("zenith")).toEqual(["bob@x.example"]);
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    await upload(t, other.json.id, "email,company\nbob@x.example,Zenith\n");
    expect(await found("zenith")).toEqual(["bob@x.example"]);
    await t.client.execute("INSERT INTO lead_search (lead_search) VALUES ('integrity-check')");
  });

  it("ends a page early where conditions are common each and rare together, and goes on behind it", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const rows = Array.from(
      { length: 25_000 },
      (_, i) => `p${String(i).padStart(5, "0")}@x.example`,
    );
    await upload(t, wid, `email\n${rows.join("\n")}\n`);
    // The first half are valid and in the list, and of the others two.
    await t.client.batch([
      "UPDATE leads SET score = 90, validation_status = 'valid' WHERE id <= 12500 OR id IN (20000, 24999)",
      `INSERT INTO list_leads (workspace_id, list_id, lead_id) SELECT workspace_id, 2, id FROM leads WHERE id > 12500`,
      `INSERT INTO lists (workspace_id, name, lead_count, created_at) VALUES (${wid}, 'Late', 12500, 1)`,
    ]);
    for (const sort of ["id", "email", "score", "created_at"]) {
      for (const order of ["asc", "desc"]) {
        const query = `status=valid&list_id=2&sort=${sort}&order=${order}&limit=1`;
        const walked: string[] = [];
        let pages = 0;
        let cursor: string | null = "";
        while (cursor !== null && pages < 20) {
          const page = await t.get(
            `/api/v1/workspaces/${wid}/leads?${query}${cursor === "" ? "" : `&cursor=${cursor}`}`,
          );
          expect(page.json.pagination).toMatchObject({ total: null, total_pages: null });
          walked.push(...emails(page.json));
          cursor = page.json.pagination.next_cursor;
          pages++;
        }
        const both = ["p19999@x.example", "p24998@x.example"];
        expect([sort, order, walked]).toEqual([
          sort,
          order,
          order === "asc" ? both : both.toReversed(),
        ]);
        expect(pages).toBeLessThan(7);
      }
    }
  });
});

describe("one lead", () => {
  it("200: shows its lists and campaigns; 404: another workspace's", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    await upload(t, wid, [
      ["list_name", "Fair"],
      ["file", "email,Plan\nann@x.example,gold\n"],
    ]);
    const { campaignId } = await seedOutreach(t, wid, { leads: [] });
    await t.post(`/api/v1/workspaces/${wid}/leads/add-to-campaign`, {
      campaign_id: campaignId,
      lead_ids: [1],
    });
    const answer = await t.get(`/api/v1/workspaces/${wid}/leads/1`);
    expect(answer.json).toMatchObject({
      id: 1,
      email: "ann@x.example",
      custom: { plan: "gold" },
      lists: [{ id: 1, name: "Fair" }],
      campaigns: [{ id: campaignId, name: "Spring", status: "pending", current_step: 0 }],
    });
    await assertNoScans(t.client, () => t.get(`/api/v1/workspaces/${wid}/leads/1`));
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    for (const method of ["GET", "PUT", "DELETE"]) {
      const foreign = await t.request(
        method,
        `/api/v1/workspaces/${other.json.id}/leads/1`,
        method === "PUT" ? { company: "x" } : undefined,
      );
      expect([method, foreign.status, foreign.json.code]).toEqual([method, 404, "not_found"]);
    }
    expect((await t.get(`/api/v1/workspaces/${wid}/leads/one`)).status).toBe(404);
    expect((await t.get(`/api/v1/workspaces/${wid}/leads/1`)).json.company).toBe("");
  });

  it("200: PUT changes what it is given; what GET showed can be put back", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/leads/1`;
    await upload(
      t,
      wid,
      "email,first_name,company,plan\nann@x.example,Ann,Acme,gold\nbob@x.example,Bob,,\n",
    );
    await t.client.execute(
      "UPDATE leads SET score = 90, validation_status = 'valid', validated_at = 1, bounced_at = 2 WHERE id = 1",
    );
    t.advance(60_000);
    const changed = await t.put(path, { company: " New ", custom: { tier: "silver" } });
    expect([
      changed.status,
      changed.json.company,
      changed.json.first_name,
      changed.json.custom,
    ]).toEqual([200, "New", "Ann", { tier: "silver" }]);
    expect([changed.json.score, changed.json.updated_at]).toEqual([90, "2026-11-18T12:01:00.000Z"]);

    const back = await t.put(path, { ...(await t.get(path)).json, last_name: "Lee" });
    expect([back.status, back.json.last_name, back.json.score]).toEqual([200, "Lee", 90]);
    expect((await t.put(path, {})).status).toBe(200);

    const moved = await t.put(path, { email: "Ann Lee <ANN@Y.example>" });
    expect(moved.json).toMatchObject({
      email: "ann@y.example",
      score: null,
      validation_status: null,
      validated_at: null,
      bounced_at: null,
      last_name: "Lee",
    });
    expect(await rowsOf(t, "SELECT domain FROM leads WHERE id = 1")).toEqual([
      { domain: "y.example" },
    ]);
    await assertNoScans(t.client, () => t.put(path, { email: "ann@z.example" }));
  });

  it("409 and 422: a taken address, a read-only or unknown field, a bad value: each named, nothing changed", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/leads/1`;
    await upload(t, wid, "email,first_name\nann@x.example,Ann\nbob@x.example,Bob\n");
    const before = (await t.get(path)).json;
    const taken = await t.put(path, { email: "BOB@x.example", first_name: "X" });
    expect([taken.status, taken.json.code, taken.json.errors[0].path]).toEqual([
      409,
      "conflict",
      "email",
    ]);
    for (const [body, at, code] of [
      [{ id: 2 }, "id", "read_only_field"],
      [{ workspace_id: 9 }, "workspace_id", "read_only_field"],
      [{ score: 100 }, "score", "read_only_field"],
      [{ validation_status: "valid" }, "validation_status", "read_only_field"],
      [{ nick: "x" }, "nick", "unknown_field"],
      [{ email: "nobody" }, "email", "invalid_email"],
      [{ email: "" }, "email", "invalid_email"],
      [{ company: 5 }, "company", "invalid_type"],
      [{ company: "x".repeat(1_001) }, "company", "too_big"],
      [{ custom: { a: { b: 1 } } }, "custom.a", "invalid_type"],
      [
        { custom: Object.fromEntries(Array.from({ length: 65 }, (_, i) => [`k${i}`, "v"])) },
        "custom",
        "too_many",
      ],
    ] as const) {
      const answer = await t.put(path, body);
      expect([answer.status, answer.json.errors[0].path, answer.json.errors[0].code]).toEqual([
        422,
        at,
        code,
      ]);
    }
    expect((await t.get(path)).json).toEqual(before);
  });

  it("204: DELETE takes it out of lists and campaigns and cancels what waits; what was sent stays", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    await upload(t, wid, "email\nann@x.example\nbob@x.example\n");
    const { campaignId } = await seedOutreach(t, wid, { leads: [] });
    const second = await seedOutreach(t, wid, {
      leads: [],
      mailboxes: [{ email: "other@ours.test" }],
      campaign: { excludeOtherActiveCampaigns: false },
    });
    for (const id of [campaignId, second.campaignId]) {
      await t.post(`/api/v1/workspaces/${wid}/leads/add-to-campaign`, {
        campaign_id: id,
        lead_ids: [1, 2],
      });
    }
    expect(await counterDrift(t)).toEqual([]);
    // Ann has had step 1 of the first campaign and waits for step 2.
    await t.client.batch([
      `INSERT INTO sends (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id, state, due_at, message_id, to_email, created_at)
       SELECT workspace_id, campaign_id, id, lead_id, 1, 1, 1, 'sent', 1, 'one@x', 'ann@x.example', 1 FROM campaign_leads WHERE id = 1`,
      `INSERT INTO sends (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id, state, due_at, message_id, to_email, created_at)
       SELECT workspace_id, campaign_id, id, lead_id, 2, 2, 1, 'queued', 1, 'two@x', 'ann@x.example', 1 FROM campaign_leads WHERE id = 1`,
      "UPDATE campaign_leads SET status = 'in_progress', current_step = 1 WHERE id = 1",
    ]);
    expect((await t.delete(`/api/v1/workspaces/${wid}/leads/1`)).status).toBe(204);
    expect((await t.get(`/api/v1/workspaces/${wid}/leads/1`)).status).toBe(404);
    expect((await t.delete(`/api/v1/workspaces/${wid}/leads/1`)).status).toBe(404);
    expect(await rowsOf(t, "SELECT state, to_email FROM sends ORDER BY id")).toEqual([
      { state: "sent", to_email: "ann@x.example" },
      { state: "cancelled", to_email: "ann@x.example" },
    ]);
    expect(
      await rowsOf(
        t,
        "SELECT lead_id, campaign_id, status, skip_detail, next_send_at IS NULL AS idle FROM campaign_leads ORDER BY id",
      ),
    ).toEqual([
      {
        lead_id: 1,
        campaign_id: campaignId,
        status: "skipped",
        skip_detail: "lead_deleted",
        idle: 1,
      },
      { lead_id: 2, campaign_id: campaignId, status: "pending", skip_detail: null, idle: 0 },
      { lead_id: 2, campaign_id: second.campaignId, status: "pending", skip_detail: null, idle: 0 },
    ]);
    expect((await t.get(`/api/v1/workspaces/${wid}/lists/1`)).json.lead_count).toBe(1);
    expect(await counterDrift(t)).toEqual([]);
    await assertNoScans(t.client, () => t.delete(`/api/v1/workspaces/${wid}/leads/2`));
    expect(await counterDrift(t)).toEqual([]);
  });

  it("200: many go at once by ids, list or filter, told before, counted right, and once", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const W = `/api/v1/workspaces/${wid}/leads`;
    const { campaignId } = await seedOutreach(t, wid, { leads: [] });
    await upload(t, wid, "email\nann@x.example\nbob@x.example\ncy@y.example\n");
    await upload(t, wid, "email\ndan@y.example\n");
    await t.post(`${W}/add-to-campaign`, { campaign_id: campaignId, lead_ids: [1, 2, 4] });
    // Ann has had a mail and waits for the next, and an answer to her is written for later.
    await t.client.batch([
      `INSERT INTO sends (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id, state, due_at, message_id, to_email, created_at)
       SELECT workspace_id, campaign_id, id, lead_id, 1, 1, 1, 'queued', 1, 'one@x', 'ann@x.example', 1 FROM campaign_leads WHERE lead_id = 1`,
      `INSERT INTO threads (id, workspace_id, lead_id, campaign_id, mailbox_id, subject, last_message_at, last_direction, snippet, created_at, updated_at)
       VALUES (7, ${wid}, 1, ${campaignId}, 1, 'Re', 1, 'inbound', '', 1, 1)`,
      `INSERT INTO outbox (message_id, workspace_id, thread_id, mailbox_id, state, due_at, created_by, created_at)
       VALUES (3, ${wid}, 7, 1, 'queued', 9e12, 'user:1', 1)`,
    ]);
    const body = { filter: { q: "@x.example" } };
    const { up_to_id, ...told } = (await t.post(`${W}/deletion`, body)).json;
    expect(told).toEqual({
      total: 2,
      leads: 2,
      has_more: false,
      in_sequence: 2,
      campaigns: 1,
      scheduled_mails: 1,
      threads: 1,
    });
    await upload(t, wid, "email\nlate@x.example\n");
    let answer: unknown;
    await assertNoScans(t.client, async () => {
      await t.post(`${W}/deletion`, body);
      answer = (await t.post(`${W}/delete`, { ...body, up_to_id })).json;
    });
    expect(answer).toEqual({ deleted: 2, has_more: false });
    const left = async () => emails((await t.get(`${W}?order=asc`)).json);
    expect(await left()).toEqual(["cy@y.example", "dan@y.example", "late@x.example"]);
    expect(
      await rowsOf(t, "SELECT lead_id, status, skip_detail FROM campaign_leads ORDER BY lead_id"),
    ).toEqual([
      { lead_id: 1, status: "skipped", skip_detail: "lead_deleted" },
      { lead_id: 4, status: "pending", skip_detail: null },
    ]);
    expect(await rowsOf(t, "SELECT state FROM sends UNION ALL SELECT state FROM outbox")).toEqual([
      { state: "cancelled" },
      { state: "cancelled" },
    ]);
    expect(await rowsOf(t, "SELECT lead_count FROM lists ORDER BY id")).toEqual([
      { lead_count: 1 },
      { lead_count: 1 },
      { lead_count: 1 },
    ]);
    expect(await counterDrift(t)).toEqual([]);
    const again = await t.post(`${W}/delete`, { ...body, up_to_id });
    expect(again.json).toEqual({ deleted: 0, has_more: false });
    expect(await rowsOf(t, "SELECT details FROM audit_log WHERE action = 'leads.deleted'")).toEqual(
      [{ details: '{"leads":2}' }],
    );

    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    const foreign = `/api/v1/workspaces/${other.json.id}/leads/delete`;
    expect((await t.post(foreign, { lead_ids: [3, 4] })).json.deleted).toBe(0);
    expect((await t.post(foreign, { list_id: 1 })).status).toBe(404);
    expect((await t.post(foreign, {})).status).toBe(422);
    expect((await t.post(foreign, { list_id: 1, filter: {} })).status).toBe(422);
    expect((await t.post(`${W}/delete`, { list_id: 2 })).json.deleted).toBe(1);
    expect((await t.post(`${W}/delete`, { lead_ids: [3, 3, 99] })).json.deleted).toBe(1);
    expect(await left()).toEqual(["late@x.example"]);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("200: more than one call deletes are told to be left", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    await t.client.execute(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5001)
       INSERT INTO leads (workspace_id, email, domain, created_at, updated_at)
       SELECT ${wid}, i || '@x.example', 'x.example', 1, 1 FROM n`,
    );
    await t.client.execute(`UPDATE workspaces SET lead_count = 5001 WHERE id = ${wid}`);
    const all = `/api/v1/workspaces/${wid}/leads/delete`;
    expect((await t.post(all, { filter: {} })).json).toEqual({ deleted: 5_000, has_more: true });
    expect((await t.post(all, { filter: {} })).json).toEqual({ deleted: 1, has_more: false });
    expect(await rowsOf(t, `SELECT lead_count FROM workspaces WHERE id = ${wid}`)).toEqual([
      { lead_count: 0 },
    ]);
  });

  it("204: erase blanks the person everywhere and keeps a hash suppressed, also when the file comes again", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const csv = "email,first_name\nann@x.example,Ann\nbob@x.example,Bob\n@,Ann\n";
    await upload(t, wid, csv);
    await t.client.batch([
      `INSERT INTO sends (workspace_id, campaign_id, enrolment_id, lead_id, step_id, step, mailbox_id, state, due_at, message_id, to_email, subject, smtp_response, created_at)
       VALUES (${wid}, 1, 1, 1, 1, 1, 1, 'sent', 1, 'one@x', 'ann@x.example', 'Hello Ann', '250 ann@x.example', 1)`,
      `INSERT INTO messages (workspace_id, thread_id, mailbox_id, lead_id, direction, type, from_email, from_name, to_emails, subject, text, html, message_id, dedupe_hash, sent_at, created_at)
       VALUES (${wid}, 1, 1, 1, 'inbound', 'reply', 'ann@x.example', 'Ann', '["me@ours.test"]', 'Re: Ann', 'Ann says', '<p>Ann</p>', 'r@x', 'h', 1, 1)`,
      `INSERT INTO threads (workspace_id, lead_id, campaign_id, mailbox_id, subject, last_message_at, last_direction, snippet, created_at, updated_at)
       VALUES (${wid}, 1, 1, 1, 'Re: Ann', 1, 'inbound', 'Ann says', 1, 1)`,
      `INSERT INTO events (workspace_id, type, dedupe_key, lead_id, body, created_at)
       VALUES (${wid}, 'lead.replied', 'k', 1, '{"event":"lead.replied","data":{"lead_email":"ann@x.example","lead_name":"Ann","snippet":"Ann says","step":1}}', 1)`,
      `INSERT INTO import_errors (workspace_id, job_id, line, email, code, message) VALUES (${wid}, 1, 9, 'Ann@x.example', 'x', 'y')`,
      `INSERT INTO webhook_deliveries (workspace_id, event_id, webhook_id, state, next_at, created_at) VALUES (${wid}, 1, 1, 'delivered', 1, 1)`,
      `INSERT INTO webhook_attempts (workspace_id, delivery_id, webhook_id, event, attempt, lease, started_at, response_body)
       VALUES (${wid}, 1, 1, 'lead.replied', 1, 'l', 1, 'thanks for Ann')`,
      `INSERT INTO provider_calls (provider, workspace_id, external_id, body, created_at) VALUES ('ses', 0, 'c', '{"to":"Ann@x.example"}', 1)`,
    ]);
    expect((await t.delete(`/api/v1/workspaces/${wid}/leads/1?erase=true`)).status).toBe(204);
    for (const table of [
      "leads",
      "sends",
      "messages",
      "threads",
      "events",
      "import_errors",
      "webhook_attempts",
      "provider_calls",
      "suppressions",
      "jobs",
    ]) {
      const text = JSON.stringify(await rowsOf(t, `SELECT * FROM ${table}`));
      expect([
        table,
        /ann/i.test(text.replaceAll("channel", "").replaceAll("Ann Operator", "")),
      ]).toEqual([table, false]);
    }
    expect(await rowsOf(t, "SELECT body FROM events")).toEqual([
      {
        body: '{"event":"lead.replied","data":{"lead_email":"","lead_name":"","snippet":"","step":1}}',
      },
    ]);
    const suppressions = await t.get(`/api/v1/workspaces/${wid}/suppressions`);
    expect(suppressions.json.data).toMatchObject([
      { kind: "address", value: null, reason: "erased" },
    ]);

    const again = await upload(t, wid, csv);
    expect(again.json).toMatchObject({ created: 1, duplicates: 1, suppressed: 1 });
    const { campaignId } = await seedOutreach(t, wid, { leads: [] });
    const added = await t.post(`/api/v1/workspaces/${wid}/leads/add-to-campaign`, {
      campaign_id: campaignId,
      list_id: 2,
    });
    expect(added.json).toMatchObject({ added: 1, skipped: { suppressed: 1 } });
  });
});

describe("adding leads to a campaign", () => {
  it("200: each lead once; who may not be written to is skipped and counted by reason", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/leads/add-to-campaign`;
    const names = [
      "plain",
      "suppressed",
      "domain",
      "unsubscribed",
      "bounced",
      "invalid",
      "risky",
      "elsewhere",
      "done",
    ];
    await upload(t, wid, `email\n${names.map((n) => `${n}@${n}.example`).join("\n")}\n`);
    await t.post(`/api/v1/workspaces/${wid}/suppressions`, {
      email: "suppressed@suppressed.example",
    });
    await t.post(`/api/v1/workspaces/${wid}/suppressions`, { domain: "domain.example" });
    await t.client.batch([
      "UPDATE leads SET unsubscribed_at = 1 WHERE email LIKE 'unsub%'",
      "UPDATE leads SET bounced_at = 1 WHERE email LIKE 'bounced%'",
      "UPDATE leads SET validation_status = 'invalid', score = 10 WHERE email LIKE 'invalid%'",
      "UPDATE leads SET validation_status = 'risky', score = 60 WHERE email LIKE 'risky%'",
    ]);
    const other = await seedOutreach(t, wid, { leads: [], mailboxes: [{ email: "b@ours.test" }] });
    expect(
      (await t.post(path, { campaign_id: other.campaignId, lead_ids: [8, 9] })).json.added,
    ).toBe(2);
    await t.client.execute(
      "UPDATE campaign_leads SET status = 'completed', next_send_at = NULL WHERE lead_id = 9",
    );
    const { campaignId } = await seedOutreach(t, wid, {
      leads: [],
      campaign: { allowRisky: false },
      steps: [{ subject: "S", delay: 2, delayUnit: "hours" }, { subject: "T" }],
    });
    const answer = await t.post(path, { campaign_id: campaignId, list_id: 1 });
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      added: 2,
      already_in_campaign: 0,
      skipped: {
        suppressed: 2,
        unsubscribed: 1,
        bounced: 1,
        invalid: 1,
        risky_blocked: 1,
        in_other_campaign: 1,
      },
    });
    expect(
      await rowsOf(
        t,
        `SELECT lead_id, status, current_step, entered_at, next_send_at FROM campaign_leads WHERE campaign_id = ${campaignId}`,
      ),
    ).toEqual(
      [1, 9].map((lead_id) => ({
        lead_id,
        status: "pending",
        current_step: 0,
        entered_at: t.clock.now,
        next_send_at: t.clock.now + 7_200_000,
      })),
    );
    const again = await t.post(path, { campaign_id: campaignId, list_id: 1 });
    expect(again.json).toMatchObject({ added: 0, already_in_campaign: 2 });
    expect(
      await rowsOf(
        t,
        `SELECT leads FROM stats WHERE campaign_id = ${campaignId} AND dimension = 'total'`,
      ),
    ).toEqual([{ leads: 2 }]);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("200: by filter; a completed campaign stays so and says what to do", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/leads/add-to-campaign`;
    await upload(t, wid, "email,company\na@x.example,Acme\nb@x.example,Acme\nc@y.example,Other\n");
    await t.client.execute("UPDATE leads SET score = 40 * id, validation_status = 'risky'");
    const { campaignId } = await seedOutreach(t, wid, {
      leads: [],
      campaign: { status: "completed" },
    });
    const answer = await t.post(path, {
      campaign_id: campaignId,
      filter: { q: "acme", min_score: 50, status: "risky" },
    });
    expect(answer.json).toMatchObject({ added: 1, hint: expect.stringMatching(/Start it again/) });
    expect(await rowsOf(t, "SELECT lead_id FROM campaign_leads")).toEqual([{ lead_id: 2 }]);
    expect(await rowsOf(t, "SELECT status FROM campaigns")).toEqual([{ status: "completed" }]);
    expect((await t.post(path, { campaign_id: campaignId, filter: {} })).json).toMatchObject({
      added: 2,
      already_in_campaign: 1,
    });
    expect(
      (
        await t.get(
          `/api/v1/workspaces/${wid}/leads?campaign_id=${campaignId}&sort=email&order=asc`,
        )
      ).json.data.map((l: Item) => l.id),
    ).toEqual([1, 2, 3]);
  });

  it("200: the same call many times at once adds each lead once and counts it once", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    await upload(
      t,
      wid,
      `email\n${Array.from({ length: 300 }, (_, i) => `p${i}@x.example`).join("\n")}\n`,
    );
    const { campaignId } = await seedOutreach(t, wid, { leads: [] });
    const call = () =>
      t.post(`/api/v1/workspaces/${wid}/leads/add-to-campaign`, {
        campaign_id: campaignId,
        list_id: 1,
      });
    const answers = await Promise.all([call(), call(), call(), call()]);
    expect(answers.map((a) => a.json.added as number).reduce((a, b) => a + b, 0)).toBe(300);
    expect(await rowsOf(t, "SELECT count(*) AS n FROM campaign_leads")).toEqual([{ n: 300 }]);
    expect(await counterDrift(t)).toEqual([]);
  });

  it("404: a foreign lead, list or campaign; nothing is written", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/leads/add-to-campaign`;
    await upload(t, wid, "email\na@x.example\n");
    const { campaignId } = await seedOutreach(t, wid, { leads: [] });
    const other = await t.post("/api/v1/workspaces", { name: "Other", slug: "other" });
    await upload(t, other.json.id, "email\nb@x.example\n");
    const foreign = await seedOutreach(t, other.json.id, { leads: [] });
    for (const body of [
      { campaign_id: campaignId, lead_ids: [1, 2] },
      { campaign_id: campaignId, lead_ids: [99] },
      { campaign_id: campaignId, list_id: 2 },
      { campaign_id: campaignId, filter: { list_id: 2 } },
      { campaign_id: foreign.campaignId, lead_ids: [1] },
      { campaign_id: 99, lead_ids: [1] },
    ]) {
      const answer = await t.post(path, body);
      expect([body, answer.status, answer.json.code]).toEqual([body, 404, "not_found"]);
    }
    expect(
      await rowsOf(
        t,
        "SELECT (SELECT count(*) FROM campaign_leads) + (SELECT count(*) FROM stats) AS n",
      ),
    ).toEqual([{ n: 0 }]);
  });

  it("422: which leads must be said once and well", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/leads/add-to-campaign`;
    for (const [body, at] of [
      [{}, "campaign_id"],
      [{ campaign_id: 1 }, "lead_ids"],
      [{ campaign_id: 1, lead_ids: [1], list_id: 1 }, "lead_ids"],
      [{ campaign_id: 1, lead_ids: [] }, "lead_ids"],
      [{ campaign_id: 1, lead_ids: ["1"] }, "lead_ids.0"],
      [{ campaign_id: 1, lead_ids: [-1] }, "lead_ids.0"],
      [{ campaign_id: 1, filter: { name: "x" } }, "filter.name"],
      [{ campaign_id: 1, filter: { min_score: 101 } }, "filter.min_score"],
      [{ campaign_id: 1, lead_ids: [1], status: "pending" }, "status"],
    ] as const) {
      const answer = await t.post(path, body);
      expect([answer.status, answer.json.errors[0].path]).toEqual([422, at]);
    }
  });

  it("walks no table", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/leads/add-to-campaign`;
    await upload(t, wid, "email\na@x.example\n");
    await t.post(`/api/v1/workspaces/${wid}/suppressions`, { email: "s@x.example" });
    const { campaignId } = await seedOutreach(t, wid, { leads: [] });
    const statuses: number[] = [];
    for (const which of [
      { lead_ids: [1] },
      { list_id: 1 },
      { filter: {} },
      { filter: { q: "a", min_score: 1 } },
    ]) {
      await assertNoScans(t.client, async () => {
        statuses.push((await t.post(path, { campaign_id: campaignId, ...which })).status);
      });
    }
    expect(statuses).toEqual([200, 200, 200, 200]);
  });
});
