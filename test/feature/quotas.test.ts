import { describe, expect, it } from "vitest";
import { recount } from "#modules/campaigns/stats/recount.ts";
import { DAY_MS, HOUR_MS } from "#platform/rules/time.ts";
import { companionPlay } from "#test/support/companion-play.ts";
import { harness } from "#test/support/harness.ts";
import { seedOutreach } from "#test/support/outreach.ts";
import { ANSWERING } from "#test/support/records.ts";
import { auditOf, everyRole, signIn } from "#test/support/staff.ts";
import { twoDatabases } from "#test/support/two-databases.ts";
import { upload } from "#test/support/upload.ts";

const quotaPath = (wid: number) => `/api/v1/admin/clients/${wid}/quota`;
const rowsOf = (from: number, to: number) =>
  `email\n${Array.from({ length: to - from + 1 }, (_, i) => `l${from + i}@acme.test\n`).join("")}`;
const many = (count: number) => Array.from({ length: count }, (_, i) => `l${i}@x${i}.test`);

describe("PUT /admin/clients/:wid/quota", () => {
  it("200 for admins alone, with an audit line; staff of the workspace read it; 404, 422", async () => {
    const t = await harness();
    const { admin, employee, client, clientWid, rootWid } = await everyRole(t);
    const set = await admin.put(quotaPath(clientWid), { leads: 10, mails_month: 0 });
    expect(set.status).toBe(200);
    expect(set.json).toEqual({
      leads: { limit: 10, used: 0 },
      mailboxes: { limit: null, used: 0 },
      mails_month: { limit: 0, used: 0 },
      resets_at: "2026-12-01T00:00:00.000Z",
    });
    // What is left out stays, null takes away.
    await admin.put(quotaPath(clientWid), { mailboxes: 3, mails_month: null });
    const read = `/api/v1/workspaces/${clientWid}/quota`;
    expect((await admin.get(read)).json).toMatchObject({
      leads: { limit: 10 },
      mailboxes: { limit: 3 },
      mails_month: { limit: null },
    });
    expect((await client.get(read)).status).toBe(403);
    expect((await employee.get(read)).json.code).toBe("workspace_forbidden");
    expect((await employee.put(quotaPath(clientWid), {})).status).toBe(403);
    expect((await admin.put(quotaPath(rootWid), { leads: 5 })).status).toBe(200);
    expect((await admin.put(quotaPath(999), { leads: 5 })).status).toBe(404);
    expect((await admin.put(quotaPath(clientWid), { leads: -1 })).status).toBe(422);
    expect((await admin.put(quotaPath(clientWid), { sends: 1 })).status).toBe(422);
    const lines = await auditOf(admin, "client.quota_changed");
    expect(lines.at(-1)).toMatchObject({
      workspace_id: clientWid,
      details: { leads: 10, mails_month: 0 },
    });
    expect(lines).toHaveLength(3);
  });

  it("reaches a workspace in a database of its own, also where the writer died before the copy", async () => {
    const { t, admin, super_admin, clientWid, inside } = await twoDatabases();
    await admin.put(quotaPath(clientWid), { leads: 1 });
    t.useCookie(super_admin.cookie);
    const answer = await upload(t, clientWid, rowsOf(1, 2));
    expect(answer.json).toMatchObject({ created: 1, invalid: 1 });
    // The install's row alone was written, with its mark.
    await t.client.batch([
      `UPDATE workspaces SET quota_leads = 5, updated_at = updated_at + 1 WHERE id = ${clientWid}`,
      `INSERT INTO install_settings (key, value, updated_at)
        SELECT 'workspace_uncopied:' || id, updated_at, 1 FROM workspaces WHERE id = ${clientWid}`,
    ]);
    await t.tick();
    expect((await t.get(`${inside}/quota`)).json.leads).toEqual({ limit: 5, used: 1 });
  });
});

describe("a quota of leads", () => {
  it("refuses surplus rows with a reason, and the preview says so before anything is stored", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    await upload(t, wid, rowsOf(1, 2));
    expect((await t.put(quotaPath(wid), { leads: 4 })).status).toBe(200);
    // Two are there already, a repeat needs no room of its own.
    const file = `${rowsOf(1, 5)}l4@acme.test\nl6@acme.test\nl6@acme.test\nbroken\n`;
    const refused = [
      [6, "l5@acme.test", "quota_reached"],
      [8, "l6@acme.test", "quota_reached"],
      [9, "l6@acme.test", "quota_reached"],
      [10, "broken", "invalid_email"],
    ];
    const told = (answer: { json: { errors: { line: number; email: string; code: string }[] } }) =>
      answer.json.errors.map(({ line, email, code }) => [line, email, code]);
    const preview = await upload(t, wid, [
      ["dry_run", "true"],
      ["file", file],
    ]);
    expect(preview.json).toMatchObject({ created: 2, duplicates: 3, invalid: 4, total: 9 });
    expect(told(preview)).toEqual(refused);
    expect(preview.json.errors[0].message).toContain("quota of this workspace is 4 leads");
    const stored = await upload(t, wid, file);
    expect(stored.status).toBe(201);
    expect(stored.json).toMatchObject({ created: 2, duplicates: 3, invalid: 4, total: 9 });
    expect(told(stored)).toEqual(refused);
    const csv = await t.get(stored.json.errors_url);
    expect(csv.text.match(/quota_reached/g)).toHaveLength(3);
    expect((await t.get(`/api/v1/workspaces/${wid}/quota`)).json.leads).toEqual({
      limit: 4,
      used: 4,
    });
    // What is there can still be changed.
    const changed = await upload(t, wid, [
      ["on_duplicate", "update"],
      ["file", "email,company\nl1@acme.test,Acme\nl9@acme.test,New\n"],
    ]);
    expect(changed.json).toMatchObject({ created: 0, updated: 1, invalid: 1 });
    await t.put(quotaPath(wid), { leads: null });
    expect((await upload(t, wid, rowsOf(5, 6))).json.created).toBe(2);
  });

  it("holds over many chunks, and for files at the same time", async () => {
    const t = await harness();
    const { wid } = await t.signUp();
    await t.put(quotaPath(wid), { leads: 15_000 });
    const answers = await Promise.all([
      upload(t, wid, rowsOf(1, 12_000)),
      upload(t, wid, rowsOf(12_001, 24_000)),
    ]);
    const created = answers.reduce((sum, { json }) => sum + json.created, 0);
    const invalid = answers.reduce((sum, { json }) => sum + json.invalid, 0);
    expect([created, invalid]).toEqual([15_000, 9_000]);
    expect((await t.get(`/api/v1/workspaces/${wid}/leads?limit=1`)).json.pagination.total).toBe(
      15_000,
    );
  });
});

describe("a quota of mailboxes", () => {
  it("409 with what is allowed and used; an import is refused whole, and its preview tells the room", async () => {
    const t = await harness(ANSWERING);
    const { wid } = await t.signUp();
    const path = `/api/v1/workspaces/${wid}/mailboxes`;
    await t.put(quotaPath(wid), { mailboxes: 2 });
    const mailbox = (n: number) => ({
      smtp_host: "smtp.example.com",
      smtp_port: 465,
      smtp_username: `m${n}@example.com`,
      smtp_password: "p",
    });
    expect((await t.post(path, mailbox(1))).status).toBe(201);
    const file = (count: number) =>
      `email,smtp_host,smtp_port,smtp_username,smtp_password\n${Array.from(
        { length: count },
        (_, i) => `i${i}@example.com,smtp.example.com,465,i${i}@example.com,p\n`,
      ).join("")}`;
    const send = (count: number, dryRun: boolean) => {
      const data = new FormData();
      data.append("dry_run", String(dryRun));
      data.append("file", new Blob([file(count)]), "m.csv");
      return t.post(`${path}/import`, data);
    };
    expect((await send(2, true)).json).toMatchObject({ new: 2, room: 1 });
    const refused = await send(2, false);
    expect([refused.status, refused.json.code]).toEqual([409, "quota_reached"]);
    expect(refused.json.quota).toEqual({ name: "mailboxes", limit: 2, used: 1 });
    expect((await send(1, false)).status).toBe(202);
    // Somebody else takes the room before the import gets to it.
    expect((await t.post(path, mailbox(2))).status).toBe(201);
    await t.drain();
    const { data } = (await t.get(`${path}/imports`)).json;
    expect(data[0]).toMatchObject({ failed: 1, causes: [{ code: "quota_reached", rows: 1 }] });
    const over = await t.post(path, mailbox(3));
    expect([over.status, over.json.code]).toEqual([409, "quota_reached"]);
    expect(over.json.quota).toEqual({ name: "mailboxes", limit: 2, used: 2 });
  });
});

describe("a quota of emails a month", () => {
  it("holds the claim, and status, explain, forecast and simulation say so until the month ends", async () => {
    const { t, wid, base, run, deliver } = await companionPlay();
    const { campaignId, leadIds } = await seedOutreach(t, wid, {
      leads: many(6),
      mailboxes: [{}, {}],
    });
    const path = `${base}/${campaignId}`;
    await t.put(quotaPath(wid), { mails_month: 4 });
    const simulated = async () =>
      (await t.post(`${path}/simulate`, { days: 30, limit: 10 })).json.mails.map(
        (mail: { at: string }) => mail.at.slice(0, 10),
      );
    const december = ["2026-12-01", "2026-12-01"];
    expect(await simulated()).toEqual([...Array(4).fill("2026-11-18"), ...december]);
    const first = await run();
    expect(first).toHaveLength(4);
    await deliver(first);
    expect(await run()).toEqual([]);
    expect((await t.get(`/api/v1/workspaces/${wid}/quota`)).json.mails_month).toEqual({
      limit: 4,
      used: 4,
    });
    expect((await t.get(path)).json.sending_status).toMatchObject({
      code: "quota_reached",
      message: expect.stringContaining("4 of 4"),
      next_send_at: "2026-12-01T00:00:00.000Z",
    });
    const why = (await t.get(`${path}/leads/${leadIds[5]}/explain`)).json;
    expect(why).toMatchObject({
      decided_by: "quota_reached",
      earliest_at: "2026-12-01T00:00:00.000Z",
    });
    expect(await simulated()).toEqual(december);
    const day = (await t.get(`/api/v1/workspaces/${wid}/sending/day`)).json;
    if (day !== undefined && "held" in day) {
      expect(day.held).toMatchObject([{ mails: 2, code: "quota_reached" }]);
    }
    // More is allowed at once; the next month begins from zero.
    await t.put(quotaPath(wid), { mails_month: 5 });
    const more = await run();
    expect(more).toHaveLength(1);
    await deliver(more);
    t.clock.now = Date.UTC(2026, 10, 30, 23, 59) as typeof t.clock.now;
    expect(await run()).toEqual([]);
    t.advance(60_000);
    const next = await run();
    expect(next).toHaveLength(1);
    await deliver(next);
    const ann = await signIn(t, "ann@example.com");
    expect((await ann.get(`/api/v1/workspaces/${wid}/quota`)).json).toMatchObject({
      mails_month: { limit: 5, used: 1 },
      resets_at: "2027-01-01T00:00:00.000Z",
    });
  });

  it("is shared by campaigns that claim at the same moment, and given back by what did not leave", async () => {
    const { t, wid, run, intend, settle, deliver } = await companionPlay();
    for (let i = 0; i < 3; i++) {
      await seedOutreach(t, wid, {
        leads: many(5).map((email) => `c${i}${email}`),
        mailboxes: [{ email: `s${i}@ours.test` }],
      });
    }
    await t.put(quotaPath(wid), { mails_month: 7 });
    const used = async () =>
      (await t.get(`/api/v1/workspaces/${wid}/quota`)).json.mails_month.used as number;
    const { claimDueSends } = await import("#modules/campaigns/claim/claim-due.ts");
    await Promise.all([t.sweep(claimDueSends), t.sweep(claimDueSends), t.sweep(claimDueSends)]);
    const mails = await run();
    expect([mails.length, await used()]).toEqual([7, 7]);
    const [lost, ...others] = mails;
    if (!lost) throw new Error("mails were due");
    await intend([lost]);
    await settle([lost], { ending: "timeout", phase: "connect", code: null });
    expect(await used()).toBe(6);
    await deliver(others);
    t.advance(HOUR_MS);
    const last = await run();
    await deliver(last);
    expect([last.length, await used()]).toEqual([1, 7]);
    const differences = await recount(t.deps, false);
    expect(differences.filter(({ dimension }) => dimension === "daily_usage")).toEqual([]);
    t.advance(DAY_MS);
    expect(await run()).toEqual([]);
  });

  it("is counted before there is a quota, so that one set later knows what was sent", async () => {
    const { t, wid, run, deliver } = await companionPlay();
    await seedOutreach(t, wid, { leads: many(3) });
    await deliver(await run());
    const set = await t.put(quotaPath(wid), { mails_month: 2 });
    expect(set.json.mails_month).toEqual({ limit: 2, used: 3 });
  });
});
