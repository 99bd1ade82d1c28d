import { describe, expect, it } from "vitest";
import { forgetOldMoves } from "#modules/moving/running/forget-moves.ts";
import { moveFound, moveMails, moves } from "#modules/moving/schema/moves.ts";
import type { Found } from "#modules/moving/rules/found.ts";
import { mailboxes } from "#modules/mailboxes/schema/mailboxes.ts";
import { inWorkspace } from "#platform/ctx/ctx.ts";
import type { WorkspaceId } from "#platform/rules/ids.ts";
import { DAY_MS } from "#platform/rules/time.ts";
import { auditOf, caller, PASSWORD, signIn } from "#test/support/staff.ts";
import { mailFrom } from "#test/support/inbox.ts";
import { readZip } from "#test/support/read-zip.ts";
import { turnsDuring } from "#test/support/turns.ts";
import {
  campaign,
  client,
  daysAgo,
  lead,
  mail,
  moved,
  MOVES,
  movingWorld,
  place,
  sender,
  SENDER,
} from "#test/support/moving-world.ts";

const csv = (name: string, text: string): FormData => {
  const form = new FormData();
  form.append("file", new File([text], name, { type: "text/csv" }));
  return form;
};

const FIGURE = {
  kind: "figure",
  ref: "f1",
  campaign: "c1",
  month: null,
  sent: 100,
  opened: 50,
  clicked: 5,
  replied: 7,
  bounced: 1,
  unsubscribed: 2,
} as const;

const SMARTLEAD =
  "id,campaign_lead_map_id,status,category,first_name,email,custom_fields,is_unsubscribed,last_email_sequence_sent,reply_count";

describe("who may move in", () => {
  it("403, 404: employees move into their own workspaces, and see no other move", async () => {
    const w = await movingWorld();
    const people = async (role: string) => {
      const body = { name: role, email: `${role}@example.com`, password: PASSWORD, role };
      const made = await w.t.post("/api/v1/admin/employees", body);
      expect(made.status, made.text).toBe(201);
      return signIn(w.t, `${role}@example.com`);
    };
    const [admin, employee] = [await people("admin"), await people("employee")];
    w.rival.pages = [[sender(), campaign()]];
    const all = await employee.post(MOVES, { rival: "instantly", key: "k" });
    expect([all.status, all.json.errors[0].path]).toEqual([403, "workspace_id"]);
    const whole = await admin.post(MOVES, { rival: "instantly", key: "k" });
    expect(whole.status, whole.text).toBe(201);
    expect((await employee.get(`${MOVES}/${whole.json.id}`)).status).toBe(404);
    expect((await employee.get(MOVES)).json.data).toEqual([]);
    expect((await admin.get(MOVES)).json.data).toHaveLength(1);
    const own = (await employee.post("/api/v1/workspaces", { name: "Own", slug: "own" })).json;
    const made = await employee.post(MOVES, { rival: "lemlist", workspace_id: own.id });
    expect([made.status, made.json.state]).toEqual([201, "ready"]);
    expect((await employee.get(MOVES)).json.data).toMatchObject([{ id: made.json.id }]);
    const elsewhere = await employee.post(MOVES, { rival: "lemlist", workspace_id: 99_999 });
    expect(elsewhere.status).toBe(403);
  });

  it("422: asks no other host with a key than the product's own, but this machine's", async () => {
    const w = await movingWorld({ real: true });
    const to = (base_url: string) => w.t.post(MOVES, { rival: "smartlead", key: "k", base_url });
    expect((await to("https://evil.example/api")).status).toBe(422);
    expect((await to("http://10.0.0.1/api")).status).toBe(422);
    expect((await to("http://127.0.0.1:1/api")).status).toBe(201);
  });

  it("204: the key is sealed, never shown, and gone when somebody deletes it", async () => {
    const w = await movingWorld();
    w.rival.pages = [[sender()]];
    const id = await w.begin({ rival: "smartlead", key: "sl_secret_1", workspace_id: w.wid });
    const [row] = await w.t.deps.install.select().from(moves);
    expect(row?.key).toMatch(/^v1\./);
    expect((await w.t.get(`${MOVES}/${id}`)).text).not.toContain("sl_secret_1");
    expect((await w.t.delete(`${MOVES}/${id}/key`)).status).toBe(204);
    const [after] = await w.t.deps.install.select().from(moves);
    expect(after?.key).toBeNull();
    expect(JSON.stringify(w.t.lines)).not.toContain("sl_secret_1");
    const ended = await w.t.post(`${MOVES}/${id}/end`);
    expect(ended.json).toMatchObject({ state: "ended", has_key: false });
    const admin = caller(w.t, 1, w.cookie);
    for (const action of ["move.created", "move.key_dropped", "move.ended"]) {
      expect(await auditOf(admin, action)).toHaveLength(1);
    }
  });
});

describe("a move by files", () => {
  it("leaves everybody else their turns while a long file is read", async () => {
    const w = await movingWorld();
    const id = await w.begin({ rival: "smartlead", workspace_id: w.wid });
    const rows = Array.from(
      { length: 8_000 },
      (_, i) => `1,${i},STARTED,,A,a${i}@acme.test,,false,0,0`,
    );
    const file = csv("Long.csv", [SMARTLEAD, ...rows].join("\r\n"));
    const { turns, answer } = await turnsDuring(w.t.post(`${MOVES}/${id}/files`, file));
    expect(answer.json.files).toMatchObject([{ leads: 8_000 }]);
    expect(turns).toBeGreaterThan(14);
  });

  it("200: reads what each file is, and places leads once the campaign has steps", async () => {
    const w = await movingWorld();
    await w.connect();
    const id = await w.begin({ rival: "smartlead", workspace_id: w.wid });
    const read = await w.t.post(
      `${MOVES}/${id}/files`,
      csv(
        "Spring.csv",
        [
          SMARTLEAD,
          '1,11,INPROGRESS,,Ann,ann@acme.test,"{""City"":""Rome""}",false,1,0',
          "2,12,STARTED,,Bob,bob@acme.test,,false,0,0",
          "3,13,INPROGRESS,,Cat,cat@acme.test,,true,1,0",
          "4,14,INPROGRESS,,Dan,not an address,,false,1,0",
        ].join("\r\n"),
      ),
    );
    expect(read.status, read.text).toBe(200);
    expect(read.json.files).toMatchObject([
      { name: "Spring.csv", kind: "smartlead_leads", leads: 3, suppressions: 1, faults: 1 },
    ]);
    const preview = (await w.t.get(`${MOVES}/${id}/preview`)).json;
    expect(preview.faults).toMatchObject([{ where: "Spring.csv", line: 5, column: "email" }]);
    const [only] = preview.campaigns;
    await w.t.put(`${MOVES}/${id}/campaigns/${encodeURIComponent(only.ref)}`, {
      time_zone: "UTC",
    });
    await w.move(id);
    const W = `/api/v1/workspaces/${w.wid}`;
    const check = (await w.t.get(`${MOVES}/${id}/check`)).json;
    const cid = check.campaigns[0].campaign_id;
    expect(check.notes[0].note).toContain("no steps yet");
    for (const [delay, body_html] of [
      [0, "<p>One</p>"],
      [2, "<p>Two</p>"],
    ]) {
      const step = await w.t.post(`${W}/campaigns/${cid}/steps`, {
        delay,
        subject: delay === 0 ? "Hello" : "",
        body_html,
      });
      expect(step.status, step.text).toBe(201);
    }
    const boxes = (await w.t.get(`${W}/mailboxes`)).json.data;
    await w.t.put(`${W}/campaigns/${cid}`, { mailbox_ids: [boxes[0].id] });
    await w.move(id);
    const refused = await w.start(id, [only.ref]);
    expect(refused.json.code).toBe("rival_still_sending");
    await w.start(id, [only.ref], { stopped_there: true });
    for (let day = 0; day < 8; day++) {
      w.t.advance(DAY_MS);
      await w.send();
    }
    const got = w.sent.map((one) => `${one.to[0]?.address} ${one.text.split(/\s/)[0]}`);
    expect(got.toSorted()).toEqual(["ann@acme.test Two", "bob@acme.test One", "bob@acme.test Two"]);
    await w.signIn();
    const leads = (await w.t.get(`${W}/leads?q=ann`)).json.data;
    expect(leads).toMatchObject([{ custom: { city: "Rome" }, source: "move" }]);
  });
});

describe("what a person has to look at", () => {
  it("leaves a campaign behind whose time zone nobody names, and makes drafts of broken steps", async () => {
    const w = await movingWorld();
    await w.connect();
    const [first] = campaign().steps;
    const broken = {
      ...first,
      variants: [{ ...first?.variants[0], subject: "Hi {{sl_time_of_day}}" }],
    };
    w.rival.pages = [
      [
        sender(),
        campaign("c1", { time_zone: null }),
        campaign("c2", { steps: [broken] as ReturnType<typeof campaign>["steps"] }),
      ],
      moved("ann@acme.test", 1),
      [lead("bob@acme.test"), place("bob@acme.test", 0, { campaign: "c2" })],
    ];
    const id = await w.begin();
    const preview = (await w.t.get(`${MOVES}/${id}/preview`)).json;
    expect(preview.campaigns).toMatchObject([
      { ref: "c1", time_zone: null, needs_look: false },
      { ref: "c2", time_zone: "UTC", needs_look: true },
    ]);
    expect(preview.campaigns[1].steps[0].texts[0].problems).not.toEqual([]);
    expect(preview.connect_first).toMatchObject([
      { email: SENDER, mailbox_id: expect.any(Number) },
    ]);
    await w.move(id);
    const check = (await w.t.get(`${MOVES}/${id}/check`)).json;
    expect(check.campaigns).toMatchObject([
      { ref: "c1", campaign_id: null, waiting: 1 },
      { ref: "c2", waiting: 0 },
    ]);
    const W = `/api/v1/workspaces/${w.wid}`;
    const draft = (await w.t.get(`${W}/campaigns/${check.campaigns[1].campaign_id}`)).json;
    expect(draft.status).toBe("draft");
    await w.t.put(`${MOVES}/${id}/campaigns/c1`, { time_zone: "Europe/Rome" });
    await w.move(id);
    expect((await w.t.get(`${MOVES}/${id}/check`)).json.campaigns[0]).toMatchObject({ waiting: 0 });
  });

  it("takes limits, pause, signature and ramp of a mailbox over, once it is connected", async () => {
    const w = await movingWorld();
    w.rival.pages = [[sender(), campaign()], moved("ann@acme.test", 1)];
    const id = await w.begin();
    await w.move(id);
    const missing = (await w.t.get(`${MOVES}/${id}/check`)).json;
    expect(missing.mailboxes).toMatchObject([{ email: SENDER, mailbox_id: null }]);
    expect(missing.campaigns[0].not_connected).toEqual([SENDER]);
    await w.connect();
    await w.move(id);
    const W = `/api/v1/workspaces/${w.wid}`;
    expect((await w.t.get(`${W}/mailboxes`)).json.data).toMatchObject([
      { daily_limit: 40, min_gap_seconds: 600, signature_html: "<p>Max</p>" },
    ]);
    const cid = (await w.t.get(`${MOVES}/${id}/check`)).json.campaigns[0].campaign_id;
    const { mailboxes } = (await w.t.get(`${W}/campaigns/${cid}`)).json;
    expect(mailboxes).toMatchObject([{ email: SENDER }]);
    const [ann] = (await w.t.get(`${W}/campaigns/${cid}/leads`)).json.data;
    expect(ann).toMatchObject({ current_step: 1, mailbox_id: mailboxes[0].id });
  });

  it("lets the ramp begin at what the Sent folder shows of the last 14 days, where the product lists no emails", async () => {
    const w = await movingWorld();
    await w.connect();
    const { db } = inWorkspace(w.t.deps, w.wid as WorkspaceId);
    await db.update(mailboxes).set({ createdAt: w.t.clock.now });
    const people = Array.from({ length: 42 }, (_, i) => `p${i}@acme.test`);
    for (const [i, address] of people.entries()) {
      const email = mailFrom(SENDER, {
        message_id: `filed-${i}@ours.test`,
        subject: "Hello",
        received_at: daysAgo(1 + (i % 13)),
        to: [{ address, name: "" }],
      });
      w.world.put(email, SENDER, "\\Sent");
    }
    w.rival.pages = [
      [sender(), campaign()],
      people.flatMap((email, i) => [
        lead(email),
        place(email, 1, { last_sent_at: daysAgo(1 + (i % 13)) }),
      ]),
    ];
    const id = await w.begin();
    await w.move(id);
    const [row] = await db.select().from(mailboxes);
    // 42 emails in 14 days are three a day, below the limit of 40.
    expect(row).toMatchObject({ dailyLimit: 40, rampEnabled: true, rampIncrement: 3 });
    const check = (await w.t.get(`${MOVES}/${id}/check`)).json;
    expect(check.mailboxes).toMatchObject([{ email: SENDER, sent: 42, problem: null }]);
  });

  it("is in the archive of its client, with nothing of another client and no key", async () => {
    const w = await movingWorld();
    const of = (ref: string, name: string): Found[] => [
      client(ref, `Client ${ref}`),
      sender(`max@${ref}.test`, ref),
      campaign(`c-${ref}`, { client: ref, senders: [`max@${ref}.test`] }),
      lead(`${name}@${ref}.test`, { client: ref }),
      place(`${name}@${ref}.test`, 1, { campaign: `c-${ref}` }),
      mail(`${name}@${ref}.test`, 1, { campaign: `c-${ref}`, sender: `max@${ref}.test` }),
      { ...FIGURE, ref: `f-${ref}`, campaign: `c-${ref}` },
    ];
    w.rival.pages = [of("one", "ann"), of("two", "bob")];
    const id = await w.begin({ rival: "instantly", key: "hush_key" });
    const made = await w.t.post("/api/v1/admin/clients", {
      name: "Two",
      email: "two@example.com",
      password: PASSWORD,
      workspace: { name: "Two", slug: "two" },
    });
    expect(made.status, made.text).toBe(201);
    const two = made.json;
    const clients = [
      { ref: "one", choice: "new", name: "One", slug: "one" },
      { ref: "two", choice: "workspace", workspace_id: two.id },
    ];
    expect((await w.t.put(`${MOVES}/${id}/clients`, { clients })).status).toBe(200);
    await w.move(id);
    const answer = await w.t.app.request(`/api/v1/admin/clients/${two.id}/export`, {
      headers: { cookie: w.cookie },
    });
    const files = readZip(new Uint8Array(await answer.arrayBuffer()));
    const text = (name: string) => new TextDecoder().decode(files.get(`${name}.ndjson`));
    const rows = (name: string) =>
      text(name)
        .split("\n")
        .filter(Boolean)
        .map((line) => JSON.parse(line));
    expect(rows("moves")).toMatchObject([{ id, rival: "instantly" }]);
    expect(rows("move_clients")).toMatchObject([{ ref: "two", workspace_id: two.id }]);
    expect(rows("move_campaigns")).toMatchObject([
      { ref: "c-two", campaign_id: rows("campaigns")[0].id },
    ]);
    expect(rows("move_boxes")).toMatchObject([{ email: "max@two.test" }]);
    expect(rows("move_found").map(({ kind }) => kind)).toEqual([
      "sender",
      "campaign",
      "lead",
      "place",
      "mail",
      "figure",
    ]);
    expect(rows("move_found").at(-1)).toMatchObject({ data: { sent: 100 } });
    const all = [...files.values()].map((bytes) => new TextDecoder().decode(bytes)).join("");
    expect(all).not.toMatch(/@one\.test|c-one|hush_key|v1\.[\w-]+\.[\w-]+\./);
  });

  it("forgets people when they are erased, and everybody 30 days after the end", async () => {
    const w = await movingWorld();
    await w.connect();
    w.rival.pages = [
      [sender(), campaign()],
      moved("ann@acme.test", 1),
      moved("bob@acme.test", 1),
      [{ ...FIGURE, ref: "f2", month: "2026-09", sent: 60, bounced: null }, FIGURE],
    ];
    const id = await w.begin();
    await w.move(id);
    const cid = (await w.t.get(`${MOVES}/${id}/check`)).json.campaigns[0].campaign_id;
    const past = () => w.t.get(`/api/v1/workspaces/${w.wid}/campaigns/${cid}/past-figures`);
    const counted = {
      rival: "smartlead",
      figures: [
        { month: null, sent: 100, bounced: 1 },
        { month: "2026-09", sent: 60, bounced: null },
      ],
    };
    expect((await past()).json).toMatchObject(counted);
    const email = "ann@acme.test";
    await w.t.post("/api/v1/admin/addresses/erase", { email, confirm: email });
    await w.t.tick();
    await w.t.drain();
    const found = async () => JSON.stringify(await w.t.deps.install.select().from(moveFound));
    expect(await found()).not.toContain(email);
    expect(await found()).toContain("bob@acme.test");
    await w.t.post(`${MOVES}/${id}/end`);
    w.t.advance(31 * DAY_MS);
    await w.t.sweep(forgetOldMoves);
    expect(await found()).not.toContain("bob@acme.test");
    expect(await w.t.deps.install.select().from(moveMails)).toEqual([]);
    await w.signIn();
    expect((await past()).json).toMatchObject(counted);
  });
});
